/** Lines of MCF that lack their colon: the word after which it is missing. */
import { expect, test } from "vitest";
import { missingColon } from "../../../../src/load/values/missing-colon.ts";

const astray = ", and this line and those below it belong to the node above";

test.each([
  ["typeOf dcs", "typeOf", ""],
  ["name dcid", "name", ""],
  ["isA schema", "isA", ""],
  ["near\tl", "near", ""],
  ["place C", "place", ""],
  ["of E", "of", ""],
  ["Of DCS", "Of", ""],
  ['note "see', "note", ""],
  ["Node dcid", "Node", astray],
  ["node a", "node", astray],
  ["NODE\tx y", "NODE", astray],
  ["nodes dcid", "nodes", ""],
])("in %j after %s", (property, word, end) => {
  expect(missingColon(property)).toBe(
    `a colon is missing after '${word}': '${property}' is read as a property${end}`,
  );
});

test.each(["\uff1a", "\ufe55", "\u2236", "\ua789"])("in a property with %s", (other) => {
  expect(missingColon(`name${other}dcid`)).toBe(
    `a colon is missing after 'name' (${other} is another character): 'name${other}dcid' is read as a property`,
  );
});

test.each([
  "typeOf",
  "dcs",
  "dcid",
  "Node",
  "nodes a",
  "a node b",
  "typeOf dcsx",
  "typeOf dcs x",
  "typeOf xdcs",
  'note "see" this',
  'note"see',
  "a D",
  "",
])("not in %j", (property) => {
  expect(missingColon(property)).toBeUndefined();
});

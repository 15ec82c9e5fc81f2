/** Lines of MCF that say something else than what was meant: that a colon is missing, or that a word is no property. */
import { expect, test } from "vitest";
import { lineSlip } from "../../../../src/load/values/line-slips.ts";

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
  expect(lineSlip(property)).toEqual({
    counter: "MCF_MalformedColonLessLine",
    message: `a colon is missing after '${word}': '${property}' is read as a property${end}`,
  });
});

test.each(["node", "NODE"])("%j is no property", (property) => {
  const message = `'${property}' is a property; a new node begins with 'Node:', so this line and those below it belong to the node above`;
  expect(lineSlip(property)).toEqual({ counter: "MCF_UnexpectedProperty", message });
});

test.each(["\uff1a", "\ufe55", "\u2236", "\ua789"])("in a property with %s", (other) => {
  expect(lineSlip(`name${other}dcid`)).toEqual({
    counter: "MCF_MalformedColonLessLine",
    message: `a colon is missing after 'name' (${other} is another character): 'name${other}dcid' is read as a property`,
  });
});

test.each([
  "typeOf",
  "dcs",
  "dcid",
  "nodes",
  "aNode",
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
  expect(lineSlip(property)).toBeUndefined();
});

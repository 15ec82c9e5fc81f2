/** Names of places with footnotes after them. */
import { expect, test } from "vitest";
import { opened } from "./opened-columns.ts";

const countryOf = (code: string, name: string) =>
  `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${name}"\n`;
const places = [
  countryOf("FRA", "France"),
  countryOf("DEU", "Germany*"),
  countryOf("COG", "Congo (b)"),
];
const columns = { entity: { name: "Country" }, date: "Year", variables: ["Cats"] };

test("are read without the footnote where nothing has the whole name, and each is reported", async () => {
  const names = ["France (1)", "France*", "France\u00b2", "France [a]", "Germany*", "Congo (b)"];
  const rows = names.map((name, at) => `${name},${2001 + at},${at}\n`);
  const text = `Country,Year,Cats\n${rows.join("")}Spain (1),2020,7\nFrance (South),2020,8\n`;
  const found = await opened(text, columns, { files: { "places.mcf": places.join("\n") } });
  expect(found.observations).toEqual([
    "Cats country/COG 2006 5",
    "Cats country/DEU 2005 4",
    "Cats country/FRA 2001 0",
    "Cats country/FRA 2002 1",
    "Cats country/FRA 2003 2",
    "Cats country/FRA 2004 3",
  ]);
  expect(found.told).toEqual([
    "info FootnoteInName 2",
    "info FootnoteInName 3",
    "info FootnoteInName 4",
    "info FootnoteInName 5",
    "error UnresolvedEntity 8",
    "error UnresolvedEntity 9",
  ]);
  expect(found.messages[0]).toBe(
    "'France (1)' is read as 'France', without its footnote: column 'Country'",
  );
});

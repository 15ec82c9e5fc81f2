/** What files are called. */
import { expect, test } from "vitest";
import { meantName } from "../../../../src/load/sources/source-file.ts";
import { loadTexts } from "../load-texts.ts";

test.each([
  ["places.mfc", ".mcf"],
  ["places.MFC.gz", ".mcf"],
  ["places.mccf", ".mcf"],
  ["a.tcmf", ".tmcf"],
  ["a.cvs", ".csv"],
  ["a/variables.mcf.txt", ".mcf"],
  ["Config.json", "config.json"],
  ["config.json.txt", "config.json"],
])("%s is meant to be %s", (path, meant) => {
  expect(meantName(path)).toBe(meant);
});

test.each([
  "a.mcf",
  "a.css",
  "a.vcs",
  "a.md",
  "a.txt",
  "a.cfm",
  "a.psql",
  "config.json",
  "tsconfig.json",
  "mcf",
])("%s is meant so", (path) => {
  expect(meantName(path)).toBeUndefined();
});

test("a file whose ending is a slip is a warning with what is meant", async () => {
  const node = 'Node: dcid:n\nname: "n"\n';
  const { diagnostics, messages } = await loadTexts({ "a.mcf": node, "b.mfc": node });
  expect(diagnostics).toEqual(["warning Source_UnrecognisedFile b.mfc"]);
  expect(messages).toEqual(["is of no known kind; is '.mcf' meant?"]);
});

/** The options of all public functions, by their names: one name means one thing. */

import { searchRows, typedSearchRows } from "../../../src/catalog/entries.ts";
import { exportRows } from "../../../src/commons/commons.ts";
import { fileRows, lintRows } from "../../../src/commons/with-files.ts";
import { diffRows } from "../../../src/diff/world-diff.ts";
import { answerRows, limitRows, saveRows, serviceRows } from "../../../src/options/request-rows.ts";
import type { OptionRow } from "../../../src/options/required-options.ts";
import { knownRows } from "../../../src/propose/proposal.ts";
import { remoteRows } from "../../../src/remote/remote-reader.ts";
import { httpRows } from "../../../src/remote/stores/http-blocks.ts";
import { publishRows } from "../../../src/remote/stores/postgres-publish.ts";
import { availabilityRows, sdmxRows } from "../../../src/sdmx/request.ts";
import { serveRows } from "../../../src/serve/server-options.ts";
import { tableRows } from "../../../src/tables/table-question.ts";
import { mockRows } from "../../../src/testing/mock-options.ts";

const functions: Readonly<Record<string, Readonly<Record<string, OptionRow>>>> = {
  open: fileRows,
  lint: lintRows,
  diff: diffRows,
  proposeColumns: knownRows,
  save: saveRows,
  export: exportRows,
  table: tableRows,
  "sdmx.data": sdmxRows,
  "sdmx.availability": availabilityRows,
  "lists of `catalog`": { ...searchRows, ...typedSearchRows },
  "calls of methods": limitRows,
  "calls with a query": answerRows,
  service: serviceRows,
  serve: serveRows,
  openRemote: remoteRows,
  httpBlocks: httpRows,
  publish: publishRows,
  mock: mockRows,
};

/** Functions in a source that read options of which the table knows nothing. */
export function unlistedIn(source: string): string[] {
  const names = [...source.matchAll(/requireOptions\(\s*"([\w.]+)"/g)].map(([, name = ""]) => name);
  // Lists of the catalog and calls of methods have one line each.
  return names.filter((name) => !(name in functions || /^catalog\.|^limited$/.test(name)));
}

/** One line per name, in the order of the names. */
export function optionTable(): string {
  const uses = Object.entries(functions).flatMap(([where, rows]) =>
    Object.entries(rows).map(([name, row]) => ({ name, row, where })),
  );
  const names = [...new Set(uses.map(({ name }) => name))].sort();
  const lines = names.map((name) => {
    const here = uses.filter((use) => use.name === name);
    const meanings = new Set(here.map(({ row }) => row.about));
    const places = here.map(({ where }) => (/[ `]/.test(where) ? where : `\`${where}\``));
    return [`\`${name}\``, [...meanings].join("; "), places.join(", ")];
  });
  const table = [["option", "what it is", "where"], ["---", "---", "---"], ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

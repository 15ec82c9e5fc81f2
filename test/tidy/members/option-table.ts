/** The options of all public functions: a table for each, and one of their names, since one name means one thing. */

import { searchRows, variableSearchRows } from "../../../src/catalog/entries.ts";
import { everythingRows } from "../../../src/catalog/everything.ts";
import { suggestionRows } from "../../../src/catalog/suggestions.ts";
import { fileRows, lintRows } from "../../../src/commons/with-files.ts";
import { partRows, planRows } from "../../../src/commons/with-parts.ts";
import { diffRows } from "../../../src/diff/world-diff.ts";
import { diskCacheRows } from "../../../src/operate/disk-cache.ts";
import {
  answerRows,
  limitRows,
  meaningRows,
  observationRows,
  queryCallRows,
  saveRows,
  serviceRows,
  understandRows,
} from "../../../src/options/request-rows.ts";
import { type OptionRow, wantedOf } from "../../../src/options/required-options.ts";
import { knownRows } from "../../../src/propose/proposal.ts";
import { exportRows } from "../../../src/publish/format-names.ts";
import { rdfSourceRows } from "../../../src/quads/rdf-source.ts";
import { remoteRows } from "../../../src/remote/remote-reader.ts";
import { httpRows } from "../../../src/remote/stores/http-place.ts";
import { operateRows, publishRows } from "../../../src/remote/versions/publish.ts";
import { agentRows } from "../../../src/routes/tools/agent-options.ts";
import { availabilityRows, sdmxRows } from "../../../src/sdmx/request.ts";
import { serveRows } from "../../../src/serve/server-options.ts";
import { tableRows } from "../../../src/tables/table-question.ts";
import { mockRows } from "../../../src/testing/mock-options.ts";
import { type Member, membersOf } from "./public-members.ts";

type Rows = Readonly<Record<string, OptionRow>>;

/** Beside the limits of any call. */
const { maxBodyBytes, reasons } = answerRows;
const furtherRows = { maxBodyBytes, reasons };
const { places, variables, date, intent, order, limit, perCapita } = understandRows;
const correctionRows = { places, variables, date, intent, order, limit, perCapita };

/** By function: its rows, and the types whose doc comments say what each option does. */
const functions: Readonly<Record<string, readonly [rows: Rows, ...types: string[]]>> = {
  open: [fileRows, "OpenOptions"],
  save: [saveRows, "SaveOptions"],
  export: [exportRows, "ExportOptions"],
  table: [tableRows, "TableQuestion"],
  "sdmx.data": [sdmxRows, "SdmxRequest"],
  "sdmx.availability": [availabilityRows, "SdmxAvailabilityRequest"],
  "lists of `catalog`": [{ ...searchRows, ...variableSearchRows }, "VariableSearch"],
  "`catalog.search`": [everythingRows, "EverythingSearch"],
  "`catalog.suggest`": [suggestionRows, "SuggestionSearch"],
  understand: [correctionRows, "Corrections"],
  "calls of methods": [limitRows, "RequestLimits"],
  "calls with a query": [{ dialect: queryCallRows.dialect }, "QueryOptions"],
  "calls of `observation`": [{ calculations: observationRows.calculations }, "CalculationOptions"],
  "calls of `resolve`": [meaningRows, "MeaningOptions"],
  "`fetch` and `answer`": [furtherRows, "ServiceOptions"],
  service: [serviceRows, "ServiceOptions"],
  serve: [serveRows, "ServeOptions"],
  "tools for language models": [agentRows, "AgentOptions"],
  lint: [lintRows, "LintOptions"],
  fix: [lintRows, "LintOptions"],
  diff: [diffRows, "DiffOptions"],
  proposeColumns: [knownRows, "KnownColumns"],
  buildPart: [partRows, "PartOptions"],
  planParts: [planRows, "PlanOptions"],
  mock: [mockRows, "MockOptions"],
  rdfSource: [rdfSourceRows, "RdfSourceOptions"],
  openRemote: [remoteRows, "RemoteOptions"],
  httpBlocks: [httpRows, "HttpOptions"],
  httpTarget: [httpRows, "HttpOptions"],
  diskCache: [diskCacheRows, "DiskCacheOptions"],
  publish: [publishRows, "PublishOptions"],
  removeVersions: [operateRows, "OperateOptions"],
};

/** Types whose objects users hold. Their options are in a table of their own. */
const heldTypes = [
  "Commons",
  "CommonsInfo",
  "CommonsError",
  "Service",
  "Catalog",
  "Table",
  "Explanation",
  "WorldMaker",
  "World",
  "Graph",
  "ObservationTable",
  "Dictionary",
  "LintReport",
  "WorldDiff",
  "Mock",
  "Recorder",
  "Replay",
  "RemoteReader",
  "Serving",
  "StdioServing",
];

/** An option of one function. */
interface Use extends Member {
  readonly where: string;
  readonly row: OptionRow;
}

const uses: readonly Use[] = Object.entries(functions).flatMap(([where, [rows, ...types]]) => {
  const members = types.flatMap((type) => membersOf(type));
  return Object.entries(rows).map(([name, row]) => {
    const text = members.find((member) => member.name === name)?.text ?? "";
    return { name, row, where, text };
  });
});

/** Functions in a source that read options of which the table knows nothing. */
export function unlistedIn(source: string): string[] {
  const names = [...source.matchAll(/requireOptions\(\s*"([\w.]+)"/g)].map(([, name = ""]) => name);
  // Lists of the catalog and calls of methods have one line each; some methods have a choice or a number.
  return names.filter(
    (name) =>
      !(
        name in functions ||
        /^catalog\.|^(?:limited|fetch|answer|verify|sorted|select|head|ready|series)$/.test(name)
      ),
  );
}

/** Functions with options, in the order of the document. */
export const optionFunctions = Object.keys(functions);

/** One line per option of a function, in the order of its rows. */
export function optionsOf(where: string): string {
  const lines = uses
    .filter((use) => use.where === where)
    .map(({ name, row, text }) => {
      const needed = row.isRequired === true ? " (required)" : "";
      return [`\`${name}\`${needed}`, wantedOf(row), text];
    });
  return tableOf(["option", "value", "what it does"], lines);
}

/** One line per name of an option, in the order of the names. */
export function optionNames(): string {
  return tableOf(["option", "what it is", "where"], linesOf(uses));
}

/** One line per name of a member of objects that users hold, in the order of the names. */
export function memberNames(): string {
  const members = heldTypes.flatMap((where) =>
    membersOf(where).map((member) => ({ ...member, where })),
  );
  return tableOf(["member", "what it is", "where"], linesOf(members));
}

function linesOf(all: readonly (Member & { readonly where: string })[]): string[][] {
  const names = [...new Set(all.map(({ name }) => name))].sort();
  return names.map((name) => {
    const here = all.filter((use) => use.name === name);
    const meanings = new Set(here.map(({ text }) => firstSentence(text)));
    const places = new Set(here.map(({ where }) => (/[ `]/.test(where) ? where : `\`${where}\``)));
    return [
      `\`${name}\``,
      [...meanings].join(" "),
      [...places].join(", ").replace("RemoteReader", "RemoteCommons"),
    ];
  });
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rows = [head, head.map(() => "---"), ...lines];
  return rows.map((cells) => `| ${cells.join(" | ").replaceAll(/\|(?! )/g, "\\|")} |\n`).join("");
}

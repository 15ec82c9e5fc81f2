/** What is in a source: lists of variables, entities, types, properties and facets. */

import type { CatalogList, FoundPage, VariableSearch } from "../../engine.ts";
import { commandLine } from "../../errors/excerpts.ts";
import type { AskedCommons } from "../../index.ts";
import { type CliCommand, countOption, text, textOption, texts } from "../command.ts";
import { type CliOption, options } from "../options.ts";
import type { Answer, Cell } from "../output.ts";

/** One list: how it is read. Columns are members of its lines, under their names. */
interface List {
  readonly name: CatalogList;
  readonly about: string;
  readonly examples: readonly string[];
  readonly options?: readonly CliOption[];
  readonly columns: readonly string[];
  /** Columns on a terminal. Default: all. */
  readonly shown?: readonly string[];
}

const observed = ["seriesCount", "observationCount", "firstDate", "lastDate"];

const lists: readonly List[] = [
  {
    name: "variables",
    about: "variables that have observations",
    options: [
      { ...options.type, about: "only variables with data about entities of this type" },
      options.meaning,
    ],
    examples: [
      "pocket-commons variables data population",
      "pocket-commons variables data --type State --limit 20 --offset 40",
    ],
    columns: ["dcid", "name", "entityCount", ...observed, "units", "facetIds", "entityTypes"],
    shown: ["dcid", "name", "entityCount", "observationCount", "firstDate", "lastDate", "units"],
  },
  {
    name: "entities",
    about: "nodes that have a type or observations",
    options: [{ ...options.type, about: "only entities of this type" }],
    examples: ["pocket-commons entities data --type State", "pocket-commons entities data new"],
    columns: ["dcid", "name", "types", "variableCount"],
  },
  {
    name: "types",
    about: "types, and how many nodes of each have observations",
    examples: ["pocket-commons types data"],
    columns: ["dcid", "name", "nodeCount", "observedCount"],
  },
  {
    name: "properties",
    about: "properties, and how many triples have each",
    examples: ["pocket-commons properties data"],
    columns: ["dcid", "name", "tripleCount"],
  },
  {
    name: "facets",
    about: "who published series, and how they were measured",
    examples: ["pocket-commons facets data", "pocket-commons facets data census"],
    columns: [
      "facetId",
      "importName",
      "measurementMethod",
      "observationPeriod",
      "unit",
      "scalingFactor",
      "isDcAggregate",
      "provenanceId",
      "provenanceUrl",
      "variableCount",
      ...observed,
    ],
    shown: [
      "facetId",
      "importName",
      "measurementMethod",
      "observationPeriod",
      "unit",
      "scalingFactor",
      "variableCount",
      "observationCount",
      "firstDate",
      "lastDate",
      "provenanceUrl",
    ],
  },
];

export const catalogCommands: readonly CliCommand[] = lists.map(command);

function command({ name, about, options: own = [], examples, columns, shown }: List): CliCommand {
  return {
    usage: `${name} <source> [search...]`,
    about,
    details:
      name === "variables"
        ? "With a search, variables that mean something similar, the best first, then others with all its words."
        : "With a search, only lines with all its words.",
    options: [...own, options.limit, options.offset],
    groups: ["answers", "sources"],
    examples,
    run: async ([source, words], given, { ask }) => {
      const asked = texts(words).join(" ");
      const search: VariableSearch = {
        search: asked,
        // Only lists that have the option.
        ...(given["type"] === undefined ? {} : { type: textOption(given, "type") }),
        ...(given["meaning"] === false ? { meaning: false } : {}),
      };
      const [limit, offset = 0] = [countOption(given, "limit"), countOption(given, "offset")];
      const page = { ...search, offset, limit };
      const commons: AskedCommons = await ask([text(source)], given);
      const lines: readonly object[] = await commons.ask(({ catalog }) => catalog[name](page));
      const isPart = limit !== undefined || offset > 0;
      const total = isPart
        ? await commons.ask(({ catalog }) => catalog.count(name, search))
        : lines.length;
      const rows = lines.map((line) => columns.map((column) => cellOf(line, column)));
      return {
        ...explainedType(search.type, commons),
        json: { total, offset, [name]: lines },
        rows: { columns, rows, ...(shown === undefined ? {} : { shown }) },
        notes: [
          ...pageNotes(offset, lines.length, total),
          ...(name === "variables" && total === 0 && asked !== ""
            ? [`no variable is found; ${byMeaning(text(source), asked)}`]
            : []),
        ],
      };
    },
  };
}

/** An empty list of a type is explained by the nodes that have it. */
function explainedType(type: string | undefined, commons: AskedCommons): Pick<Answer, "explain"> {
  if (type === undefined) return {};
  const nodes = { nodes: [type], property: "<-typeOf" } as const;
  return { explain: async () => await commons.ask((world) => world.explain({ node: nodes })) };
}

const foundColumns = ["dcid", "name", "kind", "types", "observed"];
const found = 10;

export const searchCommand: CliCommand = {
  usage: "search <source> <text...>",
  about: "places, variables, types and other nodes by words, with slips",
  details: "Words of names, other names, descriptions and dcids, in any order; the best first.",
  options: [
    {
      flags: "--kind <kind>",
      about: "only these, with observations",
      choices: ["place", "variable"],
    },
    { ...options.type, about: "only nodes of this type, and variables about such nodes" },
    { ...options.limit, about: `at most so many rows; default: ${found}` },
    options.meaning,
  ],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons search data 'median age california'",
    "pocket-commons search data population --kind variable",
  ],
  run: async ([source, words], given, { ask }) => {
    const asked = texts(words).join(" ");
    const [kind, type] = [textOption(given, "kind"), textOption(given, "type")];
    const limit = countOption(given, "limit") ?? found;
    const wanted = { text: asked, kind, type, limit, meaning: given["meaning"] !== false };
    const commons: AskedCommons = await ask([text(source)], given);
    const page = await commons.ask(({ catalog }) => catalog.search(wanted));
    const rows = page.lines.map((line) => foundColumns.map((column) => cellOf(line, column)));
    return {
      ...explainedType(type, commons),
      json: page,
      rows: { columns: foundColumns, rows },
      notes: searchNotes(page, byMeaning(text(source), asked)),
    };
  },
};

/** The command that finds variables by what they are about. */
const byMeaning = (source: string, asked: string): string =>
  `variables by what they are about: ${commandLine(["resolve", source, "-i", asked])}`;

/** What was searched, and which words are unknown or were read as others. */
function searchNotes({ searched, left, words }: FoundPage, meant: string): string[] {
  const read = words.map(({ asked, found, isSlip }) => {
    if (found.length === 0) return `nothing has '${asked}'`;
    return isSlip ? `'${asked}' was read as ${found.map((word) => `'${word}'`).join(", ")}` : [];
  });
  const others = left > 0 ? `, not of ${left} others` : "";
  const isUnclear = words.some(({ isSlip }) => isSlip);
  return [
    `searched: names, other names, descriptions and dcids of ${searched} nodes${others}`,
    ...read.flat(),
    ...(isUnclear ? [meant] : []),
  ];
}

function cellOf(line: object, column: string): Cell {
  return (line as Readonly<Record<string, Cell>>)[column];
}

/** What a part of a list is a part of, and how to go on. */
export function pageNotes(offset: number, count: number, total: number): string[] {
  const end = offset + count;
  if (count === total) return [];
  const first = count === 1 ? "" : `${offset + 1} to `;
  const shown = count === 0 ? "none" : `${first}${end}`;
  const next = end < total && count > 0 ? `; --offset ${end} goes on` : "";
  return [`${shown} of ${total}${next}`];
}

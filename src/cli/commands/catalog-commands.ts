/** What is in a source: lists of variables, entities, types, properties and facets. */

import type {
  Catalog,
  CatalogEntity,
  CatalogFacet,
  CatalogProperty,
  CatalogSearch,
  CatalogType,
  CatalogVariable,
  TypedCatalogSearch,
} from "../../engine.ts";
import type { AskedCommons } from "../../index.ts";
import {
  type CliCommand,
  type CliOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { UsageError } from "../io.ts";
import type { Rows } from "../output.ts";

/** One list: how it is read, and which members of its lines a table shows. */
interface List<Line> {
  readonly name: string;
  readonly about: string;
  readonly examples: readonly string[];
  readonly options?: readonly CliOption[];
  readonly columns: { readonly [Column in string]: (line: Line) => Cell };
  readonly read: (catalog: Catalog, search: TypedCatalogSearch) => readonly Line[];
}

type Cell = string | number | undefined | readonly string[];

const typeFlags = "-t, --type <dcid>";

export const catalogCommands: readonly CliCommand[] = [
  command<CatalogVariable>({
    name: "variables",
    about: "variables that have observations",
    options: [{ flags: typeFlags, about: "only variables with data about entities of this type" }],
    examples: [
      "pocket-commons variables data population",
      "pocket-commons variables data --type State --limit 20",
    ],
    columns: {
      variable: ({ dcid }) => dcid,
      name: ({ name }) => name,
      entities: ({ entityCount }) => entityCount,
      points: ({ observationCount }) => observationCount,
      first: ({ firstDate }) => firstDate,
      last: ({ lastDate }) => lastDate,
      units: ({ units }) => units,
      facets: ({ facetIds }) => facetIds.length,
      types: ({ entityTypes }) => entityTypes,
    },
    read: (catalog, search) => catalog.variables(search),
  }),
  command<CatalogEntity>({
    name: "entities",
    about: "nodes that have a type or observations",
    options: [{ flags: typeFlags, about: "only entities of this type" }],
    examples: ["pocket-commons entities data --type State", "pocket-commons entities data new"],
    columns: {
      entity: ({ dcid }) => dcid,
      name: ({ name }) => name,
      types: ({ types }) => types,
      variables: ({ variableCount }) => variableCount,
    },
    read: (catalog, search) => catalog.entities(search),
  }),
  command<CatalogType>({
    name: "types",
    about: "types of nodes, and how many nodes of each have observations",
    examples: ["pocket-commons types data"],
    columns: {
      type: ({ dcid }) => dcid,
      name: ({ name }) => name,
      nodes: ({ nodeCount }) => nodeCount,
      observed: ({ observedCount }) => observedCount,
    },
    read: (catalog, search) => catalog.types(search),
  }),
  command<CatalogProperty>({
    name: "properties",
    about: "properties, and how many triples have each",
    examples: ["pocket-commons properties data"],
    columns: {
      property: ({ dcid }) => dcid,
      name: ({ name }) => name,
      triples: ({ tripleCount }) => tripleCount,
    },
    read: (catalog, search) => catalog.properties(search),
  }),
  command<CatalogFacet>({
    name: "facets",
    about: "facets: who published series, and how they were measured",
    examples: ["pocket-commons facets data", "pocket-commons facets data census"],
    columns: {
      facet: ({ facetId }) => facetId,
      import: ({ importName }) => importName,
      method: ({ measurementMethod }) => measurementMethod,
      period: ({ observationPeriod }) => observationPeriod,
      unit: ({ unit }) => unit,
      scaling: ({ scalingFactor }) => scalingFactor,
      variables: ({ variableCount }) => variableCount,
      points: ({ observationCount }) => observationCount,
      first: ({ firstDate }) => firstDate,
      last: ({ lastDate }) => lastDate,
      provenance: ({ provenanceUrl }) => provenanceUrl,
    },
    read: (catalog, search) => catalog.facets(search),
  }),
];

function command<Line>({
  name,
  about,
  options = [],
  examples,
  columns,
  read,
}: List<Line>): CliCommand {
  return {
    usage: `${name} <source> [search...]`,
    about: `${about}; with a search, only lines with all its words`,
    options: [...options, { flags: "-n, --limit <lines>", about: "at most so many lines" }],
    examples,
    run: async ([source, search], given, { ask }) => {
      const wanted = searchOf(texts(search), given);
      const commons: AskedCommons = await ask([text(source)], given);
      const lines = await commons.ask(({ catalog }) => read(catalog, wanted));
      return { json: { [name]: lines }, rows: rowsOf(lines, columns) };
    },
  };
}

function rowsOf<Line>(lines: readonly Line[], columns: List<Line>["columns"]): Rows {
  const cells = Object.values(columns);
  return {
    columns: Object.keys(columns),
    rows: lines.map((line) => cells.map((cell) => textOf(cell(line)))),
  };
}

function textOf(cell: Cell): string {
  if (cell === undefined) return "";
  return typeof cell === "object" ? cell.filter(Boolean).join(" ") : String(cell);
}

function searchOf(words: readonly string[], options: OptionValues): TypedCatalogSearch {
  const limit = textOption(options, "limit");
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw new UsageError(`--limit is a number of lines, not "${limit.slice(0, 40)}"`);
  }
  const search: CatalogSearch = {
    search: words.join(" "),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
  const type = textOption(options, "type");
  return type === undefined ? search : { ...search, type };
}

/** Worlds that code writes: in tests, and from any format that the loader does not know. */

import { describeArgument, isPlain } from "../errors/excerpts.ts";
import { csvRow } from "../export/csv-text.ts";
import type { TableColumns } from "../load/described/column-option.ts";
import { isReferenceProperty } from "../load/values/mcf-value.ts";
import { type OptionRows, requireOptions } from "../options/required-options.ts";
import {
  aboutProperty,
  entitiesMax,
  type FacetFields,
  facetFields,
  fieldText,
  tableFields,
} from "../stats/facet-fields.ts";
import type { BlobContent, NamedBlob } from "../store/columns/foreign-values.ts";
import type { Commons } from "./commons.ts";
import type { ByteContent, MemoryFiles, NamedContent, SourceBytes } from "./source-content.ts";

/** A node by its dcid, for a property whose values are texts by default. */
export interface NodeReference {
  readonly dcid: string;
}

/** A text, for a property whose values are nodes by default. */
export interface TextValue {
  readonly text: string;
}

/**
 * A value of an arc. A text is a text, but for properties whose values are always nodes, such as
 * `typeOf` and `containedInPlace`: MCF has the same list.
 */
export type ArcValue = string | number | boolean | NodeReference | TextValue;

/** Arcs out of a node, by property. */
export type Arcs = Readonly<Record<string, ArcValue | readonly ArcValue[]>>;

/** Values of a series by date: `{ 2023: 39_000_000, "2024-06": 39_100_000 }`. */
export type Points = Readonly<Record<string, number | string>>;

/** Rows of the fields of a facet. */
export const facetRows: OptionRows<FacetFields> = mapped(facetFields, ({ object }) => {
  return { is: [object === "flag" ? "flag" : "text"] };
});

function mapped<Name extends string, From, To>(
  from: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Record<Name, To> {
  const entries = Object.entries<From>(from).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries) as Record<Name, To>;
}

/**
 * What is no path: files in memory by name, a `File`, a `Response`, `{ name, content }`; bytes, a
 * `Blob` or a stream of a snapshot; an opened world; and a world that code writes (`world()`).
 */
export type HeldSource =
  | MemoryFiles
  | NamedContent
  | NamedBlob
  | BlobContent
  | ByteContent
  | SourceBytes
  | Commons
  | WorldMaker;

/** A row of a table: cells by the heading of their column. A cell that is missing is empty. */
export type TableRow = Readonly<
  Record<string, string | number | bigint | boolean | null | undefined>
>;

/** A table that `rows` added. */
export interface AddedTable {
  readonly rows: Iterable<TableRow> | AsyncIterable<TableRow>;
  readonly columns: TableColumns;
  /** All rows as CSV, once somebody read them: they are taken from where they come once. */
  bytes?: Promise<Uint8Array>;
}

const variableType = "StatisticalVariable";

/** An empty world, to be written by code. Give it to `open`, or to anything else that takes a source. */
export function world(): WorldMaker {
  return new WorldMaker();
}

/** Collects statements. It is a source; its methods return it. */
export class WorldMaker {
  /** Cells of rows of both tables. */
  readonly #triples: (readonly string[])[] = [];
  readonly #observations: (readonly string[])[] = [];
  readonly #additions: (HeldSource | string | URL)[] = [];
  readonly #tables: AddedTable[] = [];
  readonly #variables = new Set<string>();
  readonly #places = new Set<string>();

  /** A place: its name, its type and the dcids of the places that contain it. */
  place(dcid: string, name: string, type: string, ...within: readonly string[]): this {
    this.node(dcid, { name, typeOf: type, containedInPlace: within });
    this.#places.add(dcid);
    return this;
  }

  /**
   * A node and arcs out of it. A node may be added several times, with further arcs.
   *
   * @param provenance dcid of the provenance of these arcs; default: none
   */
  node(dcid: string, arcs: Arcs, provenance = ""): this {
    requireText(dcid, "a node needs a dcid");
    requireMembers(arcs, `arcs of '${dcid}' are an object, as { name: "A" }`);
    for (const [property, values] of Object.entries(arcs)) {
      requireText(property, `an arc of '${dcid}' needs a property`);
      for (const value of [values].flat() as readonly ArcValue[]) {
        requireValue(value, `a value of '${property}' of '${dcid}'`);
        const triple = tripleOf(dcid, property, value, provenance);
        this.#triples.push(triple);
        if (property === "containedInPlace") this.#places.add(dcid);
        if (property === "typeOf" && triple[2] === variableType) this.#variables.add(dcid);
      }
    }
    return this;
  }

  /**
   * A series of observations of one variable about one entity, or about up to three by the
   * properties of the variable: `{ sourceCountry: "country/USA", destinationCountry: "country/CAN" }`.
   *
   * @throws TypeError for what this world calls a variable in the place of the entity, or a place in that of the
   * variable, for a day that its month lacks, and for a date with two readings
   */
  series(
    variable: string,
    entity: string | Readonly<Record<string, string>>,
    points: Points,
    facet: FacetFields = {},
  ): this {
    requireText(variable, `a series needs a variable, then an entity${notGiven(variable)}`);
    const isOne = typeof entity !== "object" || entity === null;
    const entities = Object.entries(isOne ? { [aboutProperty]: entity } : entity);
    for (const [, one] of entities) {
      const given = isOne ? one : entity;
      requireText(one, `a series of '${variable}' needs an entity, then points${notGiven(given)}`);
      this.#checkOrder(variable, one);
    }
    if (entities.length === 0 || entities.length > entitiesMax) {
      const count = `${entities.length} entities`;
      throw new TypeError(`a series of '${variable}' is about one to ${entitiesMax}, not ${count}`);
    }
    requireMembers(points, `points of '${variable}' are an object, as { 2020: 1 }`);
    requireOptions("series", facet, facetRows);
    const fields = tableFields.map((field) => fieldText(facet, field));
    const of = entities.map(([, one]) => `'${one}'`).join(", ");
    for (const [date, value] of Object.entries(points)) {
      const what = `a point of '${variable}' of ${of} at '${date}'`;
      requireValue(value, what);
      requireDate(date, what);
      const [own, properties] = isOne ? [entity, ""] : ["", JSON.stringify(entity)];
      this.#observations.push([own, variable, date, String(value), ...fields, properties]);
    }
    return this;
  }

  /**
   * Observations of a table: what the option `columns` of `open` reads of a CSV, from rows that code
   * makes. So any format becomes a source. The first row says which columns there are.
   *
   * @param rows a list, or a generator, or anything else that gives rows; it is read when the world is
   * opened first
   * @param columns what the columns hold, as the option `columns` of `open`
   * @throws TypeError for what gives no rows; when it is opened, for a description that is none
   */
  rows(rows: Iterable<TableRow> | AsyncIterable<TableRow>, columns: TableColumns): this {
    const isList = typeof rows === "object" && rows !== null;
    if (!(isList && (Symbol.asyncIterator in rows || Symbol.iterator in rows))) {
      throw new TypeError(
        `rows needs a list or a generator of rows, not ${describeArgument(rows)}`,
      );
    }
    this.#tables.push({ rows, columns });
    return this;
  }

  /** Refuses exchanged arguments, as far as the types of nodes of this world show them. */
  #checkOrder(variable: string, entity: string): void {
    if (this.#variables.has(variable) || this.#places.has(entity)) return;
    const isVariable = this.#variables.has(entity);
    if (!isVariable && !this.#places.has(variable)) return;
    const [odd, what] = isVariable ? [entity, variableType] : [variable, "place"];
    throw new TypeError(`series takes a variable, then an entity: '${odd}' is a ${what}`);
  }

  /** Everything that a source, a Commons or another world holds. */
  add(source: HeldSource | string | URL): this {
    this.#additions.push(source);
    return this;
  }

  /** @internal */
  get additions(): readonly (HeldSource | string | URL)[] {
    return this.#additions;
  }

  /** @internal */
  get tables(): readonly AddedTable[] {
    return this.#tables;
  }

  /**
   * The statements of its own, as files for the loader.
   *
   * @internal
   */
  get files(): Readonly<Record<string, string>> {
    const graph = [{ file: "triples.csv", provenanceId: "" }];
    return {
      // Without this, a file without provenances would get one of its own.
      "manifest.json": JSON.stringify({ graph, observations: "observations.csv" }),
      "triples.csv": tableOf(tripleColumns, this.#triples),
      "observations.csv": tableOf(observationColumns, this.#observations),
    };
  }
}

function requireMembers(given: unknown, message: string): void {
  if (isPlain(given)) return;
  throw new TypeError(`${message}, not ${describeArgument(given)}`);
}

/** What is absent would become a text: "undefined". */
function requireValue(value: unknown, what: string): void {
  if (value === undefined || value === null) throw new TypeError(`${what} is ${value}`);
  // What is no object is its own.
  if (Object(value) !== value || (isPlain(value) && ("dcid" in value || "text" in value))) return;
  const given = describeArgument(value);
  throw new TypeError(`${what} is a text, a number, { dcid } or { text }, not ${given}`);
}

/** The loader says what is no date. It takes any day, and the first of two readings. */
function requireDate(date: string, what: string): void {
  const day = /^\d{4}-\d\d-\d\d/.exec(date)?.[0];
  if (day !== undefined && !new Date(day).toJSON()?.startsWith(day))
    throw new TypeError(`${what}: there is no such day`);
  if (/^(?:0?\d|1[0-2])\/(?:0?\d|1[0-2])\//.test(date))
    throw new TypeError(`${what}: the date has two readings`);
}

/** The cells of a triple. A value is a node or a text: one of its two cells is empty. */
function tripleOf(
  subject: string,
  predicate: string,
  value: ArcValue,
  provenance: string,
): readonly string[] {
  if (typeof value === "object") {
    const { dcid = "", text = "" } = value as Partial<NodeReference & TextValue>;
    return [subject, predicate, dcid, text, provenance];
  }
  const object = isReferenceProperty(predicate) ? [String(value), ""] : ["", String(value)];
  return [subject, predicate, ...object, provenance];
}

/** What was given in the place of a text. */
const notGiven = (given: unknown): string =>
  given === "" ? "" : `, not ${describeArgument(given)}`;

function requireText(text: unknown, message: string): void {
  if (typeof text !== "string" || text === "") throw new TypeError(message);
}

const tripleColumns = ["subject_id", "predicate", "object_id", "object_value", "provenance"];
const facetColumns = tableFields.map((field) => facetFields[field].column);
const observationColumns = ["entity", "variable", "date", "value", ...facetColumns, "properties"];

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map(csvRow).join("");
}

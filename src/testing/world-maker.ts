/** Worlds that a test writes in its own code. */

import type { Commons } from "../commons/commons.ts";
import type { SnapshotSource } from "../commons/reopen.ts";
import { csvRow } from "../export/csv-text.ts";
import type {
  BaseSource,
  BlobContent,
  MemoryFiles,
  NamedBlob,
  OpenOptions,
  open,
  Source,
} from "../index.ts";
import { isReferenceProperty } from "../load/values/mcf-value.ts";
import { type Facet, facetFields, fieldText, tableFields } from "../stats/facets/facet-fields.ts";
import { bytesOf, isUrl } from "../store/columns/foreign-values.ts";

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

/** The fields of a facet. Fields that are left out are empty. */
export type FacetFields = Partial<Facet>;

/** What `add` takes: sources of `open`, a Commons, or another world. */
export type Addition = Source | SnapshotSource | BlobContent | Commons | WorldMaker;

/** An empty world. */
export function world(): WorldMaker {
  return new WorldMaker();
}

/** Collects statements, then opens them as a world. Methods that add return the maker. */
export class WorldMaker {
  /** Cells of rows of both tables. */
  readonly #triples: (readonly string[])[] = [];
  readonly #observations: (readonly string[])[] = [];
  readonly #additions: Addition[] = [];

  /** A place: its name, its type and the places that contain it. */
  place(dcid: string, name: string, type: string, ...within: readonly string[]): this {
    return this.node(dcid, { name, typeOf: type, containedInPlace: within });
  }

  /**
   * A node and arcs out of it. A node may be added several times, with further arcs.
   *
   * @param provenance dcid of the provenance of these arcs; default: none
   */
  node(dcid: string, arcs: Arcs, provenance = ""): this {
    requireText(dcid, "a node needs a dcid");
    for (const [property, values] of Object.entries(arcs)) {
      requireText(property, `an arc of '${dcid}' needs a property`);
      for (const value of [values].flat() as readonly ArcValue[]) {
        this.#triples.push(tripleOf(dcid, property, value, provenance));
      }
    }
    return this;
  }

  /** A series of observations of one variable about one entity. */
  series(variable: string, entity: string, points: Points, facet: FacetFields = {}): this {
    requireText(variable, "a series needs a variable");
    requireText(entity, `a series of '${variable}' needs an entity`);
    const whole = { ...noFacet, ...facet };
    const fields = tableFields.map((field) => fieldText(whole, field));
    for (const [date, value] of Object.entries(points)) {
      this.#observations.push([entity, variable, date, String(value), ...fields]);
    }
    return this;
  }

  /** Everything that a source, a Commons or another world holds. */
  add(addition: Addition): this {
    this.#additions.push(addition);
    return this;
  }

  /** The statements without additions, as files for the loader. */
  get files(): MemoryFiles {
    const graph = [{ file: "triples.csv", provenanceId: "" }];
    return {
      // Without this, a file without provenances would get one of its own.
      "manifest.json": JSON.stringify({ graph, observations: "observations.csv" }),
      "triples.csv": tableOf(tripleColumns, this.#triples),
      "observations.csv": tableOf(observationColumns, this.#observations),
    };
  }

  /**
   * The world, frozen. Where order counts, the first addition comes first.
   *
   * @throws LoadError (rejects) when an addition cannot be loaded
   */
  async open(options: OpenOptions = {}): Promise<Commons> {
    const sources: (Source | BaseSource)[] = [];
    // Bases come before files: a later base becomes files.
    let isFirst = true;
    for (const [at, addition] of this.#allAdditions().entries()) {
      isFirst &&= isBase(addition);
      const source = isFirst ? addition : await sourceOf(addition, `addition-${at}`);
      sources.push(source as Source | BaseSource);
    }
    return await openHere(sources, options);
  }

  #allAdditions(): Addition[] {
    const others = this.#additions.flatMap((one) =>
      one instanceof WorldMaker ? one.#allAdditions() : [one],
    );
    return [...others, this.files];
  }
}

/** Whether an addition is a loaded world: a snapshot or a Commons. */
function isBase(addition: Addition): boolean {
  if (isCommons(addition)) return true;
  if (typeof addition === "string" || isUrl(addition)) {
    return String(addition).toLowerCase().endsWith(".pocket");
  }
  const isBlob = "arrayBuffer" in addition;
  return bytesOf(addition) !== undefined || (isBlob && !("name" in addition));
}

async function sourceOf(addition: Addition, folder: string): Promise<Source> {
  if (isCommons(addition)) return exported(addition, folder);
  if (isBase(addition)) return exported(await openHere(addition as SnapshotSource), folder);
  if (typeof addition === "string" || isUrl(addition)) return addition;
  const isBlob = "arrayBuffer" in addition;
  if (!isBlob) return inFolder(folder, addition as MemoryFiles);
  return { [`${folder}/${(addition as NamedBlob).name}`]: addition as NamedBlob };
}

/** Opens with the library's door of this place: a page has no files. */
const openHere: typeof open = async (source, options) => {
  const door = await import("../index.ts");
  return await door.open(source, options);
};

/** The statements of a Commons, as files. */
function exported(commons: Commons, folder: string): MemoryFiles {
  const { files } = commons.export("tables");
  const texts = files.map(({ name, text }) => [name, [...text()].join("")] as const);
  return inFolder(folder, Object.fromEntries(texts));
}

/** Each addition has its own folder, so that names of files differ. */
function inFolder(folder: string, files: MemoryFiles): MemoryFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}

function isCommons(value: Addition): value is Commons {
  return typeof value === "object" && "export" in value && typeof value.export === "function";
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

function requireText(text: unknown, message: string): void {
  if (typeof text !== "string" || text === "") throw new TypeError(message);
}

const tripleColumns = ["subject_id", "predicate", "object_id", "object_value", "provenance"];
const facetColumns = tableFields.map((field) => facetFields[field].column);
const observationColumns = ["entity", "variable", "date", "value", ...facetColumns];

const noFacet: Facet = {
  importName: "",
  provenanceUrl: "",
  measurementMethod: "",
  observationPeriod: "",
  scalingFactor: "",
  unit: "",
  isDcAggregate: false,
  provenanceId: "",
};

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map(csvRow).join("");
}

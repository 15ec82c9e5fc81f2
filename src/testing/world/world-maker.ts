/** Worlds that a test writes down where it needs them. */

import type { Commons, SnapshotSource } from "../../commons/index.ts";
import type {
  BaseSource,
  BlobContent,
  MemoryFiles,
  NamedBlob,
  OpenOptions,
  open,
  Source,
} from "../../index.ts";
import { isReferenceProperty } from "../../load/values/mcf-value.ts";
import type { Facet } from "../../stats/index.ts";
import { bytesOf, isUrl } from "../../store/index.ts";
import { type ObservationRow, observationTable, type TripleRow, tripleTable } from "./tables.ts";

/** A node by its dcid, where a text would be a text. */
export interface NodeReference {
  readonly dcid: string;
}

/** A text, where a text would be a node. */
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

/** What a series says of its source; what is left out is empty. */
export type FacetFields = Partial<Facet>;

/** What `add` takes: sources of `open`, a Commons, or another world. */
export type Addition = Source | SnapshotSource | BlobContent | Commons | WorldMaker;

/** An empty world. */
export function world(): WorldMaker {
  return new WorldMaker();
}

/** Statements that are collected and then opened. Every method adds to it and returns it. */
export class WorldMaker {
  readonly #triples: TripleRow[] = [];
  readonly #observations: ObservationRow[] = [];
  readonly #additions: Addition[] = [];

  /** A place: its name, its type and the places that it lies in. */
  place(dcid: string, name: string, type: string, ...within: readonly string[]): this {
    return this.node(dcid, { name, typeOf: type, containedInPlace: within });
  }

  /**
   * A node and arcs out of it. More arcs of a known node are added to those it has.
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
    for (const [date, value] of Object.entries(points)) {
      this.#observations.push({ variable, entity, date, value: String(value), facet });
    }
    return this;
  }

  /** Everything that a source, a Commons or another world holds. */
  add(addition: Addition): this {
    this.#additions.push(addition);
    return this;
  }

  /** What was said by methods, without additions, as files that the loader reads. */
  get files(): MemoryFiles {
    const graph = [{ file: "triples.csv", provenanceId: "" }];
    return {
      // Else a file without provenances would have one of its own.
      "manifest.json": JSON.stringify({ graph, observations: "observations.csv" }),
      "triples.csv": tripleTable(this.#triples),
      "observations.csv": observationTable(this.#observations),
    };
  }

  /**
   * The world, frozen. What was added first counts first, where order counts.
   *
   * @throws LoadError (rejects) when an addition cannot be loaded
   */
  async open(options: OpenOptions = {}): Promise<Commons> {
    const sources: (Source | BaseSource)[] = [];
    // Bases count before files: one that comes later goes with the files.
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

/** Says whether an addition was loaded before: a snapshot or a Commons. */
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

/** With the door of the place where this runs: a page has no files. */
const openHere: typeof open = async (source, options) => {
  const door = await import("../../index.ts");
  return await door.open(source, options);
};

/** The statements of a Commons, as files. */
function exported(commons: Commons, folder: string): MemoryFiles {
  const { files } = commons.export("tables");
  const texts = files.map(({ name, text }) => [name, [...text()].join("")] as const);
  return inFolder(folder, Object.fromEntries(texts));
}

/** Each addition has a folder of its own: names of files do not meet. */
function inFolder(folder: string, files: MemoryFiles): MemoryFiles {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]),
  );
}

function isCommons(value: Addition): value is Commons {
  return typeof value === "object" && "export" in value && typeof value.export === "function";
}

function tripleOf(
  subject: string,
  predicate: string,
  value: ArcValue,
  provenance: string,
): TripleRow {
  if (typeof value === "object") {
    const { dcid = "", text = "" } = value as Partial<NodeReference & TextValue>;
    return { subject, predicate, node: dcid, text, provenance };
  }
  const text = String(value);
  return isReferenceProperty(predicate)
    ? { subject, predicate, node: text, text: "", provenance }
    : { subject, predicate, node: "", text, provenance };
}

function requireText(text: unknown, message: string): void {
  if (typeof text !== "string" || text === "") throw new TypeError(message);
}

/** The columns and the world of one version of a remote world, as they grow. */

import { provideLateResponses } from "../adapters/edge/late-response.ts";
import { Commons } from "../commons/commons.ts";
import { SnapshotError } from "../errors/errors.ts";
import type { RequestLimits } from "../options/governor.ts";
import { checkPart } from "../parts/index-of-parts.ts";
import { worldInParts } from "../parts/world-in-parts.ts";
import { Snapshot } from "../snapshot/snapshot.ts";
import { type WorldContents, worldFrom } from "../snapshot/world-contents.ts";
import { slicingCrc32 } from "../store/columns/crc32.ts";
import { absent, RemoteBytes } from "./remote-bytes.ts";
import { headHere, headPositions, type ObjectHead } from "./snapshot-head.ts";
import { RemoteError } from "./stores/block-store.ts";
import { WatchedColumns } from "./watched-columns.ts";
import type { WorldObject, WorldObjects } from "./world-objects.ts";

provideLateResponses();

/** A snapshot, and its columns for both kinds of passes. */
interface OpenObject {
  readonly snapshot: Snapshot;
  readonly kept: WatchedColumns;
  /** The same columns, for the worlds of collecting passes. */
  readonly passing: WatchedColumns;
}

/**
 * Columns made of the blocks of one version, and the world that answers from them. The memory of
 * columns is freed as a whole only. So a new generation begins when the columns have grown.
 */
export class Generation {
  /** Of the first object. */
  readonly bytes: RemoteBytes;
  /** The world of all answers. It reads real blocks only. */
  readonly kept: Commons;
  readonly #objects: WorldObjects;
  readonly #graph: OpenObject;
  readonly #index: OpenObject | undefined;
  readonly #parts = new Map<number, OpenObject>();
  readonly #limits: RequestLimits;
  /** Resolves when the pass that runs now ends; undefined when it never waits. */
  #busy: Promise<unknown> | undefined;

  /** @throws SnapshotError for a damaged header or near section */
  constructor(
    bytes: RemoteBytes,
    limits: RequestLimits,
    objects: WorldObjects,
    graph: ObjectHead,
    index: ObjectHead | undefined,
  ) {
    this.bytes = bytes;
    this.#limits = limits;
    this.#objects = objects;
    this.#graph = openObject(bytes, graph.hasNear);
    this.#index = index && openObject(this.#beside(objects.at(1), index), index.hasNear);
    this.kept = this.#over("kept");
  }

  /** A new world over the same columns. */
  fresh(): Commons {
    return this.#over("passing");
  }

  #beside(object: WorldObject, { name, length, held }: Omit<ObjectHead, "tag" | "version">) {
    const { cache } = this.bytes;
    return new RemoteBytes(name, length, held, cache, object.start, this.bytes);
  }

  #over(pass: "kept" | "passing"): Commons {
    const [graph, index] = [this.#graph, this.#index];
    const limits = this.#limits;
    const columnsOf = (object: OpenObject) => ({
      snapshot: object.snapshot,
      columns: object[pass],
    });
    const { snapshot } = index ?? graph;
    if (index === undefined) {
      const made = worldFrom(graph[pass], snapshot.contents, this.bytes.file);
      return new Commons({ ...made, limits, snapshot });
    }
    const made = worldInParts({
      graph: columnsOf(graph),
      index: columnsOf(index),
      nameOf: (part) => this.#objects.at(2 + part).name,
      partAt: (part, isNeeded) => {
        const opened = this.#partAt(part, isNeeded);
        return opened && columnsOf(opened);
      },
    });
    return new Commons({ ...made, limits, snapshot });
  }

  /**
   * @returns undefined for a part whose header is not here, in a pass that goes on without it
   * @throws `absent` in any other pass; RemoteError for a part that is not the one that the pointer names
   */
  #partAt(part: number, isNeeded: boolean): OpenObject | undefined {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const { pass, run } = this.bytes;
    // What else is missing may have led to this part with zeros.
    if (!isNeeded && pass.mode === "collecting" && pass.wanted.size > pass.heads) return undefined;
    const object = this.#objects.at(2 + part);
    const before = pass.wanted.size;
    try {
      const head = headHere(object, this.bytes);
      if (head !== undefined) {
        const opened = openObject(this.#beside(object, head), head.hasNear);
        this.#checkPart(part, opened.snapshot);
        for (const { bytes } of head.held) run.filledBytes += bytes.length;
        this.#parts.set(part, opened);
        return opened;
      }
    } catch (error) {
      if (!(error instanceof SnapshotError || error instanceof RemoteError)) throw error;
      // All of the header is read again: what is wrong may lie in any block of it.
      for (const position of headPositions(object)) this.bytes.refuse(position);
      const failure = new RemoteError("damaged", error.message, { offset: 0 });
      pass.fail(failure, object.start);
      throw failure;
    }
    pass.heads += pass.wanted.size - before;
    if (isNeeded || pass.mode === "throwing") throw absent;
    return undefined;
  }

  #checkPart(part: number, { contents, file = "", tag }: Snapshot): void {
    const tags = inPartsOf(this.#index?.snapshot)?.parts;
    const expected = { tag: tags?.[part] ?? "", graph: this.#graph.snapshot.tag };
    checkPart(file, { tag, graph: inPartsOf({ contents })?.graph }, expected);
  }

  /** Runs a pass after the pass before it. Resolves to what the action returned or threw. */
  async run<Result>(
    begin: () => void,
    action: () => Result | Promise<Result>,
  ): Promise<Outcome<Result>> {
    while (this.#busy !== undefined) await this.#busy;
    begin();
    try {
      const result = action();
      if (!(result instanceof Promise)) return { result };
      const settled = result.then(
        (value): Outcome<Result> => ({ result: value }),
        (error: unknown): Outcome<Result> => ({ error }),
      );
      this.#busy = settled;
      const outcome = await settled;
      this.#busy = undefined;
      return outcome;
    } catch (error) {
      return { error };
    }
  }
}

/** The result or the error of a pass. */
export type Outcome<Result> =
  | { readonly result: Result; readonly error?: never }
  | { readonly error: unknown };

function openObject(bytes: RemoteBytes, hasNear: boolean): OpenObject {
  const snapshot = new Snapshot(bytes, slicingCrc32);
  const sections = snapshot.sectionTable();
  sections.checkLengths();
  const offsets = sections.offsets();
  const kept = new WatchedColumns(snapshot, bytes, offsets);
  const passing = new WatchedColumns(snapshot, bytes, offsets, true);
  // Those that came with the header are checked at once.
  if (hasNear) snapshot.readNear();
  return { snapshot, kept, passing };
}

const inPartsOf = (snapshot: Pick<Snapshot, "contents"> | undefined) =>
  (snapshot?.contents as WorldContents | undefined)?.inParts;

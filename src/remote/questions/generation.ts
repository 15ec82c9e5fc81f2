/**
 * What was made of the blocks of one version: columns, and the world that answers from them. Memory of
 * columns is only ever given back as a whole, so a reader begins a new generation when its columns have
 * grown.
 */

import { endpoints, type FetchSettings, RestService } from "../../adapters/index.ts";
import { Commons } from "../../commons/index.ts";
import { provideEngine } from "../../engine/index.ts";
import { checkContents, Snapshot, slicingCrc32, worldFrom } from "../../snapshot/index.ts";
import { checkLengths, offsetsIn } from "./known-columns.ts";
import { absent } from "./pass.ts";
import type { RemoteBytes } from "./remote-bytes.ts";
import { WatchedColumns } from "./watched-columns.ts";

// Its methods answer every question, as those of a world in Node do.
provideEngine();

/** A world that questions are asked of. */
export interface Place {
  readonly commons: Commons;
  readonly service: RestService;
}

export class Generation {
  readonly bytes: RemoteBytes;
  /** Answers come from this one alone: it never sees a block that is not here. */
  readonly kept: Place;
  readonly #snapshot: Snapshot;
  /** The same columns, for worlds that are thrown away. */
  readonly #passing: WatchedColumns;
  readonly #settings: FetchSettings;
  /** Resolves when a pass ends that waits for something. */
  #busy: Promise<unknown> | undefined;

  /** @throws `absent` until the parts around the sections are here */
  constructor(bytes: RemoteBytes, settings: FetchSettings) {
    this.bytes = bytes;
    this.#settings = settings;
    this.#snapshot = new Snapshot(bytes, slicingCrc32);
    const { contents } = this.#snapshot;
    checkContents(contents, bytes.file);
    const sections = this.#snapshot.sectionTable();
    checkLengths(sections, contents);
    const offsets = offsetsIn(sections, contents);
    this.#passing = new WatchedColumns(this.#snapshot, bytes, offsets, true);
    this.kept = this.#over(new WatchedColumns(this.#snapshot, bytes, offsets));
  }

  /**
   * Reads and checks the sections that came with the header.
   * @throws SnapshotError when one is damaged
   */
  readNear(): void {
    this.#snapshot.readNear();
  }

  /** A world that remembers nothing, over the same columns. */
  fresh(): Place {
    return this.#over(this.#passing);
  }

  #over(columns: WatchedColumns): Place {
    const snapshot = this.#snapshot;
    const { world, info } = worldFrom(columns, snapshot.contents, this.bytes.file);
    const settings = this.#settings;
    const commons = new Commons({ world, info, settings, snapshot });
    return { commons, service: new RestService(endpoints, world, settings) };
  }

  /** Runs one pass after the other. What it returns tells what the action returned or threw. */
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

/** What came of a pass. */
export type Outcome<Result> =
  | { readonly result: Result; readonly error?: never }
  | { readonly error: unknown };

export function isAbsent(error: unknown): boolean {
  return error === absent;
}

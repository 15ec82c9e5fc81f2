/** From a snapshot, or from the memory of another thread, to a Commons. */

import type { LoadOptions } from "../load/load.ts";
import { checkRow } from "../options/request-rows.ts";
import type { OptionRows } from "../options/required-options.ts";
import type { SnapshotHost } from "../snapshot/host.ts";
import { type CommonsHandle, checkHandle, SharedColumns } from "../snapshot/share.ts";
import { Snapshot, type SnapshotCheck, structurePart } from "../snapshot/snapshot.ts";
import type { SnapshotBytes } from "../snapshot/snapshot-bytes.ts";
import { worldFrom } from "../snapshot/world-contents.ts";
import type { FacetRanking } from "../stats/ranking.ts";
import { Commons } from "./commons.ts";

export interface ReopenOptions {
  /**
   * How much of a snapshot is read and checked before it is returned. `needed` (default): what a
   * question needs is read then. `all`: its file is not needed any more. No effect on other files.
   */
  readonly read?: "needed" | "all" | undefined;
  /**
   * What is checked of a snapshot. `structure`: all of it at once, as `verify("structure")` does,
   * so that one that somebody forged is refused. `checksums`: the bytes of each part when it is
   * read. Default: `structure` for bytes in memory, which came from elsewhere, and `checksums` for a
   * file, which is one's own. No effect on other files.
   */
  readonly verify?: SnapshotCheck | undefined;
  /**
   * In a page: loads SPARQL, `resolve`, `catalog.search` and the older endpoints when `ready` or a request to
   * `fetch` wants them, and not with the world. Default: false, all methods answer at once.
   */
  readonly lazy?: boolean | undefined;
  /** An aborted signal opens nothing. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of loading. A snapshot refuses them: it was loaded before. */
const loadOnly = [
  "ranking",
  "provenance",
  "columns",
  "base",
  "strict",
  "onDiagnostic",
  "allowOutside",
] as const;

export async function reopen(
  stored: SnapshotBytes,
  options: ReopenOptions,
  host: SnapshotHost,
): Promise<Commons> {
  try {
    options.signal?.throwIfAborted();
    // What is no snapshot is said first.
    const snapshot = new Snapshot(stored, host.crc32);
    refuseLoadOptions(options);
    const { verify = stored.isForeign ? "structure" : "checksums" } = options;
    const { world, info } = worldFrom(snapshot, snapshot.contents, snapshot.file);
    if (verify === "checksums") snapshot.guard();
    if (options.read === "all") await snapshot.readAll();
    if (verify === "structure") {
      await structurePart.load();
      snapshot.verify(verify);
    }
    options.signal?.throwIfAborted();
    return new Commons({ world, info, host, snapshot });
  } catch (error) {
    stored.close();
    throw error;
  }
}

export function refuseLoadOptions(options: ReopenOptions): void {
  const given = loadOnly.find((name) => Reflect.get(options, name) !== undefined);
  if (given === undefined) return;
  throw new TypeError(`a snapshot was loaded before: the option '${given}' comes too late`);
}

export function attachTo(handle: CommonsHandle, host: SnapshotHost): Commons {
  checkHandle(handle);
  const { world, info } = worldFrom(new SharedColumns(handle), handle.contents, undefined);
  return new Commons({ world, info, host });
}

/** How `open` loads. */
export interface OpenSettings extends LoadOptions, ReopenOptions {
  /**
   * A world in which entities are looked up that files describe by name or identifier, if no loaded
   * file has them. Nothing else of it is loaded. Default: none.
   */
  readonly base?: Commons | undefined;
  /** Scores and order of facets. Default: those of the real service. */
  readonly ranking?: FacetRanking | undefined;
}

const loadRows = {
  onProgress: { is: ["function"] },
  signal: { is: ["signal"] },
  onDiagnostic: { is: ["function"] },
  strict: { is: ["flag"] },
  provenance: { is: ["text"] },
  allowOutside: {
    is: ["flag"],
  },
  columns: { is: ["object"] },
} satisfies OptionRows<LoadOptions>;

const reopenRows = {
  read: {
    is: ["text"],
    choices: ["needed", "all"],
  },
  verify: checkRow,
  lazy: { is: ["flag"] },
  signal: { is: ["signal"] },
} satisfies OptionRows<ReopenOptions>;

export const openRows = {
  ...reopenRows,
  ...loadRows,
  base: { is: ["object"] },
  ranking: { is: ["object"] },
} satisfies OptionRows<OpenSettings>;

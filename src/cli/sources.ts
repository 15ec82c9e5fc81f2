/** Opens what a command is about, with a progress bar where someone looks. */

import { SingleBar } from "cli-progress";
import { type Commons, type LoadProgress, type OpenOptions, open } from "../index.ts";
import { type CliIo, UsageError } from "./io.ts";

export interface SourceOptions {
  /** Further sources. */
  readonly with?: readonly string[];
  readonly provenance?: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
}

/** Below this nothing is drawn: it is read before a bar could be seen. */
const barBytesMin = 20_000_000;

export async function openSources(
  sources: readonly string[],
  options: SourceOptions,
  io: CliIo,
): Promise<Commons> {
  const all = [...sources, ...(options.with ?? [])];
  if (all.length === 0) throw new UsageError("name a file or a folder to read");
  const bar = options.quiet === true ? undefined : barOn(io);
  const settings: OpenOptions = {
    requireKey: false,
    ...(bar === undefined ? {} : { onProgress: bar.show }),
    ...(options.provenance === undefined ? {} : { provenance: options.provenance }),
    ...(options.strict === true ? { strict: true } : {}),
  };
  try {
    const commons = await open(all.length === 1 ? (all[0] as string) : all, settings);
    bar?.stop();
    if (options.quiet !== true) tellDiagnostics(commons, io);
    return commons;
  } finally {
    bar?.stop();
  }
}

/** Empty cells and the like are warnings, which a sparse table has by the thousand. */
function tellDiagnostics({ info }: Commons, io: CliIo): void {
  const { fatal, error } = info.diagnostics.levels;
  if (fatal + error === 0) return;
  io.stderr(`${fatal + error} errors while loading; "pocket-commons info" shows them\n`);
}

/** Draws on a terminal only, and for what takes long enough to be seen. */
export function barOn(io: CliIo) {
  const stream = io.progressStream;
  if (stream === undefined) return undefined;
  let bar: SingleBar | undefined;
  return {
    show: ({ bytesRead, bytesTotal, rows }: LoadProgress) => {
      if (bytesTotal < barBytesMin) return;
      if (bar === undefined) {
        bar = new SingleBar({
          stream,
          format: "loading [{bar}] {percentage} %  {rows} rows  {eta} s left",
          hideCursor: true,
          clearOnComplete: true,
          barCompleteChar: "=",
          barIncompleteChar: " ",
        });
        bar.start(bytesTotal, 0, { rows: 0 });
      }
      bar.update(bytesRead, { rows });
    },
    stop: () => {
      bar?.stop();
      bar = undefined;
    },
  };
}

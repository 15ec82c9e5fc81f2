/** What a short program takes from its start to its end: import, open a snapshot, one answer. */

import { execFile } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Figures, median } from "../contest/figures.ts";
import { worldSizes } from "../data/scales.ts";
import { generateWorld } from "../data/world.ts";
import { WorldFileWriter, worldFiles } from "../data/world-files.ts";
import { open } from "../library.ts";

/** Its snapshot has about 5 MB. */
const size = { ...worldSizes.T, triples: 145_000, observations: 145_000 };
const processPath = fileURLToPath(new URL("./start-process.js", import.meta.url));
/** The built library, as its users import it. */
const libraryPath = new URL("../../../dist/index.js", import.meta.url).href;
const run = promisify(execFile);

export async function measureStart(folder: string, rounds: number): Promise<Figures> {
  const own = join(folder, "start");
  mkdirSync(own, { recursive: true });
  try {
    const files = worldFiles(own);
    const writer = new WorldFileWriter(files, { mcf: false, byReference: false, ntriples: false });
    generateWorld(size, [writer]);
    writer.close();
    const snapshot = join(own, "start.pocket");
    await (await open([files.triples, files.observations])).save(snapshot);
    const whole: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await timeProcess("--eval", "0"));
      whole.push(await timeProcess(processPath, snapshot, libraryPath));
    }
    return {
      "start.time": median(whole),
      "start.node": median(bare),
      "start.bytes": statSync(snapshot).size,
    };
  } finally {
    rmSync(own, { recursive: true });
  }
}

async function timeProcess(...given: readonly string[]): Promise<number> {
  const start = performance.now();
  await run(process.execPath, given);
  return performance.now() - start;
}

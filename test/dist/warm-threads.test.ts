/** Threads of one load serve the next one, in a program that ends when it is done. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withFolder } from "../unit/load/load-texts.ts";

const library = new URL("../../dist/index.js", import.meta.url);

/** Bytes from which new threads read a file of MCF; threads that wait read one of half the size. */
const largeBytes = 128 * 1024 * 1024;
/** A load of threads that wait has no longer to wait than this. */
const idleMs = 10_000;

const program = `
  import { open } from ${JSON.stringify(library.href)};
  let started = 0;
  process.on("worker", () => started++);
  const load = async (folder, threads) => {
    const { info } = await open(folder, { threads });
    return [info.tripleCount, started];
  };
  const [large, small] = process.argv.slice(1);
  const found = [await load(small, 2), await load(large, 2), await load(large, 2), await load(small, 2)];
  console.log(JSON.stringify({ found, at: Date.now() }));
`;

test("threads start once, and no program waits for them", { timeout: 60_000 }, async () => {
  const text = "of thousand letters, ".repeat(50);
  const line = (at: number) => `Node: dcid:n${at}\ndescription: "${text}"\n\n`;
  const linesOf = (bytes: number) => Math.ceil(bytes / line(0).length);
  const [many, few] = [linesOf(largeBytes), linesOf(largeBytes / 2)];
  const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at)).join("");
  const files = { "large/a.mcf": lines(many), "small/a.mcf": lines(few) };
  await withFolder(files, async (folder) => {
    const paths = ["large", "small"].map((name) => join(folder, name));
    const args = ["--input-type=module", "-e", program, ...paths];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const ended = Date.now();
    const { found, at } = JSON.parse(stdout);
    expect(found).toEqual([
      [few, 0],
      [many, 1],
      [many, 1],
      [few, 1],
    ]);
    expect(ended - at).toBeLessThan(idleMs);
  });
});

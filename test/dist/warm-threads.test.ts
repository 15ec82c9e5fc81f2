/** Threads of one load serve the next one, in a program that ends when it is done. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withFolder } from "../unit/load/load-texts.ts";

const library = new URL("../../dist/index.js", import.meta.url);

const rowCount = 1_300_000;
/** A load of threads that wait has no longer to wait than this. */
const idleMs = 10_000;

const program = `
  import { open } from ${JSON.stringify(library.href)};
  let started = 0;
  process.on("worker", () => started++);
  const load = async (folder, threads) => {
    const { info } = await open(folder, { threads });
    return [info.observations, started];
  };
  const [large, small] = process.argv.slice(1);
  const found = [await load(small, 2), await load(large, 2), await load(large, 2), await load(small, 2)];
  console.log(JSON.stringify({ found, at: Date.now() }));
`;

test("threads start once, and no program waits for them", { timeout: 60_000 }, async () => {
  const row = (at: number) => `Count_Thing,geoId/${at % 100_000},${1990 + (at % 30)},${at}\n`;
  const table = (rows: number) =>
    `variable,entity,date,value\n${Array.from({ length: rows }, (_, at) => row(at)).join("")}`;
  const files = { "large/a.csv": table(rowCount), "small/a.csv": table(rowCount / 2) };
  await withFolder(files, async (folder) => {
    const paths = ["large", "small"].map((name) => join(folder, name));
    const args = ["--input-type=module", "-e", program, ...paths];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const ended = Date.now();
    const { found, at } = JSON.parse(stdout);
    const distinct = (rows: number) =>
      new Set(Array.from({ length: rows }, (_, one) => `${one % 100_000} ${one % 30}`)).size;
    const [many, few] = [distinct(rowCount), distinct(rowCount / 2)];
    expect(found).toEqual([
      [few, 0],
      [many, 1],
      [many, 1],
      [few, 1],
    ]);
    expect(ended - at).toBeLessThan(idleMs);
  });
});

/** Files with tables that programs of others wrote: every value must be the one that those programs read. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { heldRows } from "../../unit/load/held-rows.ts";
import { pythonWith, say, skipped } from "../environment.ts";

const run = promisify(execFile);

const packages = [
  "openpyxl==3.1.5",
  "odfpy==1.4.1",
  "pandas==3.1.1",
  "pyarrow==26.0.1",
  "pyjstat==2.4.0",
  "sdmx1==2.28.0",
];
const python = await pythonWith("table-files", packages);
if (typeof python !== "string") skipped(python);

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

const folder = mkdtempSync(join(tmpdir(), "table-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function written(): Promise<Readonly<Record<string, readonly Row[]>>> {
  const program = ["test/clients/python/table_files.py", folder];
  await run(python as string, program, { maxBuffer: 1 << 26 });
  return JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
}

/** The first table of a file, row by row as the header in it says; structures lie beside data. */
async function recordsIn(
  name: string,
  content: Uint8Array,
): Promise<Readonly<Record<string, string>>[]> {
  const files = { [name]: content, "structure.xml": readFileSync(join(folder, "structure.xml")) };
  const [table = []] = Object.values(await heldRows(files));
  const [header = [], ...rows] = table.filter((row) => row.some((cell) => cell !== ""));
  return rows.map((row) =>
    Object.fromEntries(header.map((heading, at) => [heading, row[at] ?? ""])),
  );
}

function isSame(found: string | undefined, value: Value): boolean {
  if (value === null) return found === "" || found === "NaN";
  if (typeof value === "number") return found !== "" && Number(found) === value;
  const text = String(value);
  return found === text || found === `${text}T00:00:00`;
}

function differencesOf(
  name: string,
  expected: readonly Row[],
  found: readonly Readonly<Record<string, string>>[],
): string[] {
  const differences =
    expected.length === found.length ? [] : [`${name}: ${found.length} rows of ${expected.length}`];
  // Some programs sort what they read.
  const keys = ["SEX", "REF_AREA", "TIME_PERIOD"];
  const keyOf = (row: Readonly<Record<string, unknown>>) => keys.map((key) => row[key]).join();
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  for (const [at, record] of expected.entries()) {
    const row = "OBS_VALUE" in record && "SEX" in record ? byKey.get(keyOf(record)) : found[at];
    for (const [heading, value] of Object.entries(record)) {
      if (!isSame(row?.[heading], value))
        differences.push(`${name}, row ${at + 1}, ${heading}: ${row?.[heading]} and not ${value}`);
    }
  }
  return differences;
}

describe.skipIf(typeof python !== "string")("tables in files of others", () => {
  test("have every value, and cut anywhere they are refused", async () => {
    const all = await written();
    const differences: string[] = [];
    let [compared, refused] = [0, 0];
    for (const [name, expected] of Object.entries(all)) {
      const content = readFileSync(join(folder, name));
      differences.push(...differencesOf(name, expected, await recordsIn(name, content)));
      compared += expected.reduce((sum, record) => sum + Object.keys(record).length, 0);
      for (let tenth = 0; tenth < 10; tenth++) {
        const cut = content.subarray(0, Math.floor((content.length * tenth) / 10));
        const read = await recordsIn(name, cut).catch(() => undefined);
        const isRefused = read === undefined || read.length === 0;
        if (isRefused) refused += 1;
        else differences.push(`${name}, cut at ${cut.length} bytes: ${read.length} rows`);
      }
    }
    say(
      `${Object.keys(all).length} files: ${compared} values compared, ${refused} cut files refused`,
    );
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(5_000);
  }, 240_000);
});

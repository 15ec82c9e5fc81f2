/** Bars of progress: on terminals, for what takes long, and gone afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import { barOn } from "../../../src/cli/opened-world.ts";
import { run } from "./running.ts";

/** A stream, and all that is written to it. */
function terminal(env: CliIo["env"] = {}) {
  const texts: string[] = [];
  const write = (text: string) => texts.push(text) > 0;
  const progressStream = { isTTY: true, write, columns: 80 } as unknown as NodeJS.WriteStream;
  return { texts, bar: barOn({ progressStream, env } as CliIo) };
}

const read = (bytesRead: number, bytesTotal: number, rowCount: number) =>
  ({ bytesRead, bytesTotal, rowCount }) as Parameters<
    NonNullable<ReturnType<typeof barOn>>["show"]
  >[0];
const [save, restore] = ["\u001b7", "\u001b8"];
const [begin, end] = ["\u001b[1G", "\u001b[0K"];
const cleared = [begin, "\u001b[2K"];
const line = (done: number, facts: string) => {
  const width = 40 * done;
  return `loading [${"=".repeat(width)}${" ".repeat(40 - width)}] ${facts}`;
};

test("a bar says which share is read, counts rows, and is taken away", () => {
  const { texts, bar } = terminal();
  bar?.show(read(10_000_000, 20_000_000, 7));
  bar?.show(read(20_000_000, 20_000_000, 12));
  const first = line(0, "0 %  0 rows  0 s left");
  expect(texts).toEqual([save, begin, first, end]);
  bar?.stop();
  const last = [begin, line(1, "100 %  12 rows  0 s left"), end, restore];
  const whole = [save, begin, first, end, ...last, ...cleared];
  expect(texts).toEqual(whole);
  bar?.stop();
  expect(texts).toEqual(whole);
  bar?.show(read(20_000_000, 20_000_000, 12));
  bar?.stop();
  expect(texts).toEqual([...whole, ...whole]);
});

test("nothing is drawn of less than 20 MB, and nothing where no terminal can", () => {
  const { texts, bar } = terminal();
  bar?.show(read(1, 19_999_999, 7));
  bar?.stop();
  expect(texts).toEqual([]);
  expect(terminal({ TERM: "dumb" }).bar).toBeUndefined();
  expect(barOn({ progressStream: undefined, env: {} } as CliIo)).toBeUndefined();
});

const folder = mkdtempSync(join(tmpdir(), "bars-"));
const file = join(folder, "t.mcf");
const comment = `#${" ".repeat(65_535)}\n`;
writeFileSync(file, `${comment.repeat(320)}Node: dcid:a\ntypeOf: dcs:City\nno colon\n`);
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["info", "lint"])("%s takes its bar away before it says anything", async (name) => {
  const { err } = await run([name, file], { isTerminal: true });
  expect(err.startsWith(`${save}${begin}loading [`)).toBe(true);
  const [, after, ...others] = err.split(restore + cleared.join(""));
  expect(after).not.toContain("loading [");
  expect(others).toEqual([]);
});

test.each(["info", "lint"])("%s draws no bar with --quiet", async (name) => {
  expect((await run([name, file, "-q"], { isTerminal: true })).err).toBe("");
});

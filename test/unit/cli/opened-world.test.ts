/** Commands ask worlds behind an address as they ask files. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import { barOn, openRemoteSource } from "../../../src/cli/opened-world.ts";
import { open } from "../../../src/index.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { run } from "./running.ts";

const source = "data-samples/us-states";
let server: Server;
let url: string;
let version = "1";

beforeAll(async () => {
  const bytes = snapshotOf(await open(source), 512);
  server = createServer(({ headers: { range } }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    const end = Math.min(Number(last) + 1, bytes.length);
    response.writeHead(206, {
      etag: `"${version}"`,
      "content-range": `bytes ${first}-${end - 1}/${bytes.length}`,
    });
    response.end(bytes.subarray(Number(first), end));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/world.pocket`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("a world behind an address", () => {
  test.each<[string, (source: string) => string[]]>([
    ["node", (from) => ["node", from, "geoId/06", "-p", "->*"]],
    ["stat", (from) => ["stat", from, "Count_Person", "geoId/06", "geoId/48"]],
    ["resolve", (from) => ["resolve", from, "California", "--type", "State"]],
    ["sparql", (from) => ["sparql", from, "SELECT ?n WHERE { ?s typeOf State . ?s name ?n }"]],
    ["request", (from) => ["request", from, "/v2/node?nodes=geoId/06&property=->name"]],
    ["variables", (from) => ["variables", from, "population"]],
    ["explain", (from) => ["node", from, "geoId/06", "-p", "->nothing", "--explain"]],
  ])("answers %s as the files do", async (_, argv) => {
    const expected = await run(argv(source));
    expect(expected.code).not.toBe(2);
    expect(await run(argv(url))).toEqual(expected);
  });

  test("tells its numbers, and is verified as a file alone", async () => {
    expect((await run(["info", url])).out).toContain("4,008");
    expect(await run(["info", url, "--verify"])).toMatchObject({ code: 2 });
  });

  test("is opened again by a server when another took its place, and not by one question", async () => {
    const io = { env: {} } as CliIo;
    const asked = { nodes: ["geoId/48"], property: "<-*" } as const;
    const answerOf = async (isServed: boolean) => {
      version = "1";
      const commons = await openRemoteSource([url], { isServed }, io);
      version = "2";
      const answer = commons.v2.node(asked);
      return await answer.then(
        ({ data }) => Object.keys(data ?? {}),
        ({ message }) => message.replace(url, ""),
      );
    };
    expect(await answerOf(true)).toEqual(["geoId/48"]);
    expect(await answerOf(false)).toBe(": it was replaced while it was read: open it again");
  });

  test("is served", async () => {
    const { code, out } = await run(["serve", url, "--port", "0"]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("http://") });
  });

  test.each([
    [["info", "http://example.com/w"], "a world is read by https:"],
    [["node", "https://example.com/w", "a", "--with", "b"], "is asked alone"],
    [["node", "https://example.com/w", "a", "--strict"], "no options of loading"],
    [["node", "https://example.com/w", "a", "--allow-outside"], "no options of loading"],
    [["node", "https://example.com/w", "a", "--provenance", "p"], "no options of loading"],
    [["serve", "data-samples/us-states", "https://example.com/w"], "is asked alone"],
    [["info", "http://127.0.0.1:1/w?secret"], "http://127.0.0.1:1/w: the server cannot be read"],
    [["serve", "https://example.com/w", "--watch"], "--watch is for files"],
    [["lint", "https://example.com/w"], "https://example.com/w"],
    [["export", "https://example.com/w", "out"], "this command needs all of a world"],
    [["publish", "world.pocket"], "publish takes a snapshot and a target"],
  ])("is refused by %j with one line", async (argv, message) => {
    const { code, err } = await run(argv);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).not.toContain("secret");
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

// Bars of progress: on terminals, for what takes long, and gone afterwards.

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

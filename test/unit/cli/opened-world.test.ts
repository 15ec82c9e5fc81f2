/** Commands ask worlds behind an address as they ask files. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { run } from "./running.ts";

const source = "data-samples/us-states";
let server: Server;
let url: string;

beforeAll(async () => {
  const bytes = snapshotOf(await open(source), 512);
  server = createServer(({ headers: { range } }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    const end = Math.min(Number(last) + 1, bytes.length);
    response.writeHead(206, {
      etag: '"1"',
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

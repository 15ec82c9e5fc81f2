/** A world of 300 MB on a plain server of files: a page opens it by ranges, and has its first answer at once. */
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../src/index.ts";
import type { V2NodeResponse } from "../../src/wire.ts";
import { launch, skipReason, WatchedPage } from "./chromium.ts";

const why = skipReason();
const dist = join(import.meta.dirname, "../../dist");
const places = 20_000;
/** Long texts make a world large in little time. */
const longTexts = 300;
const longTextLength = 1 << 20;
const firstAnswerMax = 3000;
/** Milliseconds of a range, so that ranges that come together are seen together. */
const latency = 20;

/** What the page runs: a text, since whoever runs tests changes imports in code. */
const question = `(async () => {
  const start = performance.now();
  const { httpBlocks, openRemote } = await import("/remote.js");
  const world = await openRemote(httpBlocks(location.origin + "/world.pocket"));
  const answer = await world.v2.node({ nodes: ["place/17"], property: "->name" });
  const time = performance.now() - start;
  const { bytes } = world.traffic;
  const named = await world.v2.resolve({ nodes: ["City 17"], property: "<-description->dcid" });
  return { answer, bytes, time, named: named.entities[0].candidates[0].dcid };
})()`;

interface Answered {
  readonly answer: V2NodeResponse;
  readonly bytes: number;
  /** What `resolve` found, a part of the engine that the page loads for it. */
  readonly named: string;
  /** Milliseconds from the import of the library on. */
  readonly time: number;
}

interface Given {
  /** Of the snapshot. */
  bytes: number;
  /** Ranges of the snapshot. */
  readonly ranges: string[];
  /** Ranges that waited for their answers at the same time. */
  open: number;
  most: number;
  /** Scripts of the page. */
  readonly scripts: string[];
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** The built package and one snapshot, whose ranges it gives. */
function staticServer(snapshot: string, given: Given): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/") {
      response.setHeader("content-type", "text/html").end("<!doctype html><title>far</title>");
    } else if (pathname === "/world.pocket") {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      const [start, last] = [Number(range?.[1] ?? 0), Number(range?.[2] ?? 0)];
      const { size } = statSync(snapshot);
      const end = Math.min(last, size - 1);
      given.bytes += end + 1 - start;
      given.ranges.push(`${start}-${end}`);
      given.open++;
      given.most = Math.max(given.most, given.open);
      response.once("close", () => given.open--);
      response.writeHead(206, {
        etag: '"one"',
        "content-type": "application/octet-stream",
        "content-length": end - start + 1,
        "content-range": `bytes ${start}-${end}/${size}`,
      });
      const read = createReadStream(snapshot, { start, end });
      setTimeout(() => read.pipe(response), latency);
    } else if (types[extname(pathname)] !== undefined) {
      if (pathname.endsWith(".js")) given.scripts.push(pathname);
      response.setHeader("content-type", types[extname(pathname)]!);
      response.end(readFileSync(join(dist, pathname)));
    } else response.writeHead(204).end();
  });
}

describe.skipIf(why !== undefined)(
  `a world far away in a page${why === undefined ? "" : ` (${why})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), "pocket-commons-far-"));
    const snapshot = join(folder, "world.pocket");
    const given: Given = { bytes: 0, ranges: [], open: 0, most: 0, scripts: [] };
    const server = staticServer(snapshot, given);
    let browser: Browser;

    beforeAll(async () => {
      const rows = Array.from({ length: places }, (_, at) => {
        const long = at % (places / longTexts) < 1 ? `description: "${longText(at)}"\n` : "";
        return `Node: dcid:place/${at}\ntypeOf: dcs:City\nname: "City ${at}"\n${long}`;
      });
      await (await open({ "cities.mcf": new Blob(rows.map((row) => `${row}\n`)) })).save(snapshot);
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      browser = await launch();
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      server.close();
      rmSync(folder, { recursive: true });
    });

    test("is opened, and answers the first question within three seconds", async () => {
      expect(statSync(snapshot).size).toBeGreaterThan(300e6);
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const watched = await WatchedPage.open(browser, `${origin}/`);
      const { answer, bytes, time, named } = (await watched.page.evaluate(question)) as Answered;
      expect(answer.data?.["place/17"]?.arcs?.["name"]?.nodes?.[0]?.value).toBe("City 17");
      expect(named).toBe("place/17");
      expect(bytes).toBeLessThan(1e6);
      expect(time, `${bytes} bytes`).toBeLessThan(firstAnswerMax);
      expect(watched.faults).toEqual([]);
      await watched.close();
    });

    test("is shown by the explorer's page, which reads a part of it", async () => {
      Object.assign(given, { bytes: 0, ranges: [], most: 0, scripts: [] });
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const watched = await WatchedPage.open(
        browser,
        `${origin}/explorer/index.html?world=/world.pocket`,
      );
      await watched.page.getByText("20,000").first().waitFor();
      await watched.page.goto(
        `${origin}/explorer/index.html?world=/world.pocket#/node?dcid=place/17`,
      );
      await watched.page.getByRole("heading", { name: "City 17" }).waitFor();
      expect(given.bytes).toBeGreaterThan(0);
      expect(given.bytes).toBeLessThan(30e6);
      expect(
        new Set(given.scripts).size,
        "the page, what the command shares with it, what the browser keeps, the worker",
      ).toBe(4);
      expect(given.most, "ranges of a round come together").toBeGreaterThan(1);
      expect(given.ranges.filter((range) => range.startsWith("0-"))).toHaveLength(1);
      expect(watched.faults).toEqual([]);
      await watched.close();
    });
  },
);

function longText(at: number): string {
  return `${at} `.padEnd(longTextLength, "long text ");
}

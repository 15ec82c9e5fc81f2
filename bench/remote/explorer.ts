/**
 * The explorer over a world that lies in a store, in Chromium, over a link of 50 ms and 20 Mbit/s: a static server has
 * the built page, which it compresses as such servers do, and the snapshot. Prints what each screen reads of the
 * snapshot, how often it waits for the server, and how long it takes.
 */

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import type { PreparedWorld } from "../prepared-world.ts";
import { table } from "../report/table.ts";
import { startWire } from "./servers.ts";

const link = { milliseconds: 50, bytesPerSecond: 20e6 / 8 } as const;
const dist = new URL("../../../dist", import.meta.url).pathname;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".bin": "application/octet-stream",
};

/** What was read of the snapshot. */
interface Given {
  reads: number;
  bytes: number;
  /** How often a request came when the server had answered all others: times that the page waited. */
  waits: number;
  /** Requests that wait for their answers. */
  open: number;
  /** Bytes of the page's own files, as they are sent. */
  code: number;
}

const nothingGiven: Given = { reads: 0, bytes: 0, waits: 0, open: 0, code: 0 };

interface Screen {
  readonly name: string;
  /** After `#/`. */
  readonly path: string;
  /** What is shown when the screen is complete. */
  readonly shown: string;
  readonly milliseconds: number;
  readonly megabytes: number | undefined;
}

function screensOf({ questions }: PreparedWorld): Screen[] {
  const { variable, entities } = questions.o2[0]!;
  const [place] = entities;
  const counties = { place: questions.o2_expression[0]!.place, type: "County", variable };
  const timeline = new URLSearchParams({ place: place!, variable });
  return [
    { name: "Home", path: "", shown: "text=Triples", milliseconds: 2000, megabytes: 1 },
    {
      name: "timeline of a place",
      path: `timeline?${timeline}`,
      shown: ".chart svg",
      milliseconds: 1500,
      megabytes: undefined,
    },
    {
      name: `map of ${entities.length} places`,
      path: `map?${new URLSearchParams(counties)}`,
      shown: ".chart svg",
      milliseconds: 3000,
      megabytes: undefined,
    },
  ];
}

/** Each screen in a new browser, without what was kept before. The page itself was loaded before. */
export async function explorerScreens(prepared: PreparedWorld, path: string): Promise<boolean> {
  const given: Given = { ...nothingGiven };
  const server = staticServer(path, given);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const wire = await startWire(port, link.milliseconds, link.bytesPerSecond);
  const executablePath = process.env["POCKET_COMMONS_CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  let isMissed = false;
  try {
    const lines: string[][] = [];
    for (const screen of screensOf(prepared)) {
      const time = await shown(browser, wire.port, screen, given);
      const isReached =
        time <= screen.milliseconds && given.bytes <= (screen.megabytes ?? Infinity) * 1e6;
      if (!isReached) isMissed = true;
      const wanted = [`${screen.milliseconds} ms`, ...(screen.megabytes ? ["1 MB"] : [])];
      lines.push([
        screen.name,
        `${given.waits}`,
        `${given.reads}`,
        (given.bytes / 1e6).toFixed(2),
        (given.code / 1e6).toFixed(2),
        time.toFixed(0),
        wanted.join(", "),
        isReached ? "yes" : "no",
      ]);
    }
    const heads = [
      "screen of the explorer",
      "waits",
      "reads",
      "MB",
      "MB of the page",
      "ms",
      "wanted",
      "reached",
    ];
    console.log(`${table(heads, lines, 1)}\n`);
  } finally {
    await browser.close();
    await wire.stop();
    server.closeAllConnections();
    server.close();
  }
  return isMissed;
}

/** Milliseconds from the beginning of the visit until a screen is shown. */
async function shown(browser: Browser, port: number, screen: Screen, given: Given) {
  const context = await browser.newContext();
  const page = await context.newPage();
  Object.assign(given, nothingGiven);
  const start = performance.now();
  await page.goto(
    `http://127.0.0.1:${port}/explorer/index.html?world=/world.pocket#/${screen.path}`,
  );
  await page.locator(screen.shown).first().waitFor({ timeout: 60_000 });
  const time = performance.now() - start;
  await context.close();
  return time;
}

function staticServer(snapshot: string, given: Given): Server {
  const { size } = statSync(snapshot);
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (given.open++ === 0) given.waits++;
    response.once("close", () => given.open--);
    const type = types[extname(pathname)];
    if (pathname === "/world.pocket") {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      const start = Number(range?.[1] ?? 0);
      const end = Math.min(Number(range?.[2] ?? size), size - 1);
      given.reads++;
      given.bytes += end + 1 - start;
      response.writeHead(206, {
        etag: '"one"',
        "content-type": "application/octet-stream",
        "content-length": end - start + 1,
        "content-range": `bytes ${start}-${end}/${size}`,
      });
      createReadStream(snapshot, { start, end }).pipe(response);
      return;
    }
    const file = join(dist, pathname);
    if (type === undefined || !existsSync(file)) response.writeHead(404).end();
    else {
      const headers = { "content-type": type, "content-encoding": "gzip" };
      const bytes = gzipSync(readFileSync(file));
      given.code += bytes.length;
      response.writeHead(200, headers).end(bytes);
    }
  });
}

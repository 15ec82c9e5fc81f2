/** A published world in a page: the pointer is opened, followed to a new version and back, and shown by the explorer. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { folderTarget } from "../../../src/operate.ts";
import { makeCurrent, publish } from "../../../src/remote.ts";
import { launch, skipReason, WatchedPage } from "../chromium.ts";

const why = skipReason();
const dist = join(import.meta.dirname, "../../../dist");
const folder = mkdtempSync(join(tmpdir(), "pocket-commons-published-"));
const target = folderTarget(folder);

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

/** Opens the pointer, and leaves readers that follow and that stay. A text: whoever runs tests changes imports in code. */
const opening = `(async () => {
  const { httpBlocks, openRemote } = await import("/remote.js");
  const pointer = httpBlocks(location.origin + "/published/world.json");
  const nameIn = async (world) => {
    const { data } = await world.v2.node({ nodes: ["geoId/06"], property: "->name" });
    return world.version.name + ": " + data["geoId/06"].arcs.name.nodes[0].value;
  };
  const following = await openRemote(pointer, { follow: 50 });
  const staying = await openRemote(pointer);
  globalThis.following = () => nameIn(following);
  globalThis.staying = () => nameIn(staying);
  return await following.v2.node({ nodes: ["geoId/06"], property: "->name" }) && following.version.name;
})()`;

async function publishNamed(name: string): Promise<void> {
  const text = `Node: dcid:geoId/06\ntypeOf: dcs:State\nname: "${name}"\n`;
  const path = join(folder, "next.tmp");
  await (await open({ "a.mcf": text })).save(path);
  await publish(target, readFileSync(path), { version: name });
  rmSync(path);
}

/** The built package, and the folder with the versions, by ranges. */
function answer({ url = "/", headers }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, "http://localhost");
  const published = pathname.startsWith("/published/") ? pathname.slice(11) : undefined;
  if (pathname === "/")
    response.end("<!doctype html><link rel=icon href='data:,'><title>p</title>");
  else if (published === undefined) {
    response.setHeader("content-type", types[extname(pathname)] ?? "text/plain");
    response.end(readFileSync(join(dist, pathname)));
  } else {
    const bytes = readFileSync(join(folder, published));
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const [start, end] = [Number(from), Math.min(Number(to) + 1, bytes.length)];
    response.writeHead(206, {
      etag: `"${bytes.length}-${bytes.toString("base64").slice(-20, -2)}"`,
      "cache-control": published.endsWith(".json")
        ? "no-cache"
        : "public, max-age=31536000, immutable",
      "content-range": `bytes ${start}-${end - 1}/${bytes.length}`,
    });
    response.end(bytes.subarray(start, end));
  }
}

describe.skipIf(why !== undefined)(
  `a published world in a page${why === undefined ? "" : ` (${why})`}`,
  () => {
    const server = createServer(answer);
    let browser: Browser;
    let watched: WatchedPage;
    let origin: string;

    beforeAll(async () => {
      await publishNamed("one");
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await launch();
      watched = await WatchedPage.open(browser, `${origin}/`);
    }, 60_000);
    afterAll(async () => {
      expect(watched.faults).toEqual([]);
      await watched.close();
      await browser.close();
      server.close();
      rmSync(folder, { recursive: true });
    });

    test("is followed to a new version and back, and a reader that does not follow stays", async () => {
      const inPage = async (reader: string) => await watched.page.evaluate(`${reader}()`);
      expect(await watched.page.evaluate(opening)).toBe("one");
      await publishNamed("two");
      await expect.poll(() => inPage("following"), { timeout: 20_000 }).toBe("two: two");
      expect(await inPage("staying")).toBe("one: one");
      await makeCurrent(target, "one");
      await expect.poll(() => inPage("following"), { timeout: 20_000 }).toBe("one: one");
    });

    test("is shown by the explorer as the version that is current", async () => {
      const address = `${origin}/explorer/index.html?world=/published/world.json#/node?dcid=geoId/06`;
      for (const name of ["two", "one"]) {
        await makeCurrent(target, name);
        const shown = await WatchedPage.open(browser, address);
        await shown.page.getByRole("heading", { name }).waitFor();
        expect(shown.faults).toEqual([]);
        await shown.close();
      }
    });
  },
);

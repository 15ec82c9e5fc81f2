/** Worlds that a browser keeps in its storage: in a page, in a worker, full and refused. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { projectRoot } from "../../tidy/source-tree.ts";
import { launch, skipReason } from "../chromium.ts";

const why = skipReason();

/** What the page says about a world. */
interface Said {
  readonly name?: string;
  readonly from?: string;
  readonly notKept?: string;
  readonly notUpdated?: string;
  readonly error?: string;
}

const library = `
import { CommonsError, open } from "pocket-commons";
import { keep, keptFiles, openKept, removeKept } from "pocket-commons/kept";
const said = async (made) => {
  try {
    return await made();
  } catch (error) {
    return { error: (error instanceof CommonsError ? error.code + " " : "") + error.message };
  }
};
globalThis.openWorld = () => said(async () => {
  const { commons, ...rest } = await openKept("world.pocket");
  return { name: commons.name("town/a"), ...rest };
});
globalThis.keepText = (name, text) => said(async () => {
  await keep(name, await open({ "town.mcf": text }));
  const [file] = await keptFiles();
  return { name: (await open(file)).name("town/a"), from: file.name };
});
globalThis.names = async () => (await keptFiles()).map(({ name }) => name);
Object.assign(globalThis, { openKept, remove: removeKept });
if (globalThis.document === undefined) openWorld().then((answer) => postMessage(answer));
`;

const town = (name: string) => `Node: dcid:town/a\ntypeOf: dcs:Town\nname: "${name}"\n`;

async function snapshotOf(name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const commons = await open({ "town.mcf": town(name) });
  await commons.save(
    new WritableStream({ write: (piece: Uint8Array) => void pieces.push(piece.slice()) }),
  );
  return Buffer.concat(pieces);
}

describe.skipIf(why !== undefined)(`a kept world${why === undefined ? "" : ` (${why})`}`, () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let server: Server;
  let origin: string;
  let script: string;
  /** What the server has, and what it was asked. */
  let world: Buffer;
  let tag: Readonly<Record<string, string>>;
  let status: number;
  const sent: number[] = [];

  function answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
    const path = url ?? "";
    if (path === "/library.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script);
    } else if (path !== "/world.pocket") {
      response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>-</title>");
    } else {
      const known = headers["if-none-match"] ?? headers["if-modified-since"];
      const isKnown = known !== undefined && Object.values(tag).includes(known);
      const code = status === 200 && isKnown ? 304 : status;
      sent.push(code);
      response.writeHead(code, tag).end(code === 200 ? world : undefined);
    }
  }

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: library, resolveDir: projectRoot },
      bundle: true,
      format: "esm",
      platform: "browser",
      external: ["@uwdata/flechette", "hyparquet-writer"],
      write: false,
      logLevel: "silent",
    });
    script = outputFiles[0]?.text ?? "";
    browser = await launch();
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  beforeEach(async () => {
    context = await browser.newContext();
    [world, tag, status] = [await snapshotOf("First"), { etag: '"1"' }, 200];
    sent.length = 0;
    page = await visit();
  });
  afterEach(() => context.close());

  async function visit(): Promise<Page> {
    const visited = await context.newPage();
    await visited.goto(`${origin}/`);
    await visited.addScriptTag({ url: "/library.js", type: "module" });
    await visited.waitForFunction("globalThis.openWorld !== undefined");
    return visited;
  }

  const opened = (from = page) => from.evaluate<Said>("openWorld()");

  test("is downloaded once, and opened again without a download", async () => {
    expect(await opened()).toEqual({ name: "First", from: "network" });
    expect(await opened()).toEqual({ name: "First", from: "storage" });
    await page.close();
    expect(await opened(await visit())).toEqual({ name: "First", from: "storage" });
    expect(sent).toEqual([200, 304, 304]);
  });

  test("is not opened from a page that a server sends for what it does not have", async () => {
    // The cache of the browser knows answers by their tags.
    [world, tag] = [Buffer.from("<!doctype html><title>-</title>"), { etag: '"page"' }];
    expect(await opened()).toEqual({
      error: `SNAPSHOT ${origin}/world.pocket cannot be opened: snapshot in memory: is not a snapshot: it is a web page, which servers send for addresses that they do not have`,
    });
    [world, tag] = [await snapshotOf("First"), { etag: '"1"' }];
    expect(await opened()).toEqual({ name: "First", from: "network" });
  });

  test("is downloaded again when the server has another one", async () => {
    await opened();
    [world, tag] = [await snapshotOf("Second"), { etag: '"2"' }];
    expect(await opened()).toEqual({ name: "Second", from: "network" });
    expect(await opened()).toEqual({ name: "Second", from: "storage" });
    expect(sent).toEqual([200, 200, 304]);
  });

  test("is known by its date where the server has no tags", async () => {
    tag = { "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" };
    await opened();
    expect(await opened()).toEqual({ name: "First", from: "storage" });
    tag = {};
    expect(await opened()).toEqual({ name: "First", from: "network" });
    expect(await opened()).toEqual({ name: "First", from: "network" });
  });

  test("opens without the server, and says so", async () => {
    await opened();
    await context.setOffline(true);
    const said = await opened();
    expect(said).toMatchObject({ name: "First", from: "storage" });
    expect(said.notUpdated).toMatch(/world\.pocket cannot be loaded: /);
    await context.setOffline(false);
    status = 503;
    expect((await opened()).notUpdated).toContain("status 503");
  });

  test("opens where the server sends a web page, a damaged snapshot or one of another version, and says so", async () => {
    await opened();
    const good = world;
    const newer = Buffer.from(good);
    newer.writeUInt32LE(7, 8);
    for (const [at, bad] of [
      Buffer.from("<!doctype html><title>-</title>"),
      good.subarray(0, good.length >> 1),
      newer,
    ].entries()) {
      [world, tag] = [bad, { etag: `"bad-${at}"` }];
      const said = await opened();
      expect(said).toMatchObject({ name: "First", from: "storage" });
      expect(said.notUpdated).toContain(`${origin}/world.pocket cannot be opened: `);
    }
    [world, tag] = [await snapshotOf("Second"), { etag: '"2"' }];
    expect(await opened()).toEqual({ name: "Second", from: "network" });
  });

  test("needs an address, and names of one's own lead to keptFiles", async () => {
    await page.evaluate(`keepText("mine", ${JSON.stringify(town("Mine"))})`);
    const asked = (what: string) =>
      page.evaluate(`openKept(${what}).catch(({ message }) => message)`);
    expect(await asked('"mine"')).toMatch(/; open takes files of keptFiles\(\)$/);
    expect(await asked("")).toBe("openKept needs an address, not undefined");
  });

  test("is an error where neither the server nor the browser has it", async () => {
    status = 404;
    expect((await opened()).error).toBe(`LOAD ${origin}/world.pocket cannot be loaded: status 404`);
    [status, world] = [200, Buffer.from("no snapshot")];
    expect((await opened()).error).toMatch(/^SNAPSHOT /);
    expect(await page.evaluate("names()")).toEqual([]);
  });

  test("that was damaged, or is not whole, is downloaded again", async () => {
    await opened();
    const folder = `const all = await navigator.storage.getDirectory();
        const root = await all.getDirectoryHandle("pocket-commons");
        const [key] = await Array.fromAsync(root.keys());
        const folder = await root.getDirectoryHandle(key);`;
    await page.evaluate(`(async () => { ${folder}
        const file = await folder.getFileHandle("world.pocket");
        const stream = await file.createWritable({ keepExistingData: true });
        await stream.write({ type: "write", position: 400, data: new Uint8Array(200) });
        await stream.close(); })()`);
    expect(await opened()).toEqual({ name: "First", from: "network" });
    await page.evaluate(`(async () => { ${folder} await folder.removeEntry("about.json"); })()`);
    expect(await page.evaluate("names()")).toEqual([]);
    expect(await opened()).toEqual({ name: "First", from: "network" });
    expect(await opened()).toEqual({ name: "First", from: "storage" });
  });

  test("works in a worker, which shares it with the page", async () => {
    const inWorker = () =>
      page.evaluate<Said>(`new Promise((resolve) => {
          const worker = new Worker("/library.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
        })`);
    expect(await inWorker()).toEqual({ name: "First", from: "network" });
    expect(await inWorker()).toEqual({ name: "First", from: "storage" });
    expect(await opened()).toEqual({ name: "First", from: "storage" });
  });

  test("two at once leave one that is whole", async () => {
    const both = await page.evaluate<Said[]>("Promise.all([openWorld(), openWorld()])");
    expect(both.map(({ from }) => from)).toEqual(["network", "storage"]);
  });

  test("is in memory alone where the storage is full, and says so", async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
    const said = await opened();
    expect(said).toMatchObject({ name: "First", from: "network" });
    expect(said.notKept).toContain("the storage of this browser is full");
    expect(await page.evaluate("names()")).toEqual([]);
    const kept = await page.evaluate<Said>(`keepText("mine", ${JSON.stringify(town("Own"))})`);
    expect(kept.error).toMatch(/^SNAPSHOT mine: the storage of this browser is full/);
  });

  test("is in memory alone where the browser gives no storage, and says so", async () => {
    await page.evaluate(
      `navigator.storage.getDirectory = () => Promise.reject(new DOMException("no", "SecurityError"))`,
    );
    const said = await opened();
    expect(said).toMatchObject({ name: "First", from: "network" });
    expect(said.notKept).toContain("this browser gives the page no storage");
    expect(await page.evaluate("names()")).toEqual([]);
  });

  test("may be one's own, under a name, until it is removed", async () => {
    const kept = await page.evaluate<Said>(`keepText("my/town", ${JSON.stringify(town("Own"))})`);
    expect(kept).toEqual({ name: "Own", from: "my/town" });
    expect(await page.evaluate("names()")).toEqual(["my/town"]);
    expect(await page.evaluate('remove("my/town")')).toBe(true);
    expect(await page.evaluate('remove("my/town")')).toBe(false);
    expect(await page.evaluate("names()")).toEqual([]);
  });
});

/** Arguments that were made in another realm: a frame, a test environment's window, `node:vm`. */
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open as openInPage } from "../../../src/browser.ts";
import { type Commons, open } from "../../../src/index.ts";
import { lint } from "../../../src/lint.ts";

const sample = "data-samples/us-states";
const realm = createContext({});
const foreign = runInContext(
  "({ ArrayBuffer, SharedArrayBuffer, Uint8Array, Uint8ClampedArray, DataView })",
  realm,
) as Pick<
  typeof globalThis,
  "ArrayBuffer" | "DataView" | "SharedArrayBuffer" | "Uint8Array" | "Uint8ClampedArray"
>;

let folder: string;
let file: string;
let snapshot: Uint8Array;
let commons: Commons;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "realms-"));
  file = join(folder, "us.pocket");
  commons = await open(sample);
  await commons.save(file);
  snapshot = await readFile(file);
});

afterAll(() => rmSync(folder, { recursive: true }));

const question = { nodes: ["geoId/06"], property: "->*" } as const;

/** The snapshot in a buffer of the other realm, after some bytes that are not of it. */
function copied(Buffer: ArrayBufferConstructor | SharedArrayBufferConstructor, before = 0) {
  const buffer = new Buffer(before + snapshot.length);
  new Uint8Array(buffer).set(snapshot, before);
  return buffer;
}

const sources = {
  ArrayBuffer: () => copied(foreign.ArrayBuffer),
  SharedArrayBuffer: () => copied(foreign.SharedArrayBuffer),
  Uint8Array: () => new foreign.Uint8Array(copied(foreign.ArrayBuffer)),
  "part of a buffer": () => new foreign.Uint8Array(copied(foreign.ArrayBuffer, 8), 8),
  "part of a buffer, oddly placed": () => new foreign.Uint8Array(copied(foreign.ArrayBuffer, 3), 3),
  Uint8ClampedArray: () => new foreign.Uint8ClampedArray(copied(foreign.ArrayBuffer)),
  DataView: () => new foreign.DataView(copied(foreign.ArrayBuffer) as ArrayBuffer),
};

describe("a snapshot in another realm's memory", () => {
  test.each(Object.entries(sources))("opens: %s", async (_name, make) => {
    const source = make();
    expect(source instanceof Uint8Array || source instanceof ArrayBuffer).toBe(false);
    for (const openIt of [open, openInPage]) {
      const opened = await openIt(source, { read: "all" });
      expect(opened.v2.node(question)).toEqual(commons.v2.node(question));
      expect(opened.info).toEqual(commons.info);
    }
  });
});

test("a URL of another realm is a path", async () => {
  const { href, protocol } = pathToFileURL(file);
  // What `fileURLToPath` reads of a URL; a class of another realm is no subclass of ours.
  const other = class Url {
    readonly href = href;
    readonly protocol = protocol;
    readonly hostname = "";
    readonly pathname = new globalThis.URL(href).pathname;
  };
  const url = new other() as unknown as URL;
  expect((await open(url)).v2.node(question)).toEqual(commons.v2.node(question));
  const target = pathToFileURL(join(folder, "again.pocket"));
  await commons.save(
    Object.assign(new other(), {
      ...target,
      href: target.href,
      pathname: target.pathname,
    }) as unknown as URL,
  );
  expect((await readFile(target)).equals(snapshot)).toBe(true);
});

test("a body that arrives in another realm's arrays is read", async () => {
  const text = new TextEncoder().encode(JSON.stringify(question));
  const chunk = new foreign.Uint8Array(text.length);
  chunk.set(text);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(chunk);
      controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  const response = await commons.fetch("/core/api/v2/node", init as RequestInit);
  expect(await response.json()).toEqual(commons.v2.node(question));
});

describe("an argument that is nothing of that kind", () => {
  const bytes = new foreign.Uint8Array(100_000);
  const long = "secret".repeat(100_000);
  test.each([
    ["open", () => open([bytes] as never)],
    ["open", () => open({ toString: () => long } as never)],
    ["open", () => open(long)],
    ["open", () => open(Object.create(null) as never)],
    ["open", () => open(sample, { threads: long as never })],
    ["open in a page", () => openInPage(long as never)],
    ["open in a page", () => openInPage([...bytes] as never)],
    ["lint", () => lint([bytes] as never)],
    ["lint", () => lint(long)],
    ["save", () => commons.save(`/nowhere/${long}`)],
    ["export", () => commons.export(folder, { format: long as never })],
    ["export", () => commons.export([bytes] as never)],
  ])("is refused by %s in a short line: %#", async (_name, act) => {
    const error = await act().then(
      () => undefined,
      (refusal: Error) => refusal,
    );
    expect(error?.message.length).toBeLessThan(480);
    expect(error?.message).not.toContain("\n");
    expect(error?.message).not.toMatch(/^Cannot/);
  });
});

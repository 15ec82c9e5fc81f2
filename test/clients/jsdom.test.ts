/** Bytes that belong to the windows of jsdom, as tests of pages have them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { open as openInPage } from "../../src/browser.ts";
import { open } from "../../src/index.ts";
import { nodeWith, say, skipped } from "./environment.ts";

const version = "26.1.0";
const folder = await nodeWith("jsdom", [`jsdom@${version}`]);
if (typeof folder !== "string") skipped(folder);

/** What a window has of its own. */
interface Realm {
  readonly Uint8Array: Uint8ArrayConstructor;
  readonly ArrayBuffer: ArrayBufferConstructor;
}

interface Page {
  readonly window: {
    eval(script: string): unknown;
    close(): void;
  };
}

const pages: Page[] = [];
afterAll(() => {
  for (const { window } of pages) window.close();
});

/** The constructors of a page's window, or of a frame in it. */
function realmOf(expression: string): Realm {
  const { JSDOM } = createRequire(join(folder as string, "package.json"))("jsdom");
  const page: Page = new JSDOM("<iframe></iframe>", { runScripts: "outside-only" });
  pages.push(page);
  return page.window.eval(expression) as Realm;
}

const table = "entity,variable,date,value\ngeoId/06,Count,2020,5\n";

describe.skipIf(typeof folder !== "string")(`jsdom ${version}`, () => {
  test.each([
    ["a window", "({ Uint8Array, ArrayBuffer })"],
    ["a frame", "frames[0].eval('({ Uint8Array, ArrayBuffer })')"],
  ])("of %s: a table and a snapshot are opened", async (what, expression) => {
    const realm = realmOf(expression);
    const copied = (bytes: Uint8Array) => {
      const copy = new realm.Uint8Array(new realm.ArrayBuffer(bytes.length));
      copy.set(bytes);
      return copy;
    };
    const bytes = copied(new TextEncoder().encode(table));
    expect(bytes instanceof Uint8Array).toBe(false);
    const commons = await open({ "counts.csv": bytes });
    expect(commons.info.observationCount).toBe(1);
    expect((await open({ "counts.csv": bytes.buffer })).info.observationCount).toBe(1);

    const file = join(tmpdir(), `jsdom-${process.pid}.pocket`);
    await commons.save(file);
    const snapshot = copied(readFileSync(file));
    for (const openIt of [open, openInPage]) {
      for (const source of [snapshot, snapshot.buffer]) {
        expect((await openIt(source)).info.observationCount).toBe(1);
      }
    }
    say(`jsdom ${version}: bytes of ${what} opened as a table and as a snapshot`);
  });
});

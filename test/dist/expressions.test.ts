/** Relation expressions in a page, where parts of chevrotain are left out, against the whole of it. */
import { createContext, runInContext } from "node:vm";
import { build, type Plugin } from "esbuild";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
  CommonsError,
  parseLinkedRelation,
  parseRelation,
  printRelation,
} from "../../src/expressions.ts";
import { anyExpression } from "../property/expr-parser/expression-texts.ts";
import { runs } from "../property/runs.ts";
import { projectRoot } from "../tidy/source-tree.ts";

const source = { CommonsError, parseLinkedRelation, parseRelation, printRelation };
type Door = typeof source;

const names = (door: string) => `export { ${Object.keys(source)} } from ${JSON.stringify(door)};`;

type LeftOut = { readonly names: readonly string[]; readonly rest?: boolean };
type Table = Readonly<Record<string, LeftOut>>;

/** Without types of its own. */
const plugin: string = new URL("../../build/chevrotain/plugin.mjs", import.meta.url).href;
const { parts, smallChevrotain } = (await import(/* @vite-ignore */ plugin)) as {
  readonly parts: Table;
  readonly smallChevrotain: (table: Table) => Plugin;
};

const { numRuns } = runs(20_000);

const texts = fc.oneof(
  anyExpression,
  anyExpression.map((text) => `geoId/06${text}`),
  fc.string({ maxLength: 4 }),
);

let page: Door;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: names("pocket-commons/expressions"), resolveDir: projectRoot },
    bundle: true,
    minify: true,
    format: "iife",
    globalName: "door",
    platform: "browser",
    write: false,
  });
  page = runInContext(`${outputFiles[0]?.text} door;`, createContext({})) as Door;
});

/** What a door makes of a text, as a text: the page's objects are of another realm. */
function outcome(door: Door, name: "parseRelation" | "parseLinkedRelation", text: string): string {
  try {
    const read = door[name](text);
    const arcs = door.printRelation({ arcs: read.arcs });
    return JSON.stringify({ read, arcs, isFrozen: Object.isFrozen(read.arcs) });
  } catch (error) {
    if (!(error instanceof door.CommonsError)) throw error;
    return JSON.stringify({ ...error, name: error.name, message: error.message });
  }
}

describe("a page reads what Node reads", () => {
  test.each(["parseRelation", "parseLinkedRelation"] as const)("by %s", (name) => {
    const kinds = { read: 0, refused: 0 };
    fc.assert(
      fc.property(texts, (text) => {
        const told = outcome(page, name, text);
        kinds[told.startsWith('{"read"') ? "read" : "refused"] += 1;
        expect(told).toBe(outcome(source, name, text));
      }),
      { numRuns },
    );
    expect(Math.min(kinds.read, kinds.refused)).toBeGreaterThan(numRuns / 20);
  });

  test("in long texts", () => {
    const text = `country/USA${"<-containedInPlace+{typeOf:State,a:[b,c]}->[x, y{z:w}]".repeat(500)}`;
    expect(outcome(page, "parseLinkedRelation", text)).toBe(
      outcome(source, "parseLinkedRelation", text),
    );
  });
});

describe("the bundle fails when chevrotain changes", () => {
  const bundled = (table: Table) =>
    build({
      stdin: { contents: names("./src/expressions.ts"), resolveDir: projectRoot },
      bundle: true,
      write: false,
      logLevel: "silent",
      plugins: [smallChevrotain(table)],
    });

  test("and it does not while nothing changes", async () => {
    expect((await bundled(parts)).warnings).toEqual([]);
  });

  test("because a module is somewhere else", async () => {
    const moved = "chevrotain/lib/src/parse/moved.js";
    await expect(bundled({ ...parts, [moved]: { names: ["moved"] } })).rejects.toThrow(
      `chevrotain no longer imports ${moved}`,
    );
  });

  test("because a name is gone", async () => {
    const follow = "chevrotain/lib/src/parse/grammar/follow.js";
    const names = ["computeAllProdsFollows", "computeNothing"];
    await expect(bundled({ ...parts, [follow]: { names } })).rejects.toThrow(
      `${follow} has no computeNothing that could be left out`,
    );
  });

  test("because it wants a name that is left out", async () => {
    const lexer = "chevrotain/lib/src/scan/lexer.js";
    await expect(bundled({ ...parts, [lexer]: { names: ["validatePatterns"] } })).rejects.toThrow(
      'No matching export in "left-out:',
    );
  });
});

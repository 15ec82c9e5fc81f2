/** Who may import whom, kept by reading every import statement. ARCHITECTURE.md says why. */
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import {
  importsOf,
  modulesUnder,
  projectRoot,
  read,
  type TextFile,
  withoutComments,
} from "./source-tree.ts";

/**
 * A room is a folder of `src` or a file that stands alone there. It may import what is listed: a
 * room (a folder is entered through its `index.ts` only), one file of a room, a package, a built-in.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  "errors.ts": [],
  store: ["errors.ts"],
  stats: ["errors.ts", "store"],
  "expr-parser": ["errors.ts", "chevrotain"],
  ids: [],
  load: [
    "errors.ts",
    "ids",
    "fast-csv",
    "fastest-levenshtein",
    "node:buffer",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:path",
    "node:stream",
    "node:stream/promises",
    "node:zlib",
  ],
  "world.ts": ["errors.ts", "load/sink.ts", "stats", "store"],
  resolve: ["store", "world.ts", "flatbush", "minisearch", "point-in-polygon-hao"],
  adapters: [
    "errors.ts",
    "expr-parser",
    "resolve",
    "sparql",
    "stats",
    "store",
    "world.ts",
    "fflate",
  ],
  export: ["load/mcf-value.ts", "stats", "store", "world.ts"],
  "entity-resolver.ts": ["load", "resolve", "world.ts"],
  lint: ["entity-resolver.ts", "load", "stats", "store", "world.ts", "node:path", "node:url"],
  "write-export.ts": ["export", "node:fs/promises", "node:path"],
  snapshot: [
    "commons-info.ts",
    "errors.ts",
    "stats",
    "store",
    "version.ts",
    "world.ts",
    "@msgpack/msgpack",
  ],
  "snapshot-file": [
    "errors.ts",
    "snapshot",
    "node:crypto",
    "node:fs",
    "node:fs/promises",
    "node:path",
    "node:url",
    "node:zlib",
  ],
  "version.ts": [],
  "commons-info.ts": ["load", "world.ts"],
  "commons.ts": [
    "adapters",
    "commons-info.ts",
    "export",
    "snapshot",
    "sparql",
    "stats",
    "store",
    "version.ts",
    "world.ts",
  ],
  "reopen.ts": ["adapters", "commons.ts", "snapshot"],
  "open-bytes.ts": ["adapters", "commons.ts", "reopen.ts", "snapshot"],
  sparql: ["errors.ts", "ids", "stats", "store", "world.ts", "re2js", "sparqljs"],
  threads: ["errors.ts", "load", "store", "world.ts", "node:fs", "node:worker_threads"],
  "load-worker.ts": ["threads", "node:worker_threads"],
  "open.ts": [
    "adapters",
    "commons-info.ts",
    "commons.ts",
    "entity-resolver.ts",
    "load",
    "node:os",
    "node:url",
    "reopen.ts",
    "snapshot",
    "snapshot-file",
    "stats",
    "threads",
    "world.ts",
  ],
  "index.ts": [
    "adapters",
    "commons-info.ts",
    "commons.ts",
    "errors.ts",
    "export",
    "expr-parser",
    "lint",
    "load",
    "open.ts",
    "reopen.ts",
    "snapshot",
    "sparql",
    "stats",
    "store",
    "write-export.ts",
  ],
  "browser.ts": [
    "adapters",
    "commons.ts",
    "errors.ts",
    "export",
    "expr-parser",
    "open-bytes.ts",
    "store",
  ],
  cli: ["index.ts", "export/csv-text.ts", "cli-progress", "cli-table3", "commander"],
  "cli.ts": ["cli", "node:fs", "node:stream/consumers"],
  "demo.ts": ["index.ts"],
};

/** Where a reader may start: the library's doors, the program and the demonstration. */
const doors = ["src/index.ts", "src/browser.ts", "src/cli.ts", "src/load-worker.ts", "src/demo.ts"];

const sources = modulesUnder("src");

describe("imports", () => {
  test("go only where the table allows", () => {
    expect(forbiddenImports(sources)).toEqual([]);
  });

  test("are seen whatever their form, and refused", () => {
    const planted = [
      'import { open } from "../open.ts";',
      'import type { Graph } from "../store/graph.ts";',
      'export { Graph } from "../store/graph.ts";',
      'import {\n  readFileSync,\n} from "node:fs";',
      'import "chevrotain";',
      'const late = await import("@scope/late/part.js");',
      'type Arc = import("../expr-parser/index.ts").Arc;',
      'import { load } from "../load/sink.ts";',
      'import { gone } from "../nowhere/index.ts";',
    ];
    const found = planted.map((text) => forbiddenImports([{ path: "src/stats/planted.ts", text }]));
    expect(found).toEqual([
      ["src/stats/planted.ts imports open.ts"],
      ["src/stats/planted.ts imports store/graph.ts"],
      ["src/stats/planted.ts imports store/graph.ts"],
      ["src/stats/planted.ts imports node:fs"],
      ["src/stats/planted.ts imports chevrotain"],
      ["src/stats/planted.ts imports @scope/late"],
      ["src/stats/planted.ts imports expr-parser"],
      ["src/stats/planted.ts imports load/sink.ts"],
      ["src/stats/planted.ts imports nowhere"],
    ]);
  });

  test("that are allowed, or only spoken of, pass", () => {
    const text = `
      import type { Sink } from "./load/sink.ts";
      import { Graph } from "./store/index.ts";
      // import { open } from "./open.ts";
      /** import { open } from "pocket-commons"; */
      const key = Buffer.from("key");
    `;
    expect(forbiddenImports([{ path: "src/world.ts", text }])).toEqual([]);
  });

  test("of a room that the table does not know are refused", () => {
    const text = 'import { invariant } from "../errors.ts";';
    expect(forbiddenImports([{ path: "src/attic/old.ts", text }])).toEqual([
      "src/attic/old.ts imports errors.ts",
    ]);
  });

  test("reach every source file from a door", () => {
    const reached = new Set<string>();
    const follow = (path: string): void => {
      const file = sources.find((source) => source.path === path);
      if (file === undefined || reached.has(path)) return;
      reached.add(path);
      importsOf(file).forEach(follow);
    };
    doors.forEach(follow);
    expect(sources.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });

  test("from the browser's door lead to nothing of Node, not even late", async () => {
    const missingBehind = async (contents: string): Promise<string> => {
      const stdin = { contents, resolveDir: projectRoot, loader: "ts" } as const;
      const settings = { bundle: true, platform: "browser", write: false } as const;
      return build({ stdin, ...settings, logLevel: "silent" }).then(() => "", String);
    };
    expect(await missingBehind('export { Commons } from "./src/browser.ts";')).toBe("");
    expect(await missingBehind('export { open } from "./src/open.ts";')).toContain(
      "Could not resolve",
    );
    expect(await missingBehind('export const late = import("node:fs");')).toContain('"node:fs"');
  });

  test("need all that the table allows, and every dependency", () => {
    const needed = new Set(
      sources.flatMap((file) =>
        importsOf(file).map((to) => `${roomOf(file.path)} → ${targetOf(to)}`),
      ),
    );
    const allowed = Object.entries(rooms).flatMap(([room, targets]) =>
      targets.map((target) => `${room} → ${target}`),
    );
    expect(allowed.filter((direction) => !needed.has(direction))).toEqual([]);
    const { dependencies } = JSON.parse(read("package.json")) as { dependencies: object };
    const targets = new Set(Object.values(rooms).flat());
    expect(Object.keys(dependencies).filter((name) => !targets.has(name))).toEqual([]);
  });
});

describe("the door of a folder", () => {
  const folders = Object.keys(rooms).filter((room) => !room.endsWith(".ts"));

  test.each(folders)("%s lists names and does nothing else", (folder) => {
    const door = sources.find(({ path }) => path === `src/${folder}/index.ts`);
    expect(door?.text ?? "no index.ts").toSatisfy(isList);
  });

  test("is not mistaken for one when it does more", () => {
    expect(isList('/** What is here. */\nexport { a, type B } from "./a.ts";\n')).toBe(true);
    expect(isList('export * from "./a.ts";\n')).toBe(false);
    expect(isList('export { a } from "./a.ts";\nexport const b = 1;\n')).toBe(false);
    expect(isList("")).toBe(false);
  });
});

function forbiddenImports(files: readonly TextFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    return importsOf(file)
      .filter((target) => !target.startsWith("src/") || roomOf(target) !== room)
      .map(targetOf)
      .filter((target) => rooms[room]?.includes(target) !== true)
      .map((target) => `${file.path} imports ${target}`);
  });
}

/** First name below `src`: a folder or a file that stands alone. */
function roomOf(path: string): string {
  return path.split("/")[1]!;
}

/** An import as the table of rooms words it. */
function targetOf(imported: string): string {
  if (imported.startsWith("src/")) return imported.slice("src/".length).replace(/\/index\.ts$/, "");
  if (imported.startsWith("node:")) return imported;
  return imported.split("/", imported.startsWith("@") ? 2 : 1).join("/");
}

function isList(text: string): boolean {
  const statements = withoutComments(text).trim();
  return /^(?:export (?:type )?\{[\w\s,]+\} from "\.[\w./-]+";\s*)+$/.test(statements);
}

/** Who may import whom, kept by reading every import statement. docs/rooms.md has the table. */

import { posix } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { circlesAmong, foldersOf, unitsUnder } from "./import-graph.ts";
import { rooms } from "./rooms.ts";
import { importsOf, modulesUnder, projectRoot, read, type TextFile } from "./source-tree.ts";

/** Where a reader may start: the library's doors, the program and the demonstration. */
const doors = [
  "src/index.ts",
  "src/browser.ts",
  "src/expressions.ts",
  "src/rdf.ts",
  "src/analysis.ts",
  "src/remote.ts",
  "src/parts.ts",
  "src/cli.ts",
  "src/load-worker.ts",
  "src/serve-worker.ts",
  "src/cli/demo.ts",
  "src/testing.ts",
  "src/kept.ts",
  "src/msw.ts",
];

const sources = modulesUnder("src");

/** A folder with more files is divided into folders. */
const filesMax = 15;
/** The doors stand side by side in one folder, so that each is where its name says. */
const doorsMax = 20;

describe("imports", () => {
  test("go only where the table allows", () => {
    expect(forbiddenImports(sources)).toEqual([]);
  });

  test("are seen whatever their form, and refused", () => {
    const planted = [
      'import { open } from "../files/open.ts";',
      'import type { Plan } from "../sparql/plan.ts";',
      'export { Plan } from "../sparql/plan.ts";',
      'import {\n  readFileSync,\n} from "node:fs";',
      'import "flatbush";',
      'const late = await import("@scope/late/part.js");',
      'type Arc = import("../expr-parser/ast.ts").Arc;',
      'import { load } from "../load/statements/sink.ts";',
      'import { gone } from "../nowhere/gone.ts";',
    ];
    const found = planted.map((text) => forbiddenImports([{ path: "src/stats/planted.ts", text }]));
    expect(found).toEqual([
      ["src/stats/planted.ts imports files/open.ts"],
      ["src/stats/planted.ts imports sparql/plan.ts"],
      ["src/stats/planted.ts imports sparql/plan.ts"],
      ["src/stats/planted.ts imports node:fs"],
      ["src/stats/planted.ts imports flatbush"],
      ["src/stats/planted.ts imports @scope/late/part.js"],
      ["src/stats/planted.ts imports expr-parser/ast.ts"],
      ["src/stats/planted.ts imports load/statements/sink.ts"],
      ["src/stats/planted.ts imports nowhere/gone.ts"],
    ]);
  });

  test("that are allowed, or only spoken of, pass", () => {
    const text = `
      import type { Sink } from "../load/statements/sink.ts";
      import { Graph } from "../store/graph/graph.ts";
      // import { open } from "../files/open.ts";
      /** import { open } from "pocket-commons"; */
      const key = Buffer.from("key");
    `;
    expect(forbiddenImports([{ path: "src/world/world.ts", text }])).toEqual([]);
  });

  test("of a room that the table does not know are refused", () => {
    const text = 'import { unreachable } from "../errors/errors.ts";';
    expect(forbiddenImports([{ path: "src/attic/old.ts", text }])).toEqual([
      "src/attic/old.ts imports errors/errors.ts",
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
    expect(await missingBehind('export { open } from "./src/commons/with-files.ts";')).toContain(
      "Could not resolve",
    );
    expect(await missingBehind('export const late = import("node:fs");')).toContain('"node:fs"');
  });

  test("need all that the table allows, and every dependency", () => {
    const idle = Object.entries(rooms).flatMap(([room, { may }]) => {
      const targets = sources.filter(({ path }) => roomOf(path) === room).flatMap(importsOf);
      return may
        .filter((entry) => !targets.some((to) => may.filter((one) => covers(one, to))[0] === entry))
        .map((entry) => `${room} → ${entry}`);
    });
    expect(idle).toEqual([]);
    const { dependencies = {} } = JSON.parse(read("package.json")) as { dependencies?: object };
    const targets = new Set(Object.values(rooms).flatMap(({ may }) => may));
    expect(Object.keys(dependencies).filter((name) => !targets.has(name))).toEqual([]);
  });
});

describe("folders", () => {
  const folders = foldersOf(sources).filter((folder) => folder !== "src");

  test("of src are the rooms, and folders of a room are its parts", () => {
    const inRooms = foldersOf(sources).filter((folder) => folder.split("/").length === 2);
    expect(inRooms.map(roomOf).sort()).toEqual(
      Object.keys(rooms)
        .filter((room) => !room.endsWith(".ts"))
        .sort(),
    );
    const parts = folders.filter((folder) => folder.split("/").length === 3);
    const named = Object.entries(rooms).flatMap(([room, { parts = {} }]) =>
      Object.keys(parts).map((part) => `src/${room}/${part}`),
    );
    expect(parts.sort()).toEqual(named.sort());
  });

  test(`hold at most ${filesMax} files, in src, bench, test and explorer alike`, () => {
    const files = [...sources, ...["bench", "test", "explorer"].flatMap(modulesUnder)];
    const counts = foldersOf(files).map((folder) => ({
      folder,
      files: files.filter(({ path }) => posix.dirname(path) === folder).length,
    }));
    expect(
      counts.filter(({ folder, files }) => files > (folder === "src" ? doorsMax : filesMax)),
    ).toEqual([]);
    expect(counts).toContainEqual({ folder: "src/errors", files: 4 });
    expect(counts).toContainEqual({ folder: "test/contract", files: 12 });
  });

  test("of tests have the names of rooms, so that a room's tests can run alone", () => {
    const kinds = /^test\/(?:property|oracle|reference)\/[^/]+$/;
    const inKinds = foldersOf(modulesUnder("test")).filter((folder) => kinds.test(folder));
    expect(inKinds).toContain("test/property/store");
    expect(inKinds.filter((folder) => rooms[posix.basename(folder)] === undefined)).toEqual([]);
  });

  test("of a room import only parts that stand before them in the table", () => {
    expect(lateParts(sources)).toEqual([]);
    const text = 'import { open } from "../../files/open.ts";';
    expect(lateParts([{ path: "src/errors/a/b.ts", text }])).toEqual([]);
  });
});

describe("optional packages of pages", () => {
  const names = [
    "hyparquet",
    "hyparquet-compressors",
    "hyparquet-writer",
    "@uwdata/flechette",
    "sql.js",
  ];

  test("are imported in a try: webpack, Turbopack and others then accept that one is missing", () => {
    const found = names.map((name) => sources.flatMap((file) => outsideOfTry(file, name)));
    expect(found.flat()).toEqual([]);
    for (const name of names) {
      expect(sources.some(({ text }) => text.includes(`import("${name}")`))).toBe(true);
    }
    const text = 'const one = await import("sql.js").catch(needed);';
    expect(outsideOfTry({ path: "a.ts", text }, "sql.js")).toEqual(["a.ts"]);
  });
});

function outsideOfTry({ path, text }: TextFile, name: string): string[] {
  const [, ...afters] = text.split(/try \{/);
  const inTry = afters.map((after) => after.slice(0, after.indexOf("} catch"))).join("\n");
  const countIn = (one: string) => one.split(new RegExp(`await \\(?import\\("${name}["/]`)).length;
  return countIn(text) === countIn(inTry) ? [] : [path];
}

describe("circles", () => {
  test("are among no files and no folders, not even of types", () => {
    expect(
      foldersOf(sources).flatMap((folder) => circlesAmong(unitsUnder(folder, sources))),
    ).toEqual([]);
  });

  test("are seen among files and among folders", () => {
    const files = [
      { path: "src/a/one.ts", text: 'import type { Two } from "../b/two.ts";' },
      { path: "src/b/two.ts", text: 'import { three } from "./three.ts";' },
      { path: "src/b/three.ts", text: 'import { one } from "../a/one.ts";' },
      { path: "src/b/four.ts", text: 'export { two } from "./two.ts";' },
    ];
    expect(circlesAmong(unitsUnder("src", files))).toEqual([["src/a", "src/b"]]);
    expect(circlesAmong(unitsUnder("src/b", files))).toEqual([]);
    const pair = [
      { path: "src/b/two.ts", text: 'import "./three.ts";' },
      { path: "src/b/three.ts", text: 'import type { Two } from "./two.ts";' },
    ];
    expect(circlesAmong(unitsUnder("src/b", pair))).toEqual([["src/b/three.ts", "src/b/two.ts"]]);
  });
});

function lateParts(files: readonly TextFile[]): string[] {
  return files.flatMap((file) => {
    const order = Object.keys(rooms[roomOf(file.path)]?.parts ?? {});
    const own = order.indexOf(partOf(file.path));
    return importsOf(file)
      .filter((target) => own >= 0 && target.startsWith(`src/${roomOf(file.path)}/`))
      .filter((target) => order.indexOf(partOf(target)) > own)
      .map((target) => `${file.path} imports ${target}`);
  });
}

/** Second name below `src`: a folder of the room, or a file of it. */
function partOf(path: string): string {
  return path.split("/")[2] ?? "";
}

function forbiddenImports(files: readonly TextFile[]): string[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    return importsOf(file)
      .filter((target) => !target.startsWith("src/") || roomOf(target) !== room)
      .filter((target) => rooms[room]?.may.some((entry) => covers(entry, target)) !== true)
      .map((target) => `${file.path} imports ${target.replace(/^src\//, "")}`);
  });
}

/** First name below `src`: a folder or a file that stands alone. */
function roomOf(path: string): string {
  return path.split("/")[1]!;
}

/** Whether an entry of the table of rooms (room, folder, file, package) allows an import. */
function covers(entry: string, imported: string): boolean {
  const own = imported.startsWith("src/") ? `src/${entry}` : entry;
  return imported === own || (!own.startsWith("node:") && imported.startsWith(`${own}/`));
}

/** What is known of a file by its name, and what is said about one that is not read. */
import { describe, expect, test } from "vitest";
import { MemoryTree } from "../../../../src/load/bytes/memory-tree.ts";
import { resolve } from "../../../../src/load/bytes/paths.ts";
import {
  meantName,
  nothingIn,
  type SourceFile,
  sourceFile,
  unknownFile,
  unknownTable,
  unreadFile,
  unusedTemplate,
} from "../../../../src/load/sources/source-file.ts";
import { loadTexts } from "../load-texts.ts";

test.each([
  ["places.mfc", ".mcf"],
  ["places.MFC.gz", ".mcf"],
  ["places.mccf", ".mcf"],
  ["a.tcmf", ".tmcf"],
  ["a.cvs", ".csv"],
  ["a/variables.mcf.txt", ".mcf"],
  ["Config.json", "config.json"],
  ["config.json.txt", "config.json"],
])("%s is meant to be %s", (path, meant) => {
  expect(meantName(path)).toBe(meant);
});

test.each([
  "a.mcf",
  "a.css",
  "a.vcs",
  "a.md",
  "a.txt",
  "a.cfm",
  "a.psql",
  "config.json",
  "tsconfig.json",
  "mcf",
])("%s is meant so", (path) => {
  expect(meantName(path)).toBeUndefined();
});

test("a file whose ending is a slip is a warning with what is meant", async () => {
  const node = 'Node: dcid:n\nname: "n"\n';
  const { diagnostics, messages } = await loadTexts({ "a.mcf": node, "b.mfc": node });
  expect(diagnostics).toEqual(["warning Source_UnrecognisedFile b.mfc"]);
  expect(messages).toEqual(["is of no known kind; is '.mcf' meant?"]);
});

describe("what is known of a file", () => {
  const known = async (path: string) => {
    const tree = new MemoryTree([[path, new Uint8Array(3)]]);
    const { tree: _, ...file } = sourceFile(tree, path, await tree.stat(path), false, undefined);
    return file;
  };

  test.each([
    ["a.mcf", { extension: ".mcf", stem: "a", isGzip: false }],
    ["a.B.MCF", { extension: ".mcf", stem: "a.B", isGzip: false }],
    ["a.csv.gz", { extension: ".csv", stem: "a", isGzip: true }],
    ["a.CSV.GZ", { extension: ".csv", stem: "a", isGzip: true }],
    ["a", { extension: "", stem: "a", isGzip: false }],
    ["a.gz", { extension: "", stem: "a", isGzip: true }],
    [".csv", { extension: "", stem: ".csv", isGzip: false }],
  ])("%s", async (path, expected) => {
    expect(await known(path)).toEqual({
      path,
      size: 3,
      folder: resolve("."),
      isNamed: false,
      listed: undefined,
      ...expected,
    });
  });

  test("is the time of its last change, where there is one", () => {
    const stats = { size: 1, mtimeMs: 7, isFile: () => true, isDirectory: () => false };
    expect(sourceFile(new MemoryTree([]), "d/a.mcf", stats, true, { as: "graph" })).toMatchObject({
      changed: 7,
      folder: resolve("d"),
      isNamed: true,
      listed: { as: "graph" },
    });
  });

  test("is no kind for a pipe, which is refused where it is named", () => {
    const stats = { size: 0, isFile: () => false, isDirectory: () => false };
    const pipe = sourceFile(new MemoryTree([]), "a.mcf", stats, false, undefined);
    expect(pipe).toMatchObject({ extension: "", stem: "a.mcf" });
    expect(() => sourceFile(new MemoryTree([]), "a.mcf", stats, true, undefined)).toThrow(
      "a.mcf: is neither a file nor a folder",
    );
  });
});

describe("messages about files that are not read", () => {
  const fileOf = (path: string, held?: { file: string; name: string }) =>
    ({ ...sourceFile(new MemoryTree([]), path, stats, false, undefined), held }) as SourceFile;
  const stats = { size: 1, isFile: () => true, isDirectory: () => false };
  const told = ({ findings, ...rest }: ReturnType<typeof unreadFile>) => {
    const [{ level, counter, line, message } = fail(), second] = findings;
    expect([line, second]).toEqual([undefined, undefined]);
    return [JSON.stringify(rest), `${level} ${counter} ${message()}`];
  };
  const fail = (): never => {
    throw new Error("no finding");
  };

  test.each([
    [
      unknownFile(fileOf("d/a.txt"), "MCF"),
      '{"path":"d/a.txt"}',
      "info Source_UnrecognisedFile is of no known kind; expected MCF",
    ],
    [
      unknownFile(fileOf("d/a.mfc"), "MCF"),
      '{"path":"d/a.mfc"}',
      "warning Source_UnrecognisedFile is of no known kind; is '.mcf' meant?",
    ],
    [
      unknownTable(fileOf("d/a b.csv"), "no columns"),
      '{"path":"d/a b.csv"}',
      `error Source_UnrecognisedFile is of no known kind: no columns; "npx pocket-commons import 'd/a b.csv'" proposes what its columns hold`,
    ],
    [
      unknownTable(fileOf("w.xlsx#One", { file: "w.xlsx", name: "One two" }), "x"),
      '{"path":"w.xlsx#One"}',
      `error Source_UnrecognisedFile is of no known kind: x; "npx pocket-commons import w.xlsx --sheet 'One two'" proposes what its columns hold`,
    ],
    [
      unknownTable(fileOf("w.json", { file: "w.json", name: "" }), "x"),
      '{"path":"w.json"}',
      'error Source_UnrecognisedFile is of no known kind: x; "npx pocket-commons import w.json" proposes what its columns hold',
    ],
    [
      unreadFile(fileOf("a.csv"), "warning", "is left out"),
      '{"path":"a.csv"}',
      "warning Source_UnreadFile is left out",
    ],
    [
      unusedTemplate(fileOf("d/a.b.tmcf")),
      '{"path":"d/a.b.tmcf","mayWait":true}',
      "warning Source_UnusedTemplate is a template without a table; expected 'a.b.csv' in the same folder",
    ],
  ])("%#", (unread, rest, finding) => {
    expect(told(unread)).toEqual([rest, finding]);
  });

  test("say why nothing is loaded: the gravest of them, with a line before others", () => {
    const one = (path: string, level: "info" | "warning" | "error", line?: number) => {
      return { path, findings: [{ level, counter: "C", line, message: () => `is ${level}` }] };
    };
    const why = (...files: Parameters<typeof nothingIn>[1]) =>
      nothingIn("src", files, "MCF", false).message;
    expect(why()).toBe("src: there is nothing to load; expected MCF");
    expect(why(one("a", "info"))).toBe("src: there is nothing to load: a is info");
    expect(why(one("a", "info", 3), one("b", "warning"))).toBe(
      "src: there is nothing to load: b is warning",
    );
    expect(why(one("a", "warning", 1), one("b", "error"), one("c", "error", 2))).toBe(
      "src: there is nothing to load: c:2 is error",
    );
    expect(nothingIn("src", [one("a", "error")], "MCF", true).message).toBe(
      "src: there is nothing to load, for the reasons that are reported for its files",
    );
  });
});

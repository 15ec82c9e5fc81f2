/** All that is written of an answer, a note or a file, letter by letter. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import {
  type Answer,
  OutputFile,
  print,
  printJson,
  printNote,
  textStream,
} from "../../../src/cli/output.ts";

type Place = Partial<Pick<CliIo, "isTerminal" | "env" | "progressStream">>;

/** What `use` writes on standard output, and on standard error. */
function writtenBy(use: (io: CliIo) => void, place: Place = {}): readonly [string, string] {
  let [out, err] = ["", ""];
  use({
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    isTerminal: false,
    progressStream: undefined,
    env: {},
    ...place,
  } as CliIo);
  return [out, err];
}

const columns = ["a", "list", "c"];
const rows = [
  ["x", ["one", "", "two"], 1],
  [null, [], undefined],
  ["two\nlines", ['"'], false],
];
const table: Answer = { rows: { columns, rows } };
const none: Answer = { rows: { columns, rows: [] } };
const shown: Answer = { rows: { columns, rows, shown: ["c", "a"] } };
const report: Answer = {
  ...table,
  json: { of: ["the", "answer"] },
  text: [
    "plain\u0007",
    [{ style: "bad", text: "bad\u009b" }, " and ", { style: "note", text: "n" }],
  ],
};
const csv = 'a,list,c\nx,one two,1\n,,\n"two\nlines","""",false\n';
const objects = `[
  {
    "a": "x",
    "list": [
      "one",
      "",
      "two"
    ],
    "c": 1
  },
  {
    "a": null,
    "list": []
  },
  {
    "a": "two\\nlines",
    "list": [
      "\\""
    ],
    "c": false
  }
]
`;

const onScreen = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const ofShown = [" 1       x     ", "               ", " false   two   ", "         lines "];
const inColours = "plain\u2407\n\u001b[31mbad\u2421\u001b[39m and \u001b[36mn\u001b[39m\n";

test.each<[string, Answer, { json?: boolean; csv?: boolean }, Place, string]>([
  ["a table", table, {}, {}, csv],
  ["a table with --csv", table, { csv: true }, { isTerminal: true }, csv],
  ["a table with --json", table, { json: true }, {}, objects],
  ["a table with --json and --csv", table, { json: true, csv: true }, {}, objects],
  ["a table without the options", table, { json: false, csv: false }, {}, csv],
  ["a table with columns for terminals", shown, {}, {}, csv],
  ["no rows", none, {}, {}, "a,list,c\n"],
  ["no rows with --json", none, { json: true }, {}, "[]\n"],
  ["no rows on a terminal", none, {}, { isTerminal: true }, "nothing found\n"],
  [
    "a table on a terminal",
    table,
    {},
    { isTerminal: true, env: { NO_COLOR: "1" } },
    onScreen(
      " a       list      c     ",
      " x       one two   1     ",
      "                         ",
      ' two     "         false ',
      " lines                   ",
    ),
  ],
  [
    "columns for terminals, in their order",
    shown,
    {},
    { isTerminal: true, env: { NO_COLOR: "1" } },
    onScreen(" c       a     ", ...ofShown),
  ],
  [
    "a head in colour",
    shown,
    {},
    { isTerminal: true },
    onScreen(" \u001b[1mc\u001b[22m       \u001b[1ma\u001b[22m     ", ...ofShown),
  ],
  ["a report", report, {}, {}, "plain\u0007\nbad\u009b and n\n"],
  ["a report on a terminal", report, {}, { isTerminal: true }, inColours],
  ["a report in colour", report, {}, { env: { FORCE_COLOR: "1" } }, inColours],
  [
    "a report on a terminal without colours",
    report,
    {},
    { isTerminal: true, env: { NO_COLOR: "1" } },
    "plain\u2407\nbad\u2421 and n\n",
  ],
  ["a report with --csv", report, { csv: true }, {}, csv],
  [
    "a report with --json",
    report,
    { json: true },
    {},
    '{\n  "of": [\n    "the",\n    "answer"\n  ]\n}\n',
  ],
  ["a report without lines", { ...report, text: [] }, {}, { isTerminal: true }, ""],
])("%s", (_, answer, options, place, expected) => {
  expect(writtenBy((io) => print(answer, options, io), place)).toEqual([expected, ""]);
});

test("rows may be a list that is only gone through", () => {
  const lazy = { length: 1, [Symbol.iterator]: () => [["x"]][Symbol.iterator]() };
  const answer = { rows: { columns: ["a"], rows: lazy } };
  expect(writtenBy((io) => print(answer, {}, io))).toEqual(["a\nx\n", ""]);
  expect(writtenBy((io) => print(answer, { json: true }, io))).toEqual([
    '[\n  {\n    "a": "x"\n  }\n]\n',
    "",
  ]);
});

test("JSON ends with a line feed", () => {
  expect(writtenBy((io) => printJson([1], io))).toEqual(["[\n  1\n]\n", ""]);
});

const terminal = {} as NodeJS.WriteStream;

test.each<[Place, string]>([
  [{}, "bad\u0007: why\n"],
  [{ isTerminal: true }, "bad\u0007: why\n"],
  [{ progressStream: terminal }, "\u001b[31mbad\u2407\u001b[39m: why\n"],
  [{ progressStream: terminal, env: { NO_COLOR: "1" } }, "bad\u2407: why\n"],
  [{ env: { FORCE_COLOR: "1" } }, "\u001b[31mbad\u2407\u001b[39m: why\n"],
])("a note on standard error in %j", (place, expected) => {
  const note = [{ style: "bad", text: "bad\u0007" }, ": why"] as const;
  expect(writtenBy((io) => printNote(note, io), place)).toEqual(["", expected]);
});

test("a stream takes text whose characters are cut between its pieces", async () => {
  let text = "";
  const writer = textStream((one) => {
    text += one;
  }).getWriter();
  const bytes = new TextEncoder().encode("\ufeff\u00d6l \u{1f30d}");
  for (const byte of bytes) await writer.write(Uint8Array.of(byte));
  await writer.close();
  expect(text).toBe("\ufeff\u00d6l \u{1f30d}");
});

// The file of `-o`.

const folder = mkdtempSync(join(tmpdir(), "output-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "a.txt");
const io = { isTerminal: true, env: { TERM: "xterm" } } as unknown as CliIo;
const seen = () =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );

test("a file has what was written when it is kept, and is no terminal", () => {
  writeFileSync(path, "old");
  const file = new OutputFile(path, io);
  expect([file.io.isTerminal, file.io.env]).toEqual([false, { TERM: "xterm" }]);
  file.io.stdout("\u00d6l, ");
  file.io.stdout(Uint8Array.of(0x41, 0x42));
  const part = `a.txt.${process.pid}.part`;
  expect(seen()).toEqual({ "a.txt": "old", [part]: "\u00d6l, AB" });
  file.keep();
  file.io.stdout("later");
  expect(seen()).toEqual({ "a.txt": "\u00d6l, AB" });
  file.end();
  expect(seen()).toEqual({ "a.txt": "\u00d6l, AB" });
});

test("a file that is not kept is as it was", () => {
  writeFileSync(path, "old");
  const file = new OutputFile(path, io);
  file.io.stdout("new");
  file.end();
  file.end();
  file.io.stdout("later");
  expect(seen()).toEqual({ "a.txt": "old" });
});

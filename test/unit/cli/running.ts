/** Commands as a user types them, in this process; and all that they print, letter by letter. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCli } from "../../../src/cli/run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was written that is no text. */
  readonly bytes: Uint8Array | undefined;
}

export interface Place {
  /** Both streams are terminals. Default: neither is. */
  readonly isTerminal?: boolean;
  readonly stdin?: string | Uint8Array;
  /** Default: `NO_COLOR` is set. */
  readonly env?: Readonly<Record<string, string>>;
}

export const facts = { version: "1.2.3", documents: "/package/docs" };

export async function run(argv: readonly string[], place: Place = {}): Promise<Ran> {
  const { isTerminal = false, stdin = "", env = { NO_COLOR: "1" } } = place;
  let [out, err] = ["", ""];
  let bytes: Uint8Array | undefined;
  const write = (text: string) => {
    err += text;
    return true;
  };
  const terminal = { isTTY: true, write, columns: 80 } as unknown as NodeJS.WriteStream;
  const code = await runCli(argv, facts, {
    stdout: (text) => {
      if (typeof text === "string") out += text;
      else bytes = text;
    },
    stderr: write,
    stdin: async () => (typeof stdin === "string" ? Buffer.from(stdin) : stdin),
    stopped: async () => undefined,
    show: async () => undefined,
    isTerminal,
    progressStream: isTerminal ? terminal : undefined,
    env,
  });
  return { code, out, err, bytes };
}

interface Whole {
  readonly folder: string;
  /** In lines, `@` is the folder and `%` is a space within a word. */
  readonly expectSeen: (name: string, lines: readonly string[], place?: Place) => Promise<void>;
  /** The same, with a test for each line: for lines that do not need those before them. */
  readonly testEach: (name: string, lines: readonly string[], place?: Place) => void;
}

/**
 * What is expected lies in `expected`. `EXPECT=write npx vitest run whole` writes it anew, to be read before it is believed.
 *
 * @param files of a folder that commands use
 */
export function wholeOutputs(files: Readonly<Record<string, string>>): Whole {
  const folder = mkdtempSync(join(tmpdir(), "whole-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What a user sees of a command, with a short name of the folder, and without times. */
  async function seen(line: string, place?: Place): Promise<string> {
    const argv = line
      .split(" ")
      .map((word) => word.replaceAll("%", " ").replace("@", `${folder}/`));
    const { code, out, err } = await run(argv, place);
    const text = `$ ${line}\n${out}${err === "" ? "" : `--- and beside it\n${err}`}--- exit code ${code}\n`;
    return text
      .replaceAll(`${folder}/`, "@")
      .replaceAll(folder, "@")
      .replaceAll(/\d+\.\d\d s\b/g, "0.00 s")
      .replaceAll(/\d{8}T\d{6}/g, "(time)")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "(time)")
      .replaceAll(/^seconds,[\d.e-]+,/gm, "seconds,0,");
  }

  return {
    folder,
    expectSeen: async (name, lines, place) => {
      const texts: string[] = [];
      for (const line of lines) texts.push(await seen(line, place));
      expectWhole(name, texts.join("\n"));
    },
    testEach: (name, lines, place) => {
      const path = pathOf(name);
      const texts: string[] = [];
      const expected = isWriting ? texts : readFileSync(path, "utf8").split(/\n(?=\$ )/);
      const numbered = lines.map((line, at) => [line, at] as const);
      test.each(numbered)(`${name}: %s`, async (line, at) => {
        texts[at] = await seen(line, place);
        expect(texts[at].split("\n")).toEqual(expected[at]?.split("\n"));
      });
      test(`${name}: no more`, () => expect(expected).toHaveLength(lines.length));
      afterAll(() => {
        // A run of some of the lines writes none.
        if (isWriting && Object.keys(texts).length === lines.length)
          writeFileSync(path, texts.join("\n"));
      });
    },
  };
}

const isWriting = process.env["EXPECT"] === "write";
const pathOf = (name: string) => join(import.meta.dirname, "expected", `${name}.txt`);

export function expectWhole(name: string, whole: string): void {
  const path = pathOf(name);
  if (isWriting) writeFileSync(path, whole);
  expect(whole.split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
}

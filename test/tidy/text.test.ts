/** Rules about the texts of the project: sizes, names and words. */
import { describe, expect, test } from "vitest";
import { filesUnder, modulesUnder, read, type TextFile, withoutComments } from "./source-tree.ts";

const linesMax = 400;

/** They say nothing of what a file holds. */
const emptyNames = new Set(["util", "utils", "helper", "helpers", "common", "manager", "misc"]);

interface BannedWord {
  readonly what: string;
  readonly word: RegExp;
  /** Beginnings of paths where the word may stand. */
  readonly except?: readonly string[];
}

const rulebook = "test/tidy/text.test.ts";

/** Texts are about the project, and not about the place where it was made. */
const bannedWords: readonly BannedWord[] = [
  { what: "a leftover", word: /\b(?:TODO|FIXME|XXX)\b/ },
  { what: "a path of one machine", word: /(?<![\w.])\/(?:work|farm|home)\/|\/root\// },
  {
    what: "material that lies beside a checkout",
    word: /\.\.\/shared\b|\bcorpus\b/i,
    except: [".ci/", "test/reference/", "test/clients/worlds.ts"],
  },
  { what: "a package registry", word: /"resolved": "\w+:|\bregistry\.[a-z]|[/@.]npmmirror\./ },
];

const code = modulesUnder().filter(({ path }) => /^(?:src|test|bench|explorer)\//.test(path));
const sources = modulesUnder("src");
const everything = filesUnder().filter(({ path }) => path !== rulebook);

describe("every file", () => {
  test("of code has a length that can be read in one sitting", () => {
    const long = code.filter(({ text }) => lineCount(text) > linesMax);
    expect(long.map(({ path, text }) => `${path}: ${lineCount(text)} lines`)).toEqual([]);
  });

  test("of code has a name that says what it holds", () => {
    expect(code.map(({ path }) => path).filter(hasEmptyName)).toEqual([]);
    expect(hasEmptyName("src/store/graph-utils.ts")).toBe(true);
    expect(hasEmptyName("test/helpers/world.ts")).toBe(true);
    expect(hasEmptyName("src/commons.ts")).toBe(false);
  });

  test.each(bannedWords)("is free of $what", (banned) => {
    expect(placesOf(banned, everything)).toEqual([]);
  });

  test("is searched for banned words", () => {
    const planted = (path: string, text: string) =>
      bannedWords.flatMap((banned) => placesOf(banned, [{ path, text }]));
    expect(planted("README.md", "one\nsee /home/me")).toEqual(["README.md:2: see /home/me"]);
    expect(planted("README.md", "https://a.org/home/page and network/work/x")).toEqual([]);
    expect(planted("src/a.ts", "// TODO later")).toEqual(["src/a.ts:1: // TODO later"]);
    expect(planted("src/a.ts", "the corpus")).toEqual(["src/a.ts:1: the corpus"]);
    expect(planted(".ci/a.mjs", "the corpus")).toEqual([]);
    expect(planted("package-lock.json", '"resolved": "file:x"')).toHaveLength(1);
    expect(planted("package-lock.json", '"resolved": "reference"')).toEqual([]);
  });
});

describe("source", () => {
  test("re-exports by name, never everything, but for what the library's doors share", () => {
    const wholesale = {
      what: "export *",
      word: /\bexport\s*\*(?! from "\.\/everywhere\.ts")/,
      except: ["test/tidy/"],
    };
    expect(placesOf(wholesale, code)).toEqual([]);
  });

  test("has kernels that are functions of their arguments", () => {
    const state = { what: "state", word: /\bthis\b|\bclass\b|^(?:let|var)\b/ };
    const kernels = withoutComments(read("src/store/columns/kernels.ts"));
    expect(kernels).toContain("export function lowerBound(");
    expect(placesOf(state, [{ path: "kernels.ts", text: kernels }])).toEqual([]);
  });

  test("sets no member by data but with a function that knows __proto__", () => {
    expect(sources.flatMap(membersSet)).toEqual([]);
    const text = "const data: Record<string, Facet> = {};\ndata[dcid] = {};\ndata.a = {};";
    expect(membersSet({ path: "a.ts", text })).toEqual(["a.ts: data[dcid] ="]);
    const response = "const found: V0TriplesResponse = {};\nfound[dcid] ??= [];";
    expect(membersSet({ path: "a.ts", text: response })).toEqual(["a.ts: found[dcid] ??="]);
  });
});

describe("tests", () => {
  const paths = modulesUnder("test")
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".test.ts"));

  test("stand where a test run finds them", () => {
    const run =
      /^test\/(?:unit|property|contract|limits|tidy|dist|explorer|site|examples|reference|remote|clients)\//;
    expect(paths.filter((path) => !run.test(path))).toEqual([]);
  });

  test("of one file, or of one side of it, stand where that file does", () => {
    const tested = code.map(({ path }) => path.replace(/^(?:src\/)?(.*)\.ts$/, "test/unit/$1"));
    const lost = paths.filter(
      (path) =>
        path.startsWith("test/unit/") &&
        !tested.some((stem) => path === `${stem}.test.ts` || path.startsWith(`${stem}-`)),
    );
    expect(lost).toEqual([]);
  });
});

function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

function hasEmptyName(path: string): boolean {
  return path.split(/[/.-]/).some((part) => emptyNames.has(part));
}

function placesOf({ word, except = [] }: BannedWord, files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => !except.some((start) => path.startsWith(start)))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          word.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
}

/** Where a member of an object that is declared as a record or a response is set by a variable. */
function membersSet({ path, text }: TextFile): string[] {
  const records = /\b(\w+)(?:: (?:Record<string, .*>|\w+Response))? = \{\};/g;
  const names = new Set([...text.matchAll(records)].map(([, name]) => name));
  return [...text.matchAll(/(\w+)\[[a-z][\w.]*\] (?:\?\?)?=(?!=)/g)]
    .filter(([, name]) => names.has(name))
    .map(([place]) => `${path}: ${place}`);
}

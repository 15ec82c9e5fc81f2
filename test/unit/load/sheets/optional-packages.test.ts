/** How packages are imported that need not be installed. */
import { describe, expect, test } from "vitest";
import { modulesUnder, type TextFile } from "../../../tidy/source-tree.ts";

const sources = modulesUnder("src");

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

/** Comments, tests and documents cite sections of docs/behaviour; every section that they cite exists. */
import { describe, expect, test } from "vitest";
import { filesUnder, type TextFile } from "./source-tree.ts";

const folder = "docs/behaviour/";

const files = filesUnder().filter(({ path }) => path !== "test/tidy/citations.test.ts");
const pages = files.filter(({ path }) => path.startsWith(folder) && path.endsWith(".md"));

/** A page, with a section, a subsection or a point of a list in it: `observation 3.2`. */
const target = "[a-z][a-z0-9]*(?: \\d+(?:\\.\\d+)*)?";
const citation = new RegExp(`\\bbehaviour: (${target}(?:, ${target})*)`, "g");
const link = /\[([a-z][a-z0-9]*) ([\d.]+)\]\([a-z]+[a-z0-9]*\.md\)/g;

/** Comments and documents break lines anywhere. */
function citationsIn(text: string): string[] {
  const flat = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ");
  const cited = [...flat.matchAll(citation)].flatMap(([, targets]) => targets!.split(", "));
  const linked = [...flat.matchAll(link)].map(([, page, section]) => `${page} ${section}`);
  return [...cited, ...linked];
}

/** Headings `## 3.` and `### 3.2`; where a section is a numbered list, its points count as well. */
function targetsIn({ path, text }: TextFile): string[] {
  const page = path.slice(folder.length, -".md".length);
  const targets = [page];
  let section = "";
  for (const line of text.split("\n")) {
    const [, heading] = /^#{2,3} (\d+(?:\.\d+)?)/.exec(line) ?? [];
    const [, point] = /^(\d+)\. /.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    if (heading !== undefined) targets.push(`${page} ${section}`);
    if (point !== undefined) targets.push(`${page} ${section}.${point}`);
  }
  return targets;
}

const targets = pages.flatMap(targetsIn);

describe("citations", () => {
  test("lead to sections that exist", () => {
    const known = new Set(targets);
    const lost = files.flatMap(({ path, text }) =>
      citationsIn(text)
        .filter((cited) => !known.has(cited))
        .map((cited) => `${path}: ${cited}`),
    );
    expect(lost).toEqual([]);
  });

  test("are found in comments, however their lines break", () => {
    const cited =
      "/** Text (behaviour: node 2.4,\n * observation 3). Then more. */\n// (behaviour:\n// v1)";
    expect(citationsIn(cited)).toEqual(["node 2.4", "observation 3", "v1"]);
    expect(citationsIn("see [node 5](node.md)")).toEqual(["node 5"]);
    expect(files.flatMap(({ text }) => citationsIn(text)).length).toBeGreaterThan(150);
  });

  test("name sections that are numbered once", () => {
    expect(targets.filter((one, at) => targets.indexOf(one) !== at)).toEqual([]);
    const page = { path: `${folder}a.md`, text: "# A\n\n## 1. B\n\n1. x\n2. y\n\n### 2.1 C\n" };
    expect(targetsIn(page)).toEqual(["a", "a 1", "a 1.1", "a 1.2", "a 2.1"]);
  });

  test("are of nothing that is not in the repository", () => {
    const foreign = /§|\b(?:facts|FORMATS|V1-V0|V2) §/;
    expect(
      files.filter(({ path, text }) => /\.(?:ts|mjs|md)$/.test(path) && foreign.test(text)),
    ).toEqual([]);
  });
});

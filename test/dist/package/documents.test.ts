/** The documents in the built package: their examples run as they stand there. `npm run build` comes first. */
import { readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesUnder, projectRoot, read } from "../../tidy/source-tree.ts";
import { dependencies, InstalledPackage } from "../installed-package.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([...dependencies, "@types/node", "@modelcontextprotocol/sdk"]);
});

afterAll(() => installed.remove());

describe("the documents in the package", () => {
  const documents = filesUnder()
    .filter(({ path }) => path.endsWith(".md"))
    .filter(({ path }) => path === "README.md" || path.startsWith("docs/"));
  const marked = /<!-- example: run as a test -->\n```(ts|sh)\n(.*?)```\n\n```\n(.*?)```/gs;
  const examples = documents.flatMap(({ path, text }) =>
    [...text.matchAll(marked)].map(([, language, code, printed]) => {
      return { path, language, code: code!, printed: printed! };
    }),
  );
  const [, ownData] = /```sh\nnpm ci\n(.*?)```/s.exec(read("README.md")) ?? [];

  test("mark examples, each with what it prints", () => {
    const marks = documents.flatMap(({ text }) => text.match(/<!-- example/g) ?? []);
    expect(examples).toHaveLength(marks.length);
    expect(examples.filter(({ path }) => path === "README.md")).toHaveLength(3);
  });

  test("of tutorials have no code that is not run", () => {
    const tutorials = documents.filter(({ path }) => path.startsWith("docs/tutorials/"));
    expect(tutorials).toHaveLength(4);
    for (const { path, text } of tutorials) {
      const written = text.match(/^```(?!text)\w+$/gm) ?? [];
      expect(examples.filter((one) => one.path === path)).toHaveLength(written.length);
    }
  });

  test.each(examples)(
    "$path has an example that prints $printed",
    async ({ language, code, printed }) => {
      if (language === "sh") {
        const command = "node node_modules/pocket-commons/dist/cli.js";
        expect(installed.shell(code.replaceAll("npx pocket-commons", command))).toBe(printed);
        return;
      }
      expect(installed.compile({ module: "nodenext" }, code)).toBe("");
      installed.write("example.mjs", (await transform(code, { loader: "ts" })).code);
      expect(installed.node("example.mjs")).toBe(printed);
    },
  );

  test("have examples that compile", () => {
    const modules = examples.filter(({ language }) => language === "ts");
    const texts = modules.map(({ code }) => code);
    const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    expect(installed.compile({ module: "nodenext", ...strictest }, ...texts)).toBe("");
  });

  test("show twelve tasks in at most 60 lines, each of which prints what it found", () => {
    const [, tasks = ""] = read("README.md").split("## Twelve usual tasks");
    const shown = examples.find(({ path, code }) => path === "README.md" && tasks.includes(code));
    const { code, printed } = shown!;
    expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    const numbers = [...printed.matchAll(/^\d+/gm)].map(([number]) => Number(number));
    expect([...new Set(numbers)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test.each(["states.svg", "people.svg"])("have the picture %s that an example makes", (name) => {
    const made = readFileSync(join(installed.home, name), "utf8");
    if (process.env["UPDATE_DOCUMENTS"] !== undefined) {
      writeFileSync(join(projectRoot, "docs", name), made);
    }
    expect(read(`docs/${name}`)).toBe(made);
  });

  test("lead from nothing to answers about own data", () => {
    const command = "node ../node_modules/pocket-commons/dist/cli.js";
    const told = installed.shell(ownData!.replaceAll("npx pocket-commons", command));
    expect(told).toContain("Little Town");
    expect(told).toContain(",2024,1234,");
  });

  test("link to nothing that the package lacks", () => {
    const files = installed.files();
    const dead = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) =>
        [...installed.read(path).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link]) => ({
          path,
          link: posix.join(posix.dirname(path), link!),
        })),
      )
      .filter(
        ({ link }) =>
          !files.some((file) => file === link || (link.endsWith("/") && file.startsWith(link))),
      );
    expect(dead).toEqual([]);
    expect(files).toContain("docs/behaviour/README.md");
  });
});

/** What parts of the library weigh in a page. The table in docs/browser.md is made of these limits. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { projectRoot, read } from "../tidy/source-tree.ts";

interface Part {
  readonly about: string;
  /** A program that needs it. */
  readonly program: string;
  /** A source of which something is only in this part; undefined for what loads at once. */
  readonly holds?: string;
  /** kB of gzip. */
  readonly most: number;
  /**
   * Whether nothing is loaded late. Where a page loads parts late, esbuild puts what these share into
   * one script, which then loads at once.
   */
  readonly isWhole?: boolean;
}

const opens = 'import { open } from "pocket-commons"; open(bytes, { lazy: true });';

const parts: readonly Part[] = [
  {
    about: "an error alone: `CommonsError`",
    program: 'import { CommonsError } from "pocket-commons"; print(CommonsError);',
    isWhole: true,
    most: 2,
  },
  {
    about: "relation expressions alone: `pocket-commons/expressions`",
    program:
      'import { parseRelation, printRelation } from "pocket-commons/expressions"; print(parseRelation, printRelation);',
    most: 20,
  },
  {
    about: "a snapshot and all endpoints of v2 but SPARQL and resolve: `pocket-commons`",
    program: opens,
    most: 93,
  },
  {
    about: "the same, kept in the browser: `pocket-commons/kept`",
    program: 'import { openKept } from "pocket-commons/kept"; openKept("a", { lazy: true });',
    most: 96,
  },
  {
    about: "the check of a structure, with the first snapshot in memory",
    program: opens,
    holds: "// src/store/stored/walk-graph.ts",
    most: 15,
  },
  {
    about: "the endpoints without a version, with the first request; those of v1 as much",
    program: opens,
    holds: "// src/adapters/v0/v0-nodes.ts",
    most: 5,
  },
  {
    about: "resolve, with the first request",
    program: opens,
    holds: "// src/resolve/name-table.ts",
    // Since what looks names up in a snapshot is no longer in what every page loads.
    most: 17,
  },
  { about: "SPARQL, with the first query", program: opens, holds: "// src/sparql/run/", most: 102 },
  {
    about: "the loader, with the first files, and resolve",
    program: opens,
    holds: "// src/load/mcf/",
    most: 124,
  },
  {
    about: "tables, with the first one",
    program: opens,
    holds: "// src/tables/table-shapes.ts",
    most: 28,
  },
  {
    about: "explanations, with the first one",
    program: opens,
    holds: "// src/explain/",
    most: 34,
  },
];

const weights = new Map<Part, number>();

beforeAll(async () => {
  for (const part of parts) weights.set(part, await weightOf(part));
});

interface Script {
  readonly text: string;
  readonly output: Metafile["outputs"][string];
}

/** kB of gzip of all scripts that the page loads at once, or that a part adds to them. */
async function weightOf({ program, holds, isWhole = false }: Part): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: projectRoot },
    absWorkingDir: projectRoot,
    outdir: "page",
    bundle: true,
    splitting: !isWhole,
    minify: true,
    format: "esm",
    platform: "browser",
    external: ["@uwdata/flechette", "hyparquet-writer"],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const scripts = new Map<string, Script>();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const file = outputFiles.find((one) => one.path === join(projectRoot, path));
    scripts.set(path, { text: file?.text ?? "", output });
  }
  const [entry] = [...scripts].find(([, { output }]) => output.entryPoint === "<stdin>") ?? [""];
  const atOnce = reached(scripts, [entry]);
  const wanted = [...scripts].filter(([, { output }]) => holdsSource(output, holds));
  const all =
    holds === undefined
      ? atOnce
      : reached(
          scripts,
          wanted.map(([path]) => path),
        ).filter((path) => !atOnce.includes(path));
  expect(all.length).toBeGreaterThan(0);
  const sizes = all.map((path) => gzipSync(scripts.get(path)?.text ?? "", { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function reached(scripts: ReadonlyMap<string, Script>, from: readonly string[]): string[] {
  const found = new Set(from);
  for (const path of found) {
    for (const one of scripts.get(path)?.output.imports ?? []) {
      if (one.kind === "import-statement" && scripts.has(one.path)) found.add(one.path);
    }
  }
  return [...found];
}

function holdsSource(output: Metafile["outputs"][string], source: string | undefined): boolean {
  const inputs = Object.keys(output.inputs).filter((path) => path.startsWith("dist/"));
  return source !== undefined && inputs.some((path) => read(path).includes(source));
}

test.each(parts)("$about: at most $most kB", (part) => {
  expect(weights.get(part)).toBeLessThanOrEqual(part.most);
});

test("docs/browser.md has the table of weights (UPDATE_DOCUMENTS=1 writes it)", () => {
  const rows = parts.map(({ about, most }) => `| ${about} | ${most} |\n`);
  const table = ["| part | kB of gzip at most |\n| --- | --- |\n", ...rows].join("");
  const document = read("docs/browser.md");
  const made = document.replace(
    /(<!-- weights -->\n).*?(<!-- end -->)/s,
    (_all, start, end) => start + table + end,
  );
  if (process.env["UPDATE_DOCUMENTS"] !== undefined) {
    writeFileSync(join(projectRoot, "docs/browser.md"), made);
  } else expect(document).toBe(made);
  expect(made).toContain(table);
});

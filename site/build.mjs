/**
 * `npm run docs`: builds the site of the documents into `site/out`. Any host of files serves it below any
 * path. It has the explorer on the sample, and code that runs the examples; so the library is built before.
 *
 *     npm run docs [-- --no-reference] [-- --out FOLDER]      without the pages that TypeDoc makes
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build as bundle } from "esbuild";
import { build as buildPages } from "vitepress";
import { buildLibrary, run } from "../build/commands.mjs";
import { documents, examplesIn, read, root } from "./documents.mjs";
import { withPolicy } from "./policy.mjs";

const { values: given } = parseArgs({
  options: {
    out: { type: "string", default: "site/out" },
    "no-reference": { type: "boolean", default: false },
  },
});
process.chdir(root);
const out = resolve(given.out);

if (!existsSync("dist/browser.js")) buildLibrary();
rmSync(out, { recursive: true, force: true });
process.env.SITE_FOLDER = out;
process.env.SITE_CACHE = join(root, "node_modules/.vitepress");
await buildPages("site");
await bundleExamples();
await addSamples();
addExplorer();
addTexts();
if (!given["no-reference"]) addReference();

/** Examples that a page can run: a module each, with what they share in modules of its own. */
async function bundleExamples() {
  const examples = documents.flatMap(examplesIn).filter(({ runs }) => runs);
  const codes = new Map(examples.map(({ name, code }) => [name, code]));
  await bundle({
    entryPoints: ["site/run/worker.ts", ...codes.keys()],
    outdir: join(out, "run"),
    entryNames: "[name]",
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2023",
    platform: "browser",
    // Modules that doors share have no effects of their own: esbuild would say so for each.
    logOverride: { "ignored-bare-import": "silent" },
    logLevel: "warning",
    // SQLite needs Node.
    external: ["sql.js"],
    plugins: [{ name: "examples", setup }],
  });
  cpSync("dist/meaning.bin", join(out, "run/meaning.bin"));

  function setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[\w-]+$/ }, ({ path, kind }) =>
      kind === "entry-point" && codes.has(path) ? { path, namespace: "example" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "example" }, ({ path }) => {
      return { contents: codes.get(path), loader: "ts", resolveDir: root };
    });
    onResolve({ filter: /^pocket-commons$/ }, ({ importer }) => {
      const asksWords = /\.(?:understand|search|suggest)\(/.test(codes.get(importer));
      return { path: resolve(`site/run/${asksWords ? "with-meanings" : "pocket-commons"}.ts`) };
    });
    // The source gives the types; what runs is the package.
    onResolve({ filter: /\/src\/browser\.ts$/ }, () => ({ path: resolve("dist/browser.js") }));
    onResolve({ filter: /^pocket-commons\// }, ({ path }) => {
      return { path: resolve(`dist/${path.split("/")[1]}.js`) };
    });
  }
}

/** As `run/pocket-commons.ts` opens them. */
async function addSamples() {
  const { open } = await import("../dist/index.js");
  const placeOf = (folder, form) => join(out, "samples", `${folder.replaceAll("/", "-")}.${form}`);
  mkdirSync(join(out, "samples"));
  for (const folder of ["data-samples", "data-samples/us-states"]) {
    const commons = await open(folder);
    await commons.save(placeOf(folder, "pocket"));
  }
  const custom = "data-samples/custom-folder";
  const files = readdirSync(custom).map((name) => [name, read(join(custom, name))]);
  writeFileSync(placeOf(custom, "json"), JSON.stringify(Object.fromEntries(files)));
}

function addExplorer() {
  cpSync("dist/explorer", join(out, "explorer"), { recursive: true });
  cpSync("dist/meaning.bin", join(out, "explorer/meaning.bin"));
  cpSync("explorer/mark.svg", join(out, "mark.svg"));
  const world = { world: "../samples/data-samples-us-states.pocket" };
  writeFileSync(join(out, "explorer/explorer.json"), JSON.stringify(world));
}

/** The documents as they are, for programs that read: each beside its page, a list, and all in one. */
function addTexts() {
  for (const { path } of documents) cpSync(path, join(out, path));
  const groups = new Map();
  for (const one of documents) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const lists = Array.from(groups, ([group, all]) => {
    const lines = all.map(
      ({ title, path, text }) => `- [${title}](${path}): ${firstSentence(text)}`,
    );
    return `## ${group}\n\n${lines.join("\n")}\n`;
  });
  const head =
    "# Pocket Commons\n\n> Data Commons from files, in your own process: typed, synchronous, offline.\n";
  writeFileSync(join(out, "llms.txt"), [head, ...lists].join("\n"));
  const texts = documents.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`);
  writeFileSync(join(out, "llms-full.txt"), texts.join("\n"));
}

/** Of the first paragraph; code is none. */
function firstSentence(text) {
  const paragraph = text.split(/\n{2,}/).find((part) => /^(?!```)[*\w`[(]/.test(part)) ?? "";
  const [sentence] = /^(?:\d+\. )?.*?\.(?=\s|$)/s.exec(paragraph) ?? [paragraph];
  return sentence
    .replace(/^\d+\. /, "")
    .replaceAll("\n", " ")
    .replace(/:$/, ".");
}

/** Every export with its types. */
function addReference() {
  const options = ["--options", "reference/typedoc.json", "--includeHierarchySummary", "false"];
  const folder = join(out, "reference");
  const typedoc = "reference/node_modules/typedoc/bin/typedoc";
  run(process.execPath, [typedoc, ...options, "--out", folder]);
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!path.endsWith(".html")) continue;
    const page = join(folder, path);
    writeFileSync(page, withPolicy(readFileSync(page, "utf8"), `reference/${path}`));
  }
}

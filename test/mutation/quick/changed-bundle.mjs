/** All changes of some sources, and one bundle of them and their tests that can do each of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { build } from "esbuild";
import { hashOf, hashOfFile, projectRoot } from "./project-files.mjs";

const shim = join(import.meta.dirname, "vitest-shim.mjs");
const log = () => {};
const logger = {
  isTraceEnabled: log,
  isDebugEnabled: log,
  trace: log,
  debug: log,
  info: log,
  warn: console.error,
  error: console.error,
  fatal: console.error,
};

/**
 * Writes into `folder` two bundles and `changes.json`. The code of `counting.mjs` counts which changes
 * it passes; that of `quick.mjs` does not.
 *
 * @returns the changes. `key` names one in all runs while the text of its file stays the same
 * (`source` is the hash of that text); `tests` is the hash of the bundle and
 * of what runs it
 */
export async function makeBundle(sources, testFiles, folder) {
  const { files, mutants } = await new Instrumenter(logger).instrument(
    sources.map((path) => ({
      name: resolve(path),
      mutate: true,
      content: readFileSync(path, "utf8"),
    })),
    { ignorers: [], excludedMutations: [], plugins: null, noHeader: false },
  );
  const changedTexts = new Map(files.map(({ name, content }) => [name, content]));
  const hashes = new Map(sources.map((path) => [path, hashOfFile(path)]));
  const changes = mutants
    .filter(({ ignoreReason }) => ignoreReason === undefined)
    .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const file = relative(projectRoot, fileName);
      const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
      const key = JSON.stringify([file, place, replacement]);
      return { id, key, file, source: hashes.get(file), start, end, mutatorName, replacement };
    });
  const text = await bundle(await entryOf(sources, testFiles), changedTexts);
  writeFileSync(join(folder, "counting.mjs"), text);
  writeFileSync(join(folder, "quick.mjs"), withoutCounts(text));
  writeFileSync(join(folder, "changes.json"), JSON.stringify(changes));
  // Survivors are tried again by another worker, too.
  const worker = readFileSync(join(import.meta.dirname, "worker.mjs"), "utf8");
  return { changes, tests: hashOf(text + worker) };
}

/** Stryker's counters are calls with the numbers of changes. */
function withoutCounts(text) {
  return text.replaceAll(/\bstryCov_\w+\((?:"\d+"(?:, ?)?)+\)/g, "0");
}

/**
 * `sources` loads the sources that tests import: others may be programs, which run when they are
 * loaded. `files` collects the tests of each file.
 */
async function entryOf(sources, testFiles) {
  const load = (path) => `import(${JSON.stringify(resolve(path))})`;
  const imported = await filesImportedBy(testFiles);
  const loaded = sources.filter((path) => imported.has(resolve(path)));
  return `
    import { collect } from ${JSON.stringify(shim)};
    export async function sources() {
      ${loaded.map((path) => `await ${load(path)};`).join("\n")}
    }
    export const files = {
      ${testFiles.map((path) => `${JSON.stringify(path)}: () => collect(() => ${load(path)}),`).join("\n")}
    };`;
}

async function filesImportedBy(testFiles) {
  const { metafile } = await build({
    entryPoints: testFiles,
    outdir: "none",
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    absWorkingDir: projectRoot,
    logLevel: "warning",
  });
  return new Set(Object.keys(metafile.inputs).map((path) => join(projectRoot, path)));
}

async function bundle(entry, changedTexts) {
  const result = await build({
    stdin: { contents: entry, resolveDir: projectRoot, loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
    plugins: [
      {
        name: "changed",
        setup(esbuild) {
          esbuild.onResolve({ filter: /^vitest$/ }, ({ importer }) =>
            importer === shim ? { path: "vitest", external: true } : { path: shim },
          );
          esbuild.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
            contents: inPlace(changedTexts.get(path) ?? readFileSync(path, "utf8"), path),
            loader: "ts",
          }));
        },
      },
    ],
  });
  return result.outputFiles[0].text;
}

/** A module of the bundle still lies where its file lies. */
function inPlace(text, path) {
  return text
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
}

/**
 * Joins files that a browser asks for together. Late parts share code, and esbuild writes each shared piece as a file:
 * a page waits for eighty of them in turns. Rollup writes one file for an entry with its first imports, and one for
 * each late part.
 */
import { rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { rollup } from "rollup";

/**
 * @param {object} built of esbuild: its files are read and removed
 * @param {string} entry path of the source of the first file
 * @param {readonly (readonly string[])[]} together names of lazy parts that are asked for together
 * @param {readonly string[]} withFirst names of lazy parts that the first file has
 * @param {string | undefined} alone name of a lazy part that Node runs, too: without the first file
 * @returns the name of the first file, and of what it shares with that part
 */
export async function joined({ metafile: { outputs } }, entry, options) {
  const { outdir, banner, together = [], withFirst = [], alone } = options;
  const [first] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry);
  const named = (name) => Object.keys(outputs).filter((path) => plainName(path) === name);
  const groups = [
    [first, ...withFirst.flatMap(named)],
    ...together.map((names) => names.flatMap(named)),
  ];
  const groupOf = new Map();
  const aside = alone === undefined ? [] : named(alone);
  const ownOf = startingWith(aside, outputs);
  for (const path of startingWith([first], outputs)) {
    if (ownOf.has(path)) groupOf.set(resolve(path), "shared");
  }
  for (const group of groups) {
    for (const path of startingWith(group, outputs)) {
      const id = resolve(path);
      if (!groupOf.has(id)) groupOf.set(id, plainName(group[0]));
    }
  }
  const isFirst = ({ facadeModuleId }) => facadeModuleId === resolve(first);
  const bundle = await rollup({
    input: [first, ...aside],
    external: (id) => !/^[./]/.test(id),
    treeshake: false,
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: outdir,
    banner,
    compact: true,
    hashCharacters: "hex",
    minifyInternalExports: true,
    entryFileNames: (one) => `${isFirst(one) ? plainName(one.name) : "drawing"}-[hash].js`,
    chunkFileNames: ({ name }) => `${plainName(name)}-[hash].js`,
    manualChunks: (id) => groupOf.get(id),
  });
  await bundle.close();
  for (const path of Object.keys(outputs)) rmSync(path, { force: true });
  const fileOf = (found) => output.find(found)?.fileName;
  return [fileOf(isFirst), fileOf(({ name }) => name === "shared")];
}

/** Without the end that changes with the contents. */
const plainName = (path) => basename(path, ".js").replace(/-[A-Z0-9]{8}$/, "");

/** Some files, and all that they import as they begin. */
function startingWith(paths, outputs) {
  const all = new Set(paths);
  for (const path of all) {
    for (const { path: imported, kind } of outputs[path].imports) {
      if (kind === "import-statement" && imported in outputs) all.add(imported);
    }
  }
  return all;
}

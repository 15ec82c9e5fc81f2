/**
 * Bundles what tsc leaves in TypeScript: one module per door and what doors share, with the packages
 * that are used from synchronous code inside, since loading those file by file takes longer than most
 * programs run. What stays outside is in `dependencies`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const doors = ["index", "browser", "cli", "demo"];
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

const options = {
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2023",
  // Neither Node nor a browser: of a package that comes in two forms, the one that runs anywhere.
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:*", ...Object.keys(dependencies)],
  sourcemap: true,
  metafile: true,
};
const { metafile } = await build({
  ...options,
  entryPoints: doors.map((door) => `src/${door}.ts`),
  splitting: true,
  chunkNames: "shared-[hash]",
});
// What a thread runs needs little, and shares nothing: it starts soonest from one small file.
await build({ ...options, entryPoints: ["src/load-worker.ts"] });
writeFileSync("dist/THIRD-PARTY-LICENSES", licencesOf(packagesIn(metafile)));
removeIdleDeclarations();

/** Folders of the packages that something in the bundles comes from, in order. */
function packagesIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

/** What the packages' authors want to be said wherever their code goes; a text that many share, once. */
function licencesOf(folders) {
  const packagesOf = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)\b/i.test(file));
    if (files.length === 0) throw new Error(`${name} has no licence file`);
    const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const intro = "The modules beside this file contain code of these packages.";
  const parts = Array.from(packagesOf, ([text, packages]) => `${packages.join("\n")}\n\n${text}`);
  return `${[intro, ...parts].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Those that the library's door does not lead to tell a user nothing, and some name packages that he has not got. */
function removeIdleDeclarations() {
  const reached = new Set();
  const follow = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    const specifiers = readFileSync(path, "utf8").matchAll(/"(\.{1,2}\/[^"]+)\.ts"/g);
    for (const [, specifier] of specifiers) follow(join(path, "..", `${specifier}.d.ts`));
  };
  follow(join("dist", "index.d.ts"));
  for (const entry of readdirSync("dist", { recursive: true, withFileTypes: true })) {
    const path = relative(".", join(entry.parentPath, entry.name));
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
}

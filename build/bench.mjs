/**
 * `npm run bench`: builds the library and the benches, and runs one of them.
 *
 *     npm run bench [NAME] [-- OPTIONS]     without a name: the comparison with other engines
 *     npm run bench NAME -- --no-build …    uses what was built before
 */
import { rmSync } from "node:fs";
import { buildLibrary, refuse, run } from "./commands.mjs";

/** By name: the compiled module. `bench/README.md` says what each of them measures. */
const benches = {
  analysis: "analysis/analysis.js",
  comunica: "rdf/comunica.js",
  engines: "run.js",
  flows: "flows/flows.js",
  formats: "formats/formats.js",
  hostile: "hostile/hostile.js",
  huge: "huge/huge.js",
  imports: "imports/imports.js",
  increments: "remote/increments.js",
  meaning: "meaning/meaning.js",
  readers: "serve/readers.js",
  remote: "remote/remote.js",
  serve: "serve/serve.js",
  soak: "soak/soak.js",
  tables: "tables.js",
  walks: "walks/walks.js",
};
/** They collect garbage before they measure. */
const collecting = ["engines", "meaning", "soak"];

const given = process.argv.slice(2);
const name = given[0] === undefined || given[0].startsWith("-") ? "engines" : given.shift();
if (!Object.hasOwn(benches, name)) refuse("bench", name, Object.keys(benches));
if (!given.includes("--no-build")) {
  // It follows modules as they are before they are bundled.
  if (name !== "walks") buildLibrary();
  rmSync(".bench", { recursive: true, force: true });
  run("tsc", ["-p", "bench/tsconfig.json"]);
}
run(process.execPath, [
  ...(collecting.includes(name) ? ["--expose-gc"] : []),
  `.bench/bench/${benches[name]}`,
  ...given.filter((option) => option !== "--no-build"),
]);

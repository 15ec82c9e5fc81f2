/**
 * `npm run suite NAME`: the tests that `npm test` leaves out, since they need a build, a browser,
 * other programs or more time. CONTRIBUTING.md says what each suite holds.
 *
 *     npm run suite NAME [-- OPTIONS]       options of vitest; of test/mutation/run.mjs for `mutation`
 *     npm run suite NAME -- --no-build …    uses the library that was built before
 */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildLibrary, refuse, run } from "./commands.mjs";

const suites = {
  text() {
    run("biome", ["ci", "."]);
    run("tsc", ["-p", "tsconfig.json", "--noEmit"]);
    run("tsc", ["-p", "explorer/tsconfig.json"]);
  },
  package() {
    build();
    vitest(["test/dist"]);
    run("publint", []);
    const typedoc = ["reference/node_modules/typedoc/bin/typedoc", "--emit", "none"];
    run(process.execPath, [...typedoc, "--options", "reference/typedoc.json"]);
  },
  explorer() {
    build();
    vitest(["test/explorer"]);
  },
  site() {
    build();
    run("npm", ["run", "--silent", "docs"]);
    vitest(["test/site"]);
  },
  deep() {
    const scaled = ["test/unit", "test/contract"].flatMap(scaledTests);
    vitest(["test/property", "test/limits", ...scaled], { FC_RUNS: "10" });
  },
  reference() {
    vitest(["test/reference"]);
  },
  remote() {
    const stores = { POCKET_COMMONS_STORES: join(tmpdir(), "pocket-commons-stores") };
    vitest(["test/remote", "--no-file-parallelism"], stores);
  },
  clients() {
    const clients = { POCKET_COMMONS_CLIENTS: join(tmpdir(), "pocket-commons-clients") };
    vitest(["test/clients", "--no-file-parallelism"], clients);
  },
  examples() {
    build();
    const clients = { POCKET_COMMONS_CLIENTS: join(tmpdir(), "pocket-commons-clients") };
    vitest(["test/examples"], clients);
  },
  mutation() {
    run(process.execPath, ["test/mutation/run.mjs", ...options]);
  },
};

const [name, ...given] = process.argv.slice(2);
const options = given.filter((option) => option !== "--no-build");
if (!Object.hasOwn(suites, name ?? "")) refuse("suite", name, Object.keys(suites));
suites[name]();

function build() {
  if (!given.includes("--no-build")) buildLibrary();
}

function vitest(tests, environment) {
  run("vitest", ["run", ...tests, ...options], environment);
}

/** Test files with a number of cases, or a size, that grows with `FC_RUNS`. */
function scaledTests(folder) {
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith(".test.ts"))
    .filter((path) => readFileSync(path, "utf8").includes("property/runs"));
}

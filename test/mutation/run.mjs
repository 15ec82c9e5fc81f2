/**
 * Mutation testing of parts of the source: changes the code in many small ways, one at a time, and
 * lists the changes that no test notices.
 *
 *     npm run mutation -- src/ids src/store/walk      files or folders of src
 *
 * Each room is tested by its own unit and property tests and by the contract tests. What was found
 * is kept in `.stryker`, so that a second run tries only what changed since then.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";

const targets = process.argv.slice(2).map((path) => path.replace(/\/+$/, ""));
const wrong = targets.find((path) => !/^src\/[^/]/.test(path) || !existsSync(path));
if (targets.length === 0 || wrong !== undefined) {
  console.error(`name files or folders of src${wrong === undefined ? "" : `, not ${wrong}`}`);
  process.exit(2);
}

const rooms = [...new Set(targets.map((path) => path.split("/")[1]))];
const name = targets.join("+").replaceAll("/", "-");
const folder = ".stryker";
process.env["MUTATION_ROOMS"] = rooms.join();
// Many mutants, few cases each.
process.env["FC_RUNS"] ??= "0.5";

const results = await new Stryker({
  mutate: targets.flatMap((path) =>
    statSync(path).isDirectory() ? [`${path}/**/*.ts`, `!${path}/**/index.ts`] : [path],
  ),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "test/mutation/vitest.config.ts" },
  // The compiler's own settings need no change for the tests.
  tsconfigFile: "none",
  ignorePatterns: [".bench", "api", "bench/results.json", "bench/peers/node_modules", folder],
  concurrency: 1,
  timeoutMS: 5000,
  incremental: true,
  incrementalFile: join(folder, `${name}.json`),
  tempDirName: join(folder, "tmp"),
  reporters: ["clear-text", "progress", "html"],
  htmlReporter: { fileName: join(folder, `${name}.html`) },
  clearTextReporter: { allowColor: process.stdout.isTTY, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
}).runMutationTest();
if (results.length === 0) process.exitCode = 1;

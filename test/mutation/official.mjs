/** The same changes with Stryker's own runner: it starts vitest anew for each of them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";

/** @returns whether at least nine tenths of all changes were noticed */
export async function runOfficial(targets) {
  const rooms = new Set(targets.map((path) => path.split("/")[1]));
  const name = targets.join("+").replaceAll("/", "-");
  const folder = ".stryker";
  process.env["MUTATION_ROOMS"] = [...rooms].join();
  await new Stryker({
    mutate: targets.flatMap((path) =>
      statSync(path).isDirectory() ? [`${path}/**/*.ts`] : [path],
    ),
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutation/official.config.ts" },
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
  // Stryker sets it when too little was noticed.
  return (process.exitCode ?? 0) === 0;
}

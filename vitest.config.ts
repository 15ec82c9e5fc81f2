import { defineConfig } from "vitest/config";

/** Folder for the counts of every run; several runs may write there. `.ci/run` sets it. */
const reports = process.env["POCKET_COMMONS_REPORTS"];

export default defineConfig({
  test: {
    // A page on a busy machine draws its charts late.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files share the modules that they load: they leave nothing behind that others could see.
    // For the same reason they are one project: each project loads the modules again.
    isolate: false,
    experimental: { fsModuleCache: true },
    // By default one processor is left alone, which is half of a small machine.
    maxWorkers: "100%",
    setupFiles: ["test/whole-engine.ts", "test/property/same-cases.ts"],
    globalSetup: "test/temporary-folders.ts",
    reporters:
      reports === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: `${reports}/vitest-${process.pid}.json` }]],
    include: ["test/**/*.test.ts"],
  },
});

import { defineConfig } from "vitest/config";

const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, include },
});

/** Folder for the counts of every run; several runs may write there. `.ci/run` sets it. */
const reports = process.env["POCKET_COMMONS_REPORTS"];

export default defineConfig({
  test: {
    expect: { requireAssertions: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files share the modules that they load: they leave nothing behind that others could see.
    isolate: false,
    // By default one processor is left alone, which is half of a small machine.
    maxWorkers: "100%",
    globalSetup: "test/temporary-folders.ts",
    reporters:
      reports === undefined
        ? ["default"]
        : ["default", ["json", { outputFile: `${reports}/vitest-${process.pid}.json` }]],
    projects: [
      project("unit", ["test/unit/**/*.test.ts"]),
      project("property", ["test/property/**/*.test.ts"]),
      project("contract", ["test/contract/**/*.test.ts"]),
      project("tidy", ["test/tidy/**/*.test.ts"]),
      project("dist", ["test/dist/**/*.test.ts"]),
      project("reference", ["test/reference/**/*.test.ts"]),
    ],
  },
});

/** Tests of the rooms that `official.mjs` names. */
import { defineConfig } from "vitest/config";

const rooms = (process.env["MUTATION_ROOMS"] ?? "").split(",");

export default defineConfig({
  test: {
    // A question that nobody answers is noticed by this, sooner than by a new process.
    testTimeout: 5000,
    // A changed constant is seen only by modules that are loaded anew.
    isolate: true,
    globalSetup: "test/temporary-folders.ts",
    setupFiles: "test/property/same-cases.ts",
    include: [
      ...rooms.flatMap((room) => [
        `test/unit/${room}/**/*.test.ts`,
        `test/property/${room}/**/*.test.ts`,
      ]),
      "test/contract/**/*.test.ts",
    ],
  },
});

/** The package where programs are CommonJS, in this Node and in those that do not load ES modules by `require`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { InstalledPackage } from "../installed-package.ts";

let installed: InstalledPackage;

beforeAll(() => {
  installed = new InstalledPackage([]);
  const ask = `console.log(typeof open, typeof mock);`;
  installed.write(
    "require.cjs",
    `const { open } = require("pocket-commons");
const { mock } = require("pocket-commons/testing");
${ask}`,
  );
  installed.write(
    "import.cjs",
    `const main = async () => {
  const { open } = await import("pocket-commons");
  const { mock } = await import("pocket-commons/testing");
  ${ask}
};
main();`,
  );
});

afterAll(() => installed.remove());

/** Whether this Node loads ES modules by `require`, as `docs/package.md` says. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isNewer = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

describe("a CommonJS program", () => {
  test("imports the package", () => {
    expect(installed.node("import.cjs")).toBe("function function\n");
  });

  test.runIf(isNewer)("requires the package in newer versions of Node", () => {
    expect(installed.node("require.cjs")).toContain("function function\n");
  });

  test.runIf(isNewer)("is told by older versions of Node to import it", () => {
    const printed = installed.node("--no-experimental-require-module", "require.cjs");
    expect(printed).toContain("ERR_REQUIRE_ESM");
    expect(printed).toContain("import()");
    const imported = installed.node("--no-experimental-require-module", "import.cjs");
    expect(imported).toBe("function function\n");
  });
});

import { expect, test } from "vitest";
import { version } from "../../../src/snapshot/version.ts";
import { read } from "../../tidy/source-tree.ts";

test("the version is the manifest's", () => {
  expect(version).toBe((JSON.parse(read("package.json")) as { version: string }).version);
});

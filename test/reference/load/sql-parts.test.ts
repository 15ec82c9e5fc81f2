/** The importer's own dumps, read in parts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectSameInParts } from "../../property/threads/pretended-threads.ts";
import { describeWithReference } from "../reference-data.ts";
import { importerData } from "./custom-folders.ts";

describeWithReference("dumps of the official importer", () => {
  test("are the same in parts and as a whole", async () => {
    const paths = readdirSync(importerData, { recursive: true }) as string[];
    const dumps = paths.filter((path) => path.endsWith(".sql"));
    let parts = 0;
    for (const path of dumps) {
      const text = readFileSync(join(importerData, path), "utf8");
      const division = { threads: 2, partBytes: 500, delay: () => 0 };
      parts += await expectSameInParts({ "a.sql": text }, division);
    }
    expect(dumps.length).toBeGreaterThan(5);
    expect(parts).toBeGreaterThan(5 * dumps.length);
  });
});

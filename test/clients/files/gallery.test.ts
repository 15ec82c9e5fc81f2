/** Tables of statistical offices: each value that Python reads in a file is what the library reads. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { galleryFiles, readGallery } from "../../gallery.ts";
import { reportOf } from "../environment.ts";

test("Python reads the same values in every table", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pocket-commons-gallery-"));
  try {
    const read: Record<string, readonly (readonly string[])[]> = {};
    for (const file of galleryFiles()) {
      const points = await readGallery(file);
      read[file] = points.map(({ series, method, entity, date, value }) => [
        `${series} ${method}`,
        entity,
        date,
        value,
      ]);
    }
    const observed = join(folder, "observed.json");
    writeFileSync(observed, JSON.stringify(read));
    const program = ["test/clients/python/gallery.py", "test/gallery", observed];
    const report = await reportOf("python3", program, "in tables of statistical offices");
    expect(report.differences).toEqual([]);
    expect(Object.keys(read).length).toBeGreaterThan(85);
    expect(report.compared).toBeGreaterThan(1_200);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

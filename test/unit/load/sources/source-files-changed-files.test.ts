import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileOnDisk } from "../../../../src/disk/disk-tree.ts";
import { refuseChanged } from "../../../../src/load/sources/source-files.ts";
import { withFolder } from "../load-texts.ts";

describe("a file that was read", () => {
  test("is refused when it is another one by now, and its name says which", async () => {
    await withFolder({ "a.csv": "abc" }, async (folder) => {
      const path = join(folder, "a.csv");
      utimesSync(path, 1000, 1000);
      const read = { ...fileOnDisk(path, 3), changed: statSync(path).mtimeMs };
      await refuseChanged(read);
      const changed = {
        file: path,
        message: `${path}: was changed while it was loaded: load it again`,
      };
      await expect(refuseChanged({ ...read, size: 4 })).rejects.toThrow(
        expect.objectContaining(changed),
      );
      await expect(refuseChanged({ ...read, changed: 7 })).rejects.toThrow(
        expect.objectContaining(changed),
      );
      writeFileSync(path, "abcd");
      utimesSync(path, 1000, 1000);
      await expect(refuseChanged(read)).rejects.toThrow(expect.objectContaining(changed));
      const gone = { ...read, path: join(folder, "b.csv") };
      await expect(refuseChanged(gone)).rejects.toThrow("b.csv: was removed while it was loaded");
      // Nobody asks for files whose time is not known.
      await refuseChanged(fileOnDisk(gone.path, 3));
    });
  });
});

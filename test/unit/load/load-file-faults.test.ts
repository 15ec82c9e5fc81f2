/** Files that change, never end or are none, on the real file system. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { lint } from "../../../src/lint.ts";
import { withFolder } from "./load-texts.ts";

const node = (at: number) => `Node: dcid:n${at}\ntypeOf: dcs:City\nname: "${"x".repeat(40)}"\n\n`;
/** More than one block of 512 KiB. */
const nodeCount = 9_000;
const large = Array.from({ length: nodeCount }, (_, at) => node(at)).join("");
const row = (at: number) => `n${at},typeOf,City,\n`;
const table = `subject_id,predicate,object_id,object_value\n${Array.from({ length: 38_000 }, (_, at) => row(at)).join("")}`;

describe("a source that changes while it is read", () => {
  const changes: Readonly<Record<string, (path: string) => void>> = {
    grows: (path) => appendFileSync(path, node(0)),
    shrinks: (path) => truncateSync(path, 600_000),
    "is emptied": (path) => truncateSync(path, 0),
    "is written again with the same length": (path) => {
      writeFileSync(path, large);
      // Clocks of file systems are coarse.
      utimesSync(path, 0, 1);
    },
    "is replaced by another file": (path) => {
      writeFileSync(`${path}.new`, large);
      utimesSync(`${path}.new`, 0, 1);
      renameSync(`${path}.new`, path);
    },
    "is removed": (path) => rmSync(path),
  };

  test.each(Object.entries(changes))("is refused when it %s", async (_what, change) => {
    for (const [name, text] of [
      ["a.mcf", large],
      ["a.csv", table],
    ] as const) {
      await withFolder({ [name]: text }, async (folder) => {
        const path = join(folder, name);
        let isChanged = false;
        const onProgress = () => {
          if (isChanged) return;
          isChanged = true;
          change(path);
        };
        const refused = open(path, { onProgress });
        await expect(refused).rejects.toThrow(path);
        await expect(refused).rejects.toThrow(
          /was (?:changed|removed) while|cut off|cannot be read|:\d+:/,
        );
        expect(isChanged).toBe(true);
      });
    }
  });

  test("is a finding of lint", async () => {
    await withFolder({ "a.mcf": large }, async (folder) => {
      const path = join(folder, "a.mcf");
      const onProgress = () => utimesSync(path, 0, 1);
      const { findings } = await lint(folder, { onProgress });
      expect(findings.map(({ message }) => message)).toContainEqual(
        expect.stringContaining("was changed while it was loaded"),
      );
    });
  });

  test("that nobody changes is loaded, touched or not before", async () => {
    await withFolder({ "a.mcf": large }, async (folder) => {
      utimesSync(join(folder, "a.mcf"), 0, 1);
      expect((await open(folder)).info.nodeCount).toBe(nodeCount);
    });
  });
});

describe("what is no file", () => {
  const own = { "a.mcf": node(1) };

  test("is reported and not read in a folder: pipes, sockets, devices", async () => {
    await withFolder(own, async (folder) => {
      execFileSync("mkfifo", [join(folder, "pipe.csv")]);
      symlinkSync("/dev/zero", join(folder, "zero.mcf"));
      const server = createServer().listen(join(folder, "socket.mcf"));
      try {
        await new Promise((resolve) => server.once("listening", resolve));
        const { info } = await open(folder);
        expect(info.nodeCount).toBe(1);
        const [{ counter, count } = { counter: "", count: 0 }] = info.diagnostics.counters;
        expect([counter, count]).toEqual(["Source_UnrecognisedFile", 3]);
      } finally {
        server.close();
      }
    });
  });

  test("is refused when it is named", async () => {
    await withFolder({}, async (folder) => {
      const pipe = join(folder, "pipe.csv");
      execFileSync("mkfifo", [pipe]);
      for (const path of [pipe, "/dev/zero"]) {
        await expect(open(path)).rejects.toThrow(`${path}: is neither a file nor a folder`);
      }
    });
  });

  test("is walked once when it is a link to a folder above", async () => {
    await withFolder(own, async (folder) => {
      symlinkSync(".", join(folder, "self"));
      expect((await open(folder)).info.nodeCount).toBe(1);
    });
  });

  test("is named when it is a link to itself or to nothing", async () => {
    for (const [target, reason] of [
      ["loop.mcf", "ELOOP"],
      ["nowhere.mcf", "ENOENT"],
    ] as const) {
      await withFolder(own, async (folder) => {
        const link = join(folder, "loop.mcf");
        symlinkSync(target, link);
        await expect(open(folder)).rejects.toThrow(`${link}: cannot be read (${reason}`);
      });
    }
  });
});

describe("a .gz", () => {
  test("that expands as text does is loaded", async () => {
    await withFolder({ "a.mcf.gz": gzipSync(large) }, async (folder) => {
      expect((await open(folder)).info.nodeCount).toBe(nodeCount);
    });
  });
});

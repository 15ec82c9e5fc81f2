import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leftoverFaults, leftoversIn, untold } from "../../../../bench/soak/leftovers.ts";

test("a file and a descriptor that are left are found, and nothing else is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "leftovers-"));
  const path = join(folder, "left.tmp");
  try {
    const before = leftoversIn(folder);
    writeFileSync(path, "");
    expect(leftoverFaults(before, leftoversIn(folder))).toEqual([`1 files left: ${path}`]);
    rmSync(path);
    expect(leftoverFaults(before, { ...before, files: [] })).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("descriptors, threads and workers that are left are reported", () => {
  const before = { descriptors: 20, tasks: 11, resources: ["Pipe"], files: [] };
  const after = { descriptors: 22, tasks: 12, resources: ["MessagePort", "Pipe"], files: [] };
  expect(leftoverFaults(before, after)).toEqual([
    "2 descriptors more than before: 22",
    "1 tasks more than before: 12",
    "1 resources left: MessagePort",
  ]);
  expect(leftoverFaults(after, before)).toEqual([]);
});

test("what a system does not tell is no fault, and is said", () => {
  const nothing = { descriptors: undefined, tasks: undefined, resources: [], files: [] };
  expect(leftoverFaults(nothing, { ...nothing, descriptors: 4 })).toEqual([]);
  expect(untold(nothing)).toHaveLength(2);
  expect(untold({ ...nothing, descriptors: 3, tasks: 2 })).toEqual([]);
});

test.skipIf(leftoversIn().descriptors === undefined)("an open file is a descriptor", () => {
  const before = leftoversIn();
  const descriptors = Array.from({ length: 10 }, () => openSync("package.json", "r"));
  try {
    expect(leftoversIn().descriptors).toBeGreaterThanOrEqual(before.descriptors! + 10);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
});

/** Handles of shared memory: who may use them, and what they hold. */

import { afterEach, describe, expect, test, vi } from "vitest";
import { SnapshotError } from "../../../src/errors/errors.ts";
import { formatVersion } from "../../../src/snapshot/format.ts";
import { checkHandle, handleOf, SharedColumns } from "../../../src/snapshot/share.ts";
import type { Column } from "../../../src/store/columns/column-source.ts";

const columns = new Map<string, Column>([
  ["bytes", Uint8Array.of(1, 2, 3)],
  ["ids", Uint32Array.of(7, 0xffff_ffff)],
  ["shared", new Float64Array(new SharedArrayBuffer(16))],
]);

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a handle", () => {
  test("holds all columns in shared memory; what lies there already is not copied", () => {
    const handle = handleOf(columns, { some: "contents" });
    expect(Object.isFrozen(handle)).toBe(true);
    expect(handle.contents).toEqual({ some: "contents" });
    for (const [name, column] of columns) {
      const shared = handle.columns.get(name)!;
      expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(shared).toEqual(column);
    }
    expect(handle.columns.get("shared")).toBe(columns.get("shared"));
  });

  test("cannot be made where memory cannot be shared", () => {
    vi.stubGlobal("SharedArrayBuffer", undefined);
    expect(errorOf(() => handleOf(columns, {}))).toEqual(
      new SnapshotError(
        "unwritable",
        "memory cannot be shared here: a page must be isolated from other origins for that",
      ),
    );
  });

  test("is of this version of the format, or refused", () => {
    const handle = handleOf(columns, {});
    expect(errorOf(() => checkHandle(handle))).toBeUndefined();
    for (const [version, fault] of [
      [formatVersion + 1, "newer"],
      [formatVersion - 1, "older"],
    ] as const) {
      const error = errorOf(() => checkHandle({ ...handle, version, library: "9.9.9" }));
      expect(error).toMatchObject({ fault });
      expect(String(error)).toMatch(
        /the handle is of pocket-commons 9\.9\.9, this thread runs \S+: run one version$/,
      );
    }
  });

  test.each([undefined, {}, { format: "another" }])("is not %j", (handle) => {
    const error = errorOf(() => checkHandle(handle as never));
    expect(error).toMatchObject({ fault: "foreign" });
    expect(String(error)).toContain("attach needs what share() returned in another thread");
  });
});

describe("columns of a handle", () => {
  const source = new SharedColumns(handleOf(columns, {}));

  test("are whole from the start", () => {
    expect(source.column("ids")).toEqual(columns.get("ids"));
    const rows = source.lazyRows("ids");
    expect([rows.isWhole, rows.rows]).toEqual([true, columns.get("ids")]);
    const bytes = source.lazyRows("bytes");
    expect([bytes.isWhole, bytes.rows]).toEqual([true, columns.get("bytes")]);
    expect(bytes.need(0, 3)).toBeUndefined();
  });

  test("that lack are named", () => {
    for (const read of ["column", "lazyRows"] as const) {
      const error = errorOf(() => source[read]("more"));
      expect(error).toMatchObject({ fault: "damaged", section: "more" });
      expect(String(error)).toContain("the handle has no column 'more': share again");
    }
  });
});

/** Columns over zeros may lead a reader on without an end, so its pass is ended. */

import { beforeEach, describe, expect, test } from "vitest";
import { Pass, RemoteBytes } from "../../../src/remote/remote-bytes.ts";
import { WatchedColumns } from "../../../src/remote/watched-columns.ts";
import { type ColumnSource, wholeRows } from "../../../src/store/columns/column-source.ts";

const rows = new Uint32Array(100);
const source = { lazyRows: () => wholeRows(rows) } as unknown as ColumnSource;
let bytes: RemoteBytes;

beforeEach(() => {
  bytes = new RemoteBytes("far", 1000, [], { get: () => undefined } as never);
});

describe("rows that there are not", () => {
  test("are passed over, if they are few, where a question runs over zeros", () => {
    bytes.run.pass = new Pass("collecting", 10_000);
    const { need } = new WatchedColumns(source, bytes).lazyRows("arcs");
    expect(() => need(90, 110)).not.toThrow();
    expect(bytes.pass.wasCut).toBe(false);
  });

  test.each([2 ** 27, 2 ** 32 - 1])("end a question over zeros, if they are %i", (end) => {
    bytes.run.pass = new Pass("collecting", 10_000);
    const { need } = new WatchedColumns(source, bytes).lazyRows("arcs");
    expect(() => need(0, end)).toThrow("a pass has its limits");
    expect(bytes.pass.wasCut).toBe(true);
    expect(bytes.pass.failure).toBeUndefined();
  });

  test("are damage where nothing is made up", () => {
    bytes.run.pass = new Pass("throwing", 10_000);
    const { need } = new WatchedColumns(source, bytes).lazyRows("arcs");
    expect(() => need(0, 2 ** 27)).toThrow("it leads to rows 0 to 134217727 of section 'arcs'");
    expect(bytes.pass.failure).toMatchObject({ fault: "damaged", section: "arcs" });
  });
});

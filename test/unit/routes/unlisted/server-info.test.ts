/** What the importer noted of its runs. */
import { expect, test } from "vitest";
import type { Commons } from "../../../../src/index.ts";
import { importTable } from "../../../../src/routes/unlisted/server-info.ts";

const noted = (importedAt: string, status = "", metadata = "") =>
  importTable({ info: { imports: [{ importedAt, status, metadata }] } } as unknown as Commons);

test.each([
  ["2024-05-06 07:08:09", "2024-05-06T07:08:09Z"],
  ["2024-05-06T07:08:09", "2024-05-06T07:08:09Z"],
  ["2024-05-06 07:08:09.120", "2024-05-06T07:08:09.12Z"],
  ["2024-05-06 07:08:09.000", "2024-05-06T07:08:09Z"],
  ["2024-05-06 07:08:09.", "2024-05-06T07:08:09Z"],
  ["2024-05-06 07:08:09.05+02:00", "2024-05-06T07:08:09.05+02:00"],
  ["2024-05-06 07:08:09-10:30", "2024-05-06T07:08:09-10:30"],
  ["2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"],
  ["2024-05-06", "2024-05-06"],
  ["2024-05-06 07:08", "2024-05-06 07:08"],
  ["at 2024-05-06 07:08:09", "at 2024-05-06 07:08:09"],
  ["2024-05-06 07:08:09 CET", "2024-05-06 07:08:09 CET"],
  ["2024-05-06 07:08:09+2", "2024-05-06 07:08:09+2"],
])("the time %s is %s", (written, importedAt) => {
  expect(noted(written)).toEqual({ data: [{ importedAt, metadata: {} }] });
});

test.each([
  ['{"numObs":5,"numVars":2,"other":1}', { numObs: 5, numVars: 2 }],
  ['{"numObs":"5","numVars":2}', { numVars: 2 }],
  ['{"numObs":0}', {}],
  ["[1]", {}],
  ["null", {}],
  ["{", {}],
  ["", {}],
])("of the metadata %s the counts are told", (written, metadata) => {
  expect(noted("now", "SUCCESS", written)).toEqual({
    data: [{ importedAt: "now", status: "SUCCESS", metadata }],
  });
});

test("a world without a log says nothing", () => {
  expect(importTable({ info: {} } as unknown as Commons)).toEqual({});
});

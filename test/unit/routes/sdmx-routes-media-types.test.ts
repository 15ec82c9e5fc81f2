/** The header `Accept` of requests for data and for availability. */

import { describe, expect, test } from "vitest";
import { checkDataTypes, checkStructureTypes } from "../../../src/routes/sdmx-routes.ts";

/** The message of a refusal; undefined where there is none. */
function refusal(check: (accept: string) => void, accept: string): string | undefined {
  try {
    check(accept);
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ rpc: { code: 12, status: 501 } });
    return (error as Error).message;
  }
}

const json = "SDMX JSON responses are not implemented yet";

describe("data are accepted", () => {
  test.each([
    "",
    "*/*",
    "application/json",
    "text/csv",
    "text/csv;q=0.1",
    "Application/Vnd.Sdmx.Data+CSV; Version=2.0.0",
    'application/vnd.sdmx.data+csv;version="2.0.0"',
    "text/csv, application/vnd.sdmx.data+json",
    "application/vnd.sdmx.data+json;x",
    "application/vnd.sdmx.data+json;q=1;q=2",
    "text / csv;version=1.0.0",
  ])("as CSV with %j", (accept) => {
    expect(refusal(checkDataTypes, accept)).toBeUndefined();
  });

  test.each([
    ["application/vnd.sdmx.data+json;version=2.0.0", json],
    ["text/html, application/vnd.sdmx.data+json, text/csv", json],
    ["text/csv;version=1.0.0", 'SDMX CSV version "1.0.0" is not implemented yet'],
    ["text/csv;labels=name;version=1", 'SDMX CSV response option "labels" is not implemented yet'],
    ['text/csv;version="1\\"0"', 'SDMX CSV version "1\\"0" is not implemented yet'],
  ])("not with %j", (accept, message) => {
    expect(refusal(checkDataTypes, accept)).toBe(message);
  });
});

const structure = "application/vnd.sdmx.structure+json";
const xml = "SDMX structure XML responses are not implemented yet";
const other = (type: string) =>
  `SDMX availability response media type "${type}" is not implemented yet`;

describe("values of components are accepted", () => {
  test.each([
    "",
    ";",
    "*/*;q=0.8",
    "text/html,application/xml;q=0.9,*/*;q=0.8",
    `${structure};version=2.0.0`,
    `application/vnd.sdmx.structure+xml;version=3.0.0, ${structure}; q=1; version=2.0.0`,
  ])("with %j", (accept) => {
    expect(refusal(checkStructureTypes, accept)).toBeUndefined();
  });

  test.each([
    [structure, 'SDMX structure JSON version "" is not implemented yet'],
    [`${structure};version=2.1.0`, 'SDMX structure JSON version "2.1.0" is not implemented yet'],
    [
      `${structure};version=2.0.0;labels=name`,
      'SDMX structure JSON response option "labels" is not implemented yet',
    ],
    ["application/vnd.sdmx.structure+xml;version=3.0.0", xml],
    ["application/json", other("application/json")],
    ["Text/CSV, application/json", other("text/csv")],
  ])("not with %j", (accept, message) => {
    expect(refusal(checkStructureTypes, accept)).toBe(message);
  });
});

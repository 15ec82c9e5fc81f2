/** Tables of the United States: places of codes, rows that are left out, ends, dates of headings. */
import { describe, expect, test } from "vitest";
import type { LaidTable, Layout } from "../../../../src/load/layouts/layout.ts";
import {
  censusEstimates,
  economicAnalysis,
  johnsHopkins,
  nationalAccounts,
} from "../../../../src/load/layouts/united-states.ts";

function laid(
  layout: Layout,
  header: readonly string[],
  below: readonly string[] = [],
  above: readonly string[] = [],
): LaidTable {
  const table = layout.lay(header, below, [], above);
  if ("expected" in table) throw new Error(`expected ${table.expected}, found ${table.found}`);
  return table;
}

describe("regional tables of the BEA", () => {
  const header = ["GeoFIPS", "GeoName", "TableName", "LineCode", "Description", "Unit", "2020"];
  const table = laid(economicAnalysis, header);
  const cellsOf = (code: string, name = "A") => [code, name, "T", "1", "d", "u", "5"];

  test.each<[code: string, name: string, place: string | undefined]>([
    ["00000", "United States", "country/USA"],
    [' "01000"', "Alabama", "geoId/01"],
    ["01001", "Autauga", "geoId/01001"],
    ["78000", "Virgin Islands", "geoId/78"],
    ["79000", "none", undefined],
    ["91000", "New England", undefined],
    ["00998", "Metropolitan Portion", undefined],
    ["51901", "Albemarle + Charlottesville", undefined],
    ["10180", "Abilene, TX (Metropolitan Statistical Area)", "geoId/C10180"],
    ["10100", "Aberdeen, SD (Micropolitan Statistical Area)", "geoId/C10100"],
    ["1000", "short", undefined],
    ["010001", "long", undefined],
    ["x01000", "odd", undefined],
  ])("have for %s, %s, the place %s", (code, name, place) => {
    const cells = cellsOf(code, name);
    const reason = "rows of regions, combined counties and parts of metropolitan areas";
    expect(table.leaves?.(cells)).toBe(place === undefined ? reason : undefined);
    expect(table.split?.(cells)).toEqual([...cells, place ?? "", "T_1"]);
  });

  test.each<[cells: string[], isEnd: boolean]>([
    [["Note: See", ""], true],
    [['"Note: See'], true],
    [["Legend / Footnotes:"], true],
    [["Note: See", "x"], false],
    [["A Note", ""], false],
    [["Notes", ""], false],
    [["", ""], false],
    [[], false],
  ])("end at notes: %j", (cells, isEnd) => {
    expect(table.isEnd?.(cells)).toBe(isEnd);
  });

  test("have the code of a line as variable, and its text without footnote as name", () => {
    const columns = table.columns.map(({ cell, ...column }) => ({
      ...column,
      cell: cell?.(' "Total (1/2) 3/" ', () => undefined),
    }));
    expect(columns.map(({ heading, role, at, of, cell }) => [heading, role, at, of, cell])).toEqual(
      [
        ["Place", "entity", 7, undefined, undefined],
        ["Line", "variable", 8, undefined, undefined],
        ["TableName", "about", 2, undefined, "Total (1/2) 3/"],
        ["LineCode", "about", 3, undefined, "Total (1/2) 3/"],
        ["Description", "label", 4, "Line", "Total (1/2)"],
        ["Unit", "unit", 5, undefined, "Total (1/2) 3/"],
        ["2020", "value", 6, undefined, expect.anything()],
      ],
    );
    const bare = laid(economicAnalysis, ["GeoFIPS", "GeoName", "Description", "2020"]);
    expect(bare.columns.map(({ heading, role }) => [heading, role])).toEqual([
      ["Place", "entity"],
      ["Description", "variable"],
      ["2020", "value"],
    ]);
  });

  test("need years as headings", () => {
    expect(economicAnalysis.lay(["GeoFIPS", "GeoName"], [], [], [])).toEqual({
      expected: "years as headings",
      found: "GeoFIPS, GeoName",
    });
  });
});

describe("tables of the national accounts", () => {
  const header = ["Line", "", "2019", "2020"];

  test.each<[title: string, code: string]>([
    ["Table 1.1.5. Gross Domestic Product", "T10105"],
    ["[Table 2.10U. Wages", "T210U"],
    ["Table 3.12 Taxes", "T312"],
  ])("%s has the code %s", (title, code) => {
    const { split } = laid(nationalAccounts, header, ["1", "GDP", "5"], ["x", title]);
    expect(split?.(["7", "GDP", "5", "6"])).toEqual(["7", "GDP", "5", "6", `${code}_7`]);
    expect(split?.(["x", "GDP", "5", "6"])).toBe("expected a number in Line, found 'x'");
    expect(split?.(["7a", "GDP", "5", "6"])).toBe("expected a number in Line, found '7a'");
  });

  test.each([["Our Table 1.1.5."], ["Table 1"], ["Tables 1.1"], ["Table 1.1b"]])(
    "%s is no title with a code",
    (title) => {
      expect(nationalAccounts.lay(header, [], [], [title])).toEqual({
        expected: "a title such as Table 1.1.5 above, which names the variables",
        found: title,
      });
    },
  );

  test("have their own codes, and quarters or months below the years", () => {
    const table = laid(
      nationalAccounts,
      ["Line", "", "", "2020", "2020"],
      ["", "", "", "Q1", "Q2"],
    );
    expect(table.split?.(["1", "GDP", "A191RC", "5", "6"])?.at(-1)).toBe("A191RC");
    expect(table.labelRows).toBe(1);
    expect(table.columns.map(({ heading, at }) => [heading, at])).toEqual([
      ["Line code", 5],
      ["Description", 1],
      ["2020-Q1", 3],
      ["2020-Q2", 4],
    ]);
  });

  test("leave out headings of rows, and end at notes", () => {
    const { leaves, isEnd, labelRows } = laid(nationalAccounts, header, [], ["Table 1.1"]);
    expect(labelRows).toBe(0);
    expect(leaves?.(["", "Goods", "", ""])).toBe("rows of headings");
    expect([leaves?.(["", "Goods", "5", ""]), leaves?.(["1", "Goods", "", ""])]).toEqual([
      undefined,
      undefined,
    ]);
    const marks = ["Legend", "Note: x", "1. Estimates", "12. x", "1", "A Note", "1.x"];
    expect(marks.map((mark) => isEnd?.([mark]))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test("have years alone as headings of values", () => {
    expect(nationalAccounts.lay(["Line", "", "2019", "x"], [], [], ["Table 1.1"])).toEqual({
      expected: "years as headings",
      found: "'x'",
    });
  });
});

describe("estimates of the Census", () => {
  const header = ["SUMLEV", "STATE", "COUNTY", "PLACE", "NAME", "POPESTIMATE2020", "BIRTHS_2021"];
  const { leaves, unfold, columns } = laid(censusEstimates, header);

  test.each<[cells: string[], place: string | undefined]>([
    [["010", "0", "", ""], "country/USA"],
    [["10", "0", "", ""], "country/USA"],
    [["40", "1", "", ""], "geoId/01"],
    [["050", "01", "1", ""], "geoId/01001"],
    [["162", "1", "0", "124"], "geoId/0100124"],
    [["157", "1", "0", "124"], undefined],
    [["020", "0", "", ""], undefined],
  ])("of %j are about %s", (codes, place) => {
    const cells = [...codes, "A", "5", "6"];
    const reason = "rows of regions, divisions and parts of places";
    expect(leaves?.(cells)).toBe(place === undefined ? reason : undefined);
    expect(unfold?.(cells, () => undefined)).toEqual([
      [...cells, place ?? "", "POPESTIMATE", "2020", "5"],
      [...cells, place ?? "", "BIRTHS", "2021", "6"],
    ]);
  });

  test("have a column of each part, and of what is no value", () => {
    expect(columns.map(({ heading, role, at }) => `${heading} ${role} ${at}`)).toEqual([
      "Place entity 7",
      "Variable variable 8",
      "Date date 9",
      "Value value 10",
      "SUMLEV about 0",
      "STATE about 1",
      "COUNTY about 2",
      "PLACE about 3",
      "NAME about 4",
    ]);
  });

  test("are known by their headings, and are not those of ages or races", () => {
    const isHeader = (...more: string[]) =>
      censusEstimates.isHeader([...more, "SUMLEV", "STATE"], []);
    expect(isHeader("POPESTIMATE2020")).toBe(true);
    for (const other of ["POPESTIMATE", "APOPESTIMATE2020", "POPESTIMATE20201"])
      expect(isHeader(other)).toBe(false);
    for (const other of ["SEX", "AGE", "AGEGRP", "RACE", "ORIGIN"])
      expect(isHeader("POPESTIMATE2020", other)).toBe(false);
    expect(isHeader("POPESTIMATE2020", "AGES")).toBe(true);
  });
});

describe("counts of Johns Hopkins", () => {
  test("are about a province or its country, by month, day and year", () => {
    const table = laid(johnsHopkins, [
      "Province/State",
      "Country/Region",
      "Lat",
      "1/22/20",
      "11/3/20",
    ]);
    expect(table.columns.map(({ heading, role, at }) => [heading, role, at])).toEqual([
      ["Location", "entity", 5],
      ["Lat", "about", 2],
      ["2020-01-22", "value", 3],
      ["2020-11-03", "value", 4],
    ]);
    expect(table.split?.(["", "France", "1", "2", "3"]).at(-1)).toBe("France");
    expect(table.split?.(["Martinique", "France", "1", "2", "3"]).at(-1)).toBe("Martinique");
    expect(table.leaves?.(["", "France", "1", "2", "3"])).toBeUndefined();
    expect(table.variable?.("deaths")).toBe("deaths");
  });

  test.each<[fips: string, place: string | undefined]>([
    ["1001.0", "geoId/01001"],
    ["1001", "geoId/01001"],
    ["78030", "geoId/78030"],
    ["80001", undefined],
    ["00001", undefined],
    ["60", undefined],
    ["100100", undefined],
    ["x1001", undefined],
    ["", undefined],
  ])("of counties with FIPS %j are about %s", (fips, place) => {
    const { leaves, split } = laid(johnsHopkins, ["FIPS", "Combined_Key", "1/22/20"]);
    const cells = [fips, "A", "5"];
    expect(leaves?.(cells)).toBe(
      place === undefined ? "rows without the FIPS code of a county" : undefined,
    );
    if (place !== undefined) expect(split?.(cells)).toEqual([...cells, place]);
  });

  test.each(["1/22/20", "1/21/20"])("have days that ascend: not %s after 1/22/20", (day) => {
    expect(johnsHopkins.lay(["FIPS", "Combined_Key", "1/22/20", day], [], [], [])).toEqual({
      expected: "days that ascend",
      found: `2020-01-22, 2020-01-${day.slice(2, 4)}`,
    });
  });

  test("are known by their headings", () => {
    const known = (...header: string[]) => johnsHopkins.isHeader(header, []);
    expect(known("Province/State", "Country/Region", "1/22/20")).toBe(true);
    expect(known("FIPS", "Combined_Key", "1/22/20")).toBe(true);
    expect(known("FIPS", "Country/Region", "1/22/20")).toBe(false);
    for (const odd of ["1/22/2020", "111/2/20", "x1/22/20", "1/222/20", "2020"])
      expect(known("FIPS", "Combined_Key", odd)).toBe(false);
  });
});

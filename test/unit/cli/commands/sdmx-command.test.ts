import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallWorld } from "../../sdmx/small-world.ts";
import { run } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-sdmx-"));
const saved = join(folder, "world.pocket");

beforeAll(async () => {
  await (await smallWorld()).save(saved);
});

afterAll(() => rmSync(folder, { recursive: true }));

const sdmx = async (...args: readonly string[]) => await run(["sdmx", saved, ...args]);
const flows = ["variableMeasured=Migration", "sourceCountry=country/USA,country/MEX"];

describe("sdmx", () => {
  test("prints a row per point with a column per component", async () => {
    const { out, code } = await sdmx(
      ...flows,
      "destinationCountry=country/CAN",
      "TIME_PERIOD=2021",
    );
    expect(code).toBe(0);
    expect(out).toMatch(
      /^variableMeasured,destinationCountry,sourceCountry,unit,.*,TIME_PERIOD,OBS_VALUE,scalingFactor,facetId\nMigration,country\/CAN,country\/USA,,,,dc\/base\/A,2021,11,,\d+\n$/,
    );
    const { out: json } = await sdmx(...flows, "unit=Thousand", "--json");
    expect(JSON.parse(json)).toMatchObject([
      { unit: "Thousand", OBS_VALUE: "12", TIME_PERIOD: "2020" },
    ]);
  });

  test("takes places in a place", async () => {
    const within = [
      "destinationCountry.containedInPlace+=Earth",
      "destinationCountry.typeOf=Country",
    ];
    const { out } = await sdmx("variableMeasured=Migration", ...within, "TIME_PERIOD=latest");
    expect(out.trim().split("\n")).toHaveLength(5);
  });

  test("prints the values of a component", async () => {
    const { out } = await sdmx(...flows, "--values", "destinationCountry");
    expect(out).toBe('destinationCountry\n"a,b"\ncountry/CAN\ncountry/USA\n');
  });

  test("prints SDMX-CSV and JSON-stat as a server sends them", async () => {
    const file = join(folder, "flows.csv");
    await sdmx(...flows, "-f", "sdmx-csv", "-o", file);
    expect(readFileSync(file, "utf8")).toMatch(/^STRUCTURE,.*\r\ndataflow,.*\r\n$/s);
    const { out } = await sdmx(...flows, "--format", "json-stat");
    expect(JSON.parse(out)).toMatchObject({ class: "dataset", version: "2.0" });
  });

  test("shows no empty columns on a terminal", async () => {
    const { out } = await run(["sdmx", saved, ...flows, "TIME_PERIOD=2021"], { isTerminal: true });
    expect(out).toContain("sourceCountry");
    expect(out).not.toContain("scalingFactor");
    // Some rows have a unit.
    const all = await run(["sdmx", saved, ...flows], { isTerminal: true });
    expect(all.out).toMatch(/^\S* *variableMeasured.* unit .*OBS_VALUE/);
    expect(all.out).not.toContain("scalingFactor");
  });

  test.each([
    [["x"], "a filter is COMPONENT=VALUE, not 'x'"],
    [["=x"], "a filter is COMPONENT=VALUE, not '=x'"],
    [["a=1", "a=2"], "a second filter for a"],
    [["a=1", "a.typeOf=2"], "a second filter for a"],
    [["a.typeOf=1", "a.typeOf=2"], "a second filter for a"],
    [["a=1", "-f", "json-stat", "--values", "a"], "--format goes with neither --json nor --values"],
  ])("refuses %j", async (args, message) => {
    const { code, err } = await sdmx(...args);
    expect([code, err]).toEqual([2, `error: ${message}\n`]);
  });

  test("prints what the service would answer to filters that do not fit", async () => {
    const { code, err } = await sdmx("variableMeasured=Migration", "unit=x");
    expect(code).toBe(1);
    expect(err).toContain("must include at least one observation property filter");
  });
});

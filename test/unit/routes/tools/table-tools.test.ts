/** Rankings, comparisons and files, over a small world. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { AgentTools } from "../../../../src/routes/tools/agent-tools.ts";

const counties = Array.from({ length: 30 }, (_, at) => `geoId/${String(at + 1).padStart(5, "0")}`);
const graph = [
  'Node: dcid:geoId/00\ntypeOf: dcs:State\nname: "A state"',
  ...counties.map(
    (dcid, at) =>
      `Node: dcid:${dcid}\ntypeOf: dcs:County\nname: "County ${at + 1}"\ncontainedInPlace: dcid:geoId/00`,
  ),
  'Node: dcid:Income\ntypeOf: dcs:StatisticalVariable\nname: "Income"',
  "Node: dcid:Rate\ntypeOf: dcs:StatisticalVariable\nstatType: dcs:medianValue",
  "Node: dcid:Loans\ntypeOf: dcs:StatisticalVariable\nobservationProperties: dcid:donor, dcid:recipient",
].join("\n\n");

/** The income of county n is n * 10 + the last two digits of the year; the last county has no year 2020. */
const years = Array.from({ length: 21 }, (_, at) => String(2000 + at));
const rows = counties.flatMap((dcid, at) =>
  years
    .filter((year) => at < 29 || year !== "2020")
    .map((year) => [dcid, "Income", year, (at + 1) * 10 + Number(year) - 2000, "A"].join(",")),
);
const people = counties.map((dcid, at) => `${dcid},Count_Person,2020,${2 * (at + 1)},B`);
const other = [`${counties[0]},Income,2021,7,Other`];
const table = ["entity,variable,date,value,import_name", ...rows, ...people, ...other].join("\n");

let commons: Commons;
let parent: string;
let folder: string;
let agent: AgentTools;

beforeAll(async () => {
  commons = await open({ "graph.mcf": graph, "observations.csv": table });
  parent = mkdtempSync(join(tmpdir(), "agents-"));
});
beforeEach(() => {
  folder = mkdtempSync(join(parent, "folder-"));
  agent = new AgentTools(() => commons, { folder });
});
afterAll(() => {
  commons.close();
  rmSync(parent, { recursive: true });
});

interface Answer {
  readonly rows: readonly (readonly unknown[])[];
  readonly file: {
    readonly path: string;
    readonly rows: number;
    readonly bytes: number;
    readonly columns: readonly string[];
    readonly firstLines: readonly string[];
  };
}

/** An answer that is no refusal. */
async function answer(tool: string, args: object, by = agent): Promise<Answer> {
  const found = await by.call(tool, args as Record<string, unknown>);
  expect(found).toBeTypeOf("object");
  return found as Answer;
}

const inside = { parent_place_dcid: "geoId/00", child_place_type: "County" };

describe("rank", () => {
  test("lists the highest, with the date of each, from one source", async () => {
    const found = await answer("rank", { variable_dcid: "Income", ...inside, limit: 2 });
    expect(found).toEqual({
      variable: { dcid: "Income", name: "Income" },
      order: "highest",
      columns: ["rank", "dcid", "name", "date", "value"],
      rows: [
        [1, counties[29], "County 30", "2019", 319],
        [2, counties[28], "County 29", "2020", 310],
      ],
      total: 30,
      sources: [{ sourceId: expect.stringMatching(/^\d+$/), importName: "A" }],
      citations: ["A, 2019–2020"],
      note: expect.stringContaining("dates"),
    });
  });

  test("lists the lowest of a list, at a date", async () => {
    const [a, b, c] = counties as [string, string, string];
    const asked = {
      variable_dcid: "Income",
      place_dcids: [c, a, b],
      order: "lowest",
      date: "2005",
    };
    const found = await answer("rank", asked);
    expect(found.rows).toEqual([
      [1, a, "County 1", "2005", 15],
      [2, b, "County 2", "2005", 25],
      [3, c, "County 3", "2005", 35],
    ]);
    expect(found).not.toHaveProperty("note");
  });

  test("gives equal values the same rank", async () => {
    const asked = { variable_dcid: "Income", ...inside, date: "2020", per_capita: true, limit: 3 };
    // (10 n + 20) / 2 n falls with n.
    expect((await answer("rank", asked)).rows.map(([rank]) => rank)).toEqual([1, 2, 3]);
    const equal = { variable_dcid: "Count_Person", ...inside, per_capita: true, limit: 30 };
    expect((await answer("rank", equal)).rows.map(([rank]) => rank)).toEqual(Array(30).fill(1));
  });

  test("says why there is nothing", async () => {
    const found = await answer("rank", { variable_dcid: "Incom", ...inside });
    expect(found).toMatchObject({ rows: [], total: 0, reason: expect.stringContaining("Incom") });
  });
});

describe("compare", () => {
  test("takes the last date that all places have, with difference and ratio", async () => {
    const places = [counties[0], counties[29]];
    const asked = { variable_dcids: ["Income"], place_dcids: places };
    const found = await answer("compare", asked);
    expect(found).toMatchObject({ citations: ["A, 2019"] });
    expect(found.rows).toEqual([
      ["Income", counties[0], "County 1", "2019", 29, 0, 1],
      ["Income", counties[29], "County 30", "2019", 319, 290, 11],
    ]);
    const latest = await answer("compare", { ...asked, same_date: false });
    expect(latest).toMatchObject({ note: expect.stringContaining("dates") });
    expect(latest.rows.map((row) => row[3])).toEqual(["2020", "2019"]);
  });

  test("names what has no value, and compares nothing with a place that has none", async () => {
    const asked = { variable_dcids: ["Income"], place_dcids: ["geoId/00", counties[1]] };
    expect(await answer("compare", asked)).toMatchObject({
      rows: [["Income", counties[1], "County 2", "2020", 40, null, null]],
      missing: [["Income", "geoId/00"]],
    });
  });
});

describe("many rows", () => {
  const asked = { variable_dcid: "Income", ...inside, date: "all" };

  test("become a file in the folder, which holds them all", async () => {
    const found = await answer("get_child_observations", asked);
    expect(found).toMatchObject({
      total: 629,
      sourceMetadata: { importName: "A" },
      citations: ["A, 2000–2020"],
    });
    expect(found).not.toHaveProperty("data");
    const { path, ...about } = found.file;
    expect(path).toBe(join(folder, "Income-geoId_00-County.csv".replaceAll("-", "_")));
    const text = readFileSync(path, "utf8");
    const lines = text.trimEnd().split("\n");
    expect(about).toMatchObject({ format: "csv", rows: 629, bytes: Buffer.byteLength(text) });
    expect(about.firstLines).toEqual(lines.slice(0, 10));
    expect(about.columns.join()).toBe(lines[0]);
    expect(lines).toHaveLength(630);
    const paged = await answer("get_child_observations", { ...asked, offset: 1 });
    expect(paged).toMatchObject({ total: 629, next: 201, citations: ["A, 2000–2020"] });
  });

  test("come in pages without a folder, with the advice to ask for less", async () => {
    const found = await answer("get_child_observations", asked, new AgentTools(() => commons));
    expect(found).toMatchObject({ total: 629, next: 200, hint: expect.stringContaining("folder") });
    expect(found).not.toHaveProperty("file");
  });

  test("of the dates that were asked for, no more and no fewer", async () => {
    for (const dates of [
      { date: "range", date_range_start: "2003-01-01" },
      { date: "range", date_range_end: "2017-05" },
      { date: "range", date_range_start: "2001-01", date_range_end: "2018" },
    ]) {
      const found = await answer("get_child_observations", { ...asked, ...dates });
      expect(found.file.rows).toBe((found as unknown as { readonly total: number }).total);
      expect(found.file.rows).toBeGreaterThan(500);
    }
  });

  test("of a query become a file, too", async () => {
    const query =
      "SELECT ?o ?date WHERE { ?o typeOf StatVarObservation . ?o observationDate ?date }";
    const found = await answer("sparql", { query });
    expect(found.file.rows).toBeGreaterThan(600);
    expect(readFileSync(found.file.path, "utf8").split("\n")).toHaveLength(found.file.rows + 2);
  });

  test("are written as Parquet and as Arrow", async () => {
    const wanted = { variable_dcids: ["Income"], ...inside, date: "all", file_name: "x" };
    const parquet = await answer("save_observations", { ...wanted, format: "parquet" });
    const bytes = readFileSync(parquet.file.path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const objects = await parquetReadObjects({ file: file as ArrayBuffer });
    expect(objects).toHaveLength(parquet.file.rows);
    const arrow = await answer("save_observations", { ...wanted, format: "arrow" });
    expect(tableFromIPC(readFileSync(arrow.file.path)).numRows).toBe(arrow.file.rows);
    expect(readdirSync(folder).sort()).toEqual(["x.arrow", "x.parquet"]);
  });

  test("of nothing are no file", async () => {
    const found = await answer("save_observations", { variable_dcids: ["None"], ...inside });
    expect(found).toMatchObject({ reason: expect.any(String) });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the folder", () => {
  const wanted = { variable_dcids: ["Income"], ...inside, date: "all" };

  test("is not left by names", async () => {
    for (const name of [
      "../x",
      "..",
      "a/b",
      "/etc/x",
      "a\\b",
      ".x",
      "x\0",
      "C:x",
      "",
      "y".repeat(101),
    ]) {
      const found = await agent.call("save_observations", { ...wanted, file_name: name });
      if (name === "") expect(found).toHaveProperty("file");
      else expect(found).toContain("file_name");
    }
    expect(readdirSync(folder)).toEqual(["Income_geoId_00_County.csv"]);
    expect(readdirSync(parent).every((name) => name.startsWith("folder-"))).toBe(true);
  });

  test("is not left by links, and no file in it is overwritten", async () => {
    const outside = join(parent, `folder-outside-${Date.now()}`);
    writeFileSync(outside, "kept");
    symlinkSync(outside, join(folder, "x.csv"));
    symlinkSync(join(parent, "folder-nowhere"), join(folder, "x-2.csv"));
    const { file } = await answer("save_observations", { ...wanted, file_name: "x" });
    expect(file.path).toBe(join(folder, "x-3.csv"));
    expect(readFileSync(outside, "utf8")).toBe("kept");
    expect(readdirSync(parent)).not.toContain("folder-nowhere");
    const again = await answer("save_observations", { ...wanted, file_name: "x" });
    expect(again.file.path).toBe(join(folder, "x-4.csv"));
  });

  test("that a link took the place of is not written to", async () => {
    const place = join(folder, "inner");
    const one = new AgentTools(() => commons, { folder: place });
    await answer("save_observations", wanted, one);
    rmSync(place, { recursive: true });
    const elsewhere = mkdtempSync(join(parent, "folder-"));
    symlinkSync(elsewhere, place);
    expect(await one.call("save_observations", wanted)).toContain("another place");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("holds no more than the operator allows, and nothing that is half a file", async () => {
    const { file } = await answer("save_observations", wanted);
    const maxFolderBytes = file.bytes + 100;
    const full = new AgentTools(() => commons, { folder, maxFolderBytes });
    expect(await full.call("save_observations", wanted)).toContain("100 are left");
    expect(readdirSync(folder)).toHaveLength(1);
    const enough = new AgentTools(() => commons, { folder, maxFolderBytes: 2 * file.bytes });
    const both = [1, 2].map(() => enough.call("save_observations", wanted));
    const [first, second] = await Promise.all(both);
    expect(first).toHaveProperty("file");
    expect(second).toContain("0 are left");
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("has no file of what was cancelled", async () => {
    const ending = new AbortController();
    const call = agent.call("save_observations", wanted, ending.signal);
    ending.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is where tools write that are not there without it", () => {
    const names = (one: AgentTools) => one.listed().map(({ name }) => name);
    expect(names(agent)).toContain("save_observations");
    expect(names(new AgentTools(() => commons))).not.toContain("save_observations");
    const isReader = (one: AgentTools) =>
      one.listed().find(({ name }) => name === "sparql")?.annotations.readOnlyHint;
    expect([isReader(agent), isReader(new AgentTools(() => commons))]).toEqual([false, true]);
  });
});

test.each([
  ["rank", { variable_dcid: "Income" }, "send place_dcids, or parent_place_dcid"],
  ["rank", { variable_dcid: "Income", parent_place_dcid: "geoId/00" }, "send both of"],
  ["rank", { variable_dcid: "Income", ...inside, order: "best" }, "'highest' or 'lowest'"],
  ["rank", { variable_dcid: "Loans", ...inside }, "get_multi_entity_observations"],
  ["rank", { variable_dcid: "Income", ...inside, date: "soon" }, "invalid date format"],
  [
    "rank",
    { variable_dcid: "Rate", ...inside, per_capita: true },
    "a median or an average: leave per_capita out, or send a variable that counts something",
  ],
  ["compare", { variable_dcids: ["Loans"], place_dcids: ["x"] }, "get_multi_entity_observations"],
  ["compare", { variable_dcids: ["Income"] }, "place_dcids is missing"],
  ["save_observations", { variable_dcids: ["Income"], ...inside, format: "xls" }, "'parquet'"],
])("a mistake in %s is answered by what to send: %j", async (tool, args, expected) => {
  expect(await agent.call(tool, args)).toContain(expected);
});

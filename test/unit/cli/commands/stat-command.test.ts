import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableFromIPC } from "@uwdata/flechette";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { run } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "cli-stat-"));
const saved = join(folder, "towns.pocket");

beforeAll(async () => {
  const commons = await open({
    "towns.mcf": `Node: dcid:geo/a
name: "Town A"
typeOf: dcid:Town

Node: dcid:geo/b
name: "Town\u001b B"
typeOf: dcid:Town
`,
    "obs.csv": `entity,variable,date,value,unit,import_name
geo/a,Jobs,2019,10,,Census
geo/a,Jobs,2020,9,,Census
geo/b,Jobs,2019,100,,Census
geo/b,Jobs,2021,120,,Census
geo/a,Count_Person,2020,20,,Census
geo/a,Count_Person,2020,21,,Survey
geo/b,Count_Person,2020,400,,Census
`,
  });
  await commons.save(saved);
});

afterAll(() => rmSync(folder, { recursive: true }));

const stat = async (...args: readonly string[]) => await run(["stat", saved, ...args]);
const towns = ["geo/a", "geo/b"];

describe("stat", () => {
  test("answers several variables", async () => {
    const { out } = await stat("Jobs,Count_Person", ...towns);
    expect(out).toBe(`variable,entity,entity_name,date,value,unit,source
Jobs,geo/a,Town A,2020,9,,Census
Jobs,geo/b,Town\u001b B,2021,120,,Census
Count_Person,geo/a,Town A,2020,20,,Census
Count_Person,geo/b,Town\u001b B,2020,400,,Census
`);
  });

  test("takes a range of dates", async () => {
    expect((await stat("Jobs", ...towns, "--from", "2020")).out).toMatch(
      /^[^\n]*\n[^\n]*,2020,9,,Census\n[^\n]*,2021,120,,Census\n$/,
    );
    expect((await stat("Jobs", ...towns, "--to", "2019")).out.match(/,2019,/g)).toHaveLength(2);
    expect((await stat("Jobs", ...towns, "--from", "2020", "--to", "2020")).out).toContain(",9,");
  });

  test("sorts numbers as numbers, and takes the first rows", async () => {
    const values = async (...args: readonly string[]) =>
      (await stat("Jobs", ...towns, "-d", "all", ...args)).out.match(/(?<=,)\d+(?=,,)/g);
    expect(await values("--sort", "value")).toEqual(["9", "10", "100", "120"]);
    expect(await values("--sort", "-value", "--limit", "2")).toEqual(["120", "100"]);
    expect(await values("--sort", "-source", "-n", "1")).toEqual(["10"]);
  });

  test("divides per head, or by any variable", async () => {
    const { out } = await stat("Jobs", ...towns, "-d", "2019", "--per-capita");
    expect(out.match(/0\.\d+/g)).toEqual(["0.5", "0.25"]);
    const swapped = await stat("Count_Person", "geo/b", "--denominator", "Jobs");
    expect(swapped.out).toContain(",4,,Census");
  });

  test("has the shapes of tables", async () => {
    const { out } = await stat("Jobs,Count_Person", ...towns, "--shape", "variables");
    expect(out).toBe(
      "entity,entity_name,Jobs,Count_Person\ngeo/a,Town A,9,20\ngeo/b,Town\u001b B,120,400\n",
    );
    const dates = await stat("Jobs", "geo/a", "-d", "all", "--shape", "dates");
    expect(dates.out).toMatch(/unit,2019,2020\ngeo\/a,.*,10,9\n$/);
    const all = await stat("Count_Person", "geo/a", "--shape", "records", "--facets", "all");
    expect(all.out).toMatch(
      /^date,entity,entity_name,variable,.*,value\n2020,.*,20\n2020,.*,21\n$/,
    );
  });

  test("writes the forms of tables", async () => {
    const commons = await open(saved);
    const question = { entities: towns, variables: ["Jobs"], date: "all", names: true };
    const expected = (await commons.table(question)).toJSON();
    const as = (format: string) => stat("Jobs", ...towns, "-d", "all", "--format", format);
    expect(JSON.parse((await as("json")).out)).toEqual(expected);
    expect((await as("csv")).out).toBe((await commons.table(question)).csv());
    const { buffer } = (await as("parquet")).bytes!;
    expect(await parquetReadObjects({ file: buffer as ArrayBuffer })).toEqual(expected);
    expect(tableFromIPC((await as("arrow")).bytes!).toArray()).toEqual(expected);
  });

  test("prints the endpoint's answer as JSON, as it always did", async () => {
    const { out } = await stat("Jobs", "geo/a", "-d", "all", "--json");
    expect(JSON.parse(out)).toMatchObject({
      byVariable: {
        Jobs: { byEntity: { "geo/a": { orderedFacets: [{ observations: [{ value: 10 }, {}] }] } } },
      },
    });
  });

  test("draws bars for one date, and lines for several", async () => {
    const bars = await stat("Jobs", ...towns, "--plot", "--sort", "-value");
    expect(bars.out.split("\n")).toEqual([
      `Town\u001b B  120  ${"█".repeat(40)}`,
      "Town A     9  ███",
      "",
    ]);
    const lines = await stat("Jobs", ...towns, "-d", "all", "--plot");
    expect(lines.out).toContain("120 │");
    expect(lines.out).toMatch(/2019 +2021\n +● Town A\n +○ Town. B\n$/);
    const facets = await stat("Count_Person", "geo/a", "-f", "all", "--plot");
    expect(facets.out).toMatch(/^Town A, Census {2}20 {2}█+\nTown A, Survey {2}21 {2}█+\n$/);
    expect((await stat("None", "geo/a", "--plot")).out).toBe("nothing to draw\n");
    const safe = await run(["stat", saved, "Jobs", ...towns, "--plot"], { isTerminal: true });
    expect(safe.out).not.toContain("\u001b");
  });

  test.each([
    [["-d", "2020", "--from", "2019"], /--date goes with neither --from nor --to/],
    [["--json", "--sort", "value"], /use --format json/],
    [["--json", "--from", "2020"], /use --format json/],
    [["--json", "--to", "2020"], /use --format json/],
    [["--json", "--per-capita"], /use --format json/],
    [["--json", "--limit", "1"], /use --format json/],
    [["--json", "--shape", "variables"], /use --format json/],
    [["--json", "--plot"], /use --format json/],
    [["--format", "csv", "--csv"], /--format goes with neither/],
    [["--plot", "--shape", "dates"], /--plot draws records/],
    [["--sort", "size"], /no column 'size'/],
    [["--limit", "few"], /--limit is a number of rows, not "few"/],
    [["--shape", "long"], /Allowed choices are records, dates, variables/],
  ])("refuses %j", async (args, message) => {
    const { code, out, err } = await stat("Jobs", "geo/a", ...args);
    expect([code, err.split("\n")[0]]).toEqual([2, expect.stringMatching(message)]);
    if (!args.includes("--json")) expect(out).toBe("");
  });

  test("writes no bytes on a terminal", async () => {
    const { code, err, bytes } = await run(
      ["stat", saved, "Jobs", "geo/a", "--format", "parquet"],
      {
        isTerminal: true,
      },
    );
    expect([code, bytes]).toEqual([2, undefined]);
    expect(err).toContain("parquet is no text");
  });
});

test("sparql takes a dialect", async () => {
  const query = "SELECT (COUNT(*) AS ?n) WHERE { ?s typeOf Town }";
  expect((await run(["sparql", saved, query, "--dialect", "extended"])).out).toBe("?n\n2\n");
  expect((await run(["sparql", saved, query])).code).toBe(1);
});

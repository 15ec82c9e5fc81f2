/** Dates with and without hyphens in one series, as `open` reports them. */
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";

const header = "entity,variable,date,value\n";

async function reported(...rows: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  await open(
    { "o.csv": header + rows.map((row) => `${row},1\n`).join("") },
    {
      onDiagnostic: ({ level, counter, message }) => {
        found.push(`${level} ${counter}: ${message}`);
      },
    },
  );
  return found;
}

test("are reported, as January counts as the latest", async () => {
  const rows = ["a,V,2020-06-01", "a,V,20200101", "a,V,20200102", "a,V,2020"];
  const message =
    "warning StatsCheck_Inconsistent_Date_Granularity: dates with and without hyphens in one series: '2020-06-01' and " +
    "'20200101', of variable 'V', entity 'a'; answers compare dates as texts, so '20200101' is later than all of its " +
    "year with hyphens; lint names file and line";
  expect(await reported(...rows)).toEqual([message]);
  const others = ["b", "c"].flatMap((entity) => [`${entity},V,202001`, `${entity},V,2020-02`]);
  expect(await reported(...rows, ...others)).toEqual([
    message,
    "warning StatsCheck_Inconsistent_Date_Granularity: 2 more of this kind",
  ]);
});

test.each([
  [["a,V,20200101", "a,V,20200601", "a,V,2020"]],
  [["a,V,2020-01-01", "a,V,2020-06", "a,V,2020"]],
  [["a,V,20200101", "b,V,2020-06-01", "a,W,2020-06-01"]],
])("of one form in each series are not: %j", async (rows) => {
  expect(await reported(...rows)).toEqual([]);
});

test("of an open world are not reported a second time", async () => {
  const world = await open({ "o.csv": `${header}a,V,20200101,1\na,V,2020-06-01,1\n` });
  const found: unknown[] = [];
  await open([world], { onDiagnostic: (one) => found.push(one) });
  expect([found, world.info.diagnostics.levels.warning]).toEqual([[], 1]);
});

import { describe, expect, test } from "vitest";
import { DateChecks, isAcceptedDate } from "../../../../src/load/values/observation-date.ts";
import { loadMcfText, loadTexts } from "../load-texts.ts";

describe("accepted dates", () => {
  test.each([
    ["years", ["2020", "0001", "9999"]],
    ["months", ["2020-1", "2020-01", "2020-12", "20201", "202012"]],
    ["days", ["2020-1-1", "2020-01-1", "2020-1-31", "2020-12-31", "20201231", "2020-02-31"]],
    ["days of one digit, and months", ["2020121", "2020131", "2020909"]],
    ["times", ["2020-01-31T00:00", "2020-01-31T23:59:59", "2020-01-31T12:30:00.125"]],
    ["times with a zone", ["2020-01-31T12:30:00.125Z", "2020-01-31T12:30:00.125-08:00"]],
  ])("%s", (_name, dates) => {
    expect(dates.filter((date) => !isAcceptedDate(date))).toEqual([]);
  });

  test.each([
    ["other texts", ["", "19", "7", "LATEST", "2020s", " 2020", "2020\n", "２０２０", "2020-"]],
    ["other orders", ["01-2020", "31.12.2020", "12/31/2020", "2020/12/31"]],
    ["no such month", ["2020-0", "2020-00", "2020-13", "20200", "202000", "202013", "2020-001"]],
    ["no such day", ["2020-1-0", "2020-01-32", "20200132", "20200100", "2020-01-001", "2020000"]],
    ["too many digits", ["202012311", "20201-1", "-2020"]],
    ["no such time", ["2020-01-31T24:00", "2020-01-31T12:60", "2020-01-31T12:30:60"]],
    ["other times", ["2020-1-31T12:30", "2020-01T12:30", "2020-01-31 12:30", "2020-01-31T12"]],
    ["zones elsewhere", ["2020-01-31T12:30Z", "2020-01-31T12:30:00.1Z", "2020Z"]],
  ])("not %s", (_name, dates) => {
    expect(dates.filter((date) => isAcceptedDate(date))).toEqual([]);
  });
});

test("checks are remembered by id, up to a bound", () => {
  const checks = new DateChecks();
  const odd = Buffer.from("odd");
  const good = Buffer.from("2020");
  const ids = [0, 1, 1023, 1024, 5000, 2 ** 20 - 1];
  for (const id of ids) {
    const bytes = id % 2 === 0 ? odd : good;
    expect(checks.isOdd(id, bytes, 0, bytes.length)).toBe(id % 2 === 0);
  }
  // Another text shows that the id alone is asked.
  expect(ids.map((id) => checks.isOdd(id, good, 0, 4))).toEqual(ids.map((id) => id % 2 === 0));
  expect([odd, good, odd].map((bytes) => checks.isOdd(2 ** 20, bytes, 0, bytes.length))).toEqual([
    true,
    false,
    true,
  ]);
});

describe("odd dates are loaded as written and reported", () => {
  const counter = "Sanity_InvalidObsDate";

  test("for every row of a table", async () => {
    const dates = ["2020", "19", "19", "2020", "19", "31.12.2020"];
    const rows = dates.map((date) => `E,V,${date},1\n`).join("");
    const { sink, diagnostics, messages } = await loadTexts({
      "a.csv": `entity,variable,date,value\n${rows}E,V,2,\n`,
    });
    expect(sink.observations.map(({ date }) => date)).toEqual(dates);
    expect(diagnostics).toEqual([
      ...[3, 4, 6, 7].map((line) => `warning ${counter} a.csv:${line}`),
      "warning Sanity_MissingOrEmpty_value a.csv:8",
    ]);
    expect(messages[0]).toMatch(/'19'.*loaded as written/);
  });

  test("for every table of a load", async () => {
    const table = "entity,variable,date,value\nE,V,19,1\n";
    const { report } = await loadTexts({ "a.csv": table, "b.csv": table }, { strict: true });
    expect(report.diagnostics.counters).toMatchObject([{ level: "warning", counter, count: 2 }]);
  });

  test("in MCF, on the line of the date", async () => {
    const { sink, diagnostics, messages } = await loadMcfText(
      `Node: o
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: dcid:E
observationDate: 7
value: 1
`,
    );
    expect(sink.observations).toMatchObject([{ date: "7", value: "1" }]);
    expect(diagnostics).toEqual([`warning ${counter} a.mcf:5`]);
    expect(messages[0]).toMatch(/'7'.*: node 'o'/);
  });

  test("through a template, on the line of the row", async () => {
    const { sink, diagnostics } = await loadTexts({
      "a.tmcf": `Node: E:T->E
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: C:T->place
observationDate: C:T->date
value: C:T->value
`,
      "a.csv": "place,date,value\nE,2020,1\nE,20,2\n",
    });
    expect(sink.observations.map(({ date }) => date)).toEqual(["2020", "20"]);
    expect(diagnostics).toEqual([`warning ${counter} a.csv:3`]);
  });
});

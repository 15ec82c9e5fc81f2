import { describe, expect, test } from "vitest";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import {
  acceptDate,
  dateForm,
  isAcceptedDate,
  spreadsheetDay,
} from "../../../../src/load/values/observation-dates.ts";
import { loadMcfText, loadTexts } from "../load-texts.ts";
import { logged } from "./findings.ts";

describe("accepted dates", () => {
  test.each([
    ["years", ["2020", "0001", "9999"]],
    ["months", ["2020-1", "2020-01", "2020-12", "202012"]],
    ["days", ["2020-1-1", "2020-01-1", "2020-1-31", "2020-12-31", "20201231", "2020-02-31"]],
    ["days of one digit, and months", ["2020121", "2020131", "2020909"]],
    ["times", ["2020-01-31T00:00", "2020-01-31T23:59:59", "2020-01-31T12:30:00.125"]],
    ["times with a zone", ["2020-01-31T12:30:00.125Z", "2020-01-31T12:30:00.125-08:00"]],
    ["times as tables write them", ["2025-12-24T0:00:00", "2020-01-31T9:30", "2020-01-31T00:00Z"]],
    ["parts of seconds", ["2020-01-31T12:30:00.1Z", "2020-01-31T12:30:00.123456+0100"]],
  ])("%s", (_name, dates) => {
    expect(dates.filter((date) => !isAcceptedDate(date))).toEqual([]);
  });

  test.each([
    ["other texts", ["", "19", "7", "LATEST", "2020s", " 2020", "2020\n", "２０２０", "2020-"]],
    ["other orders", ["01-2020", "31.12.2020", "12/31/2020", "2020/12/31"]],
    ["no such month", ["2020-0", "2020-00", "2020-13", "20200", "202000", "202013", "2020-001"]],
    ["no such day", ["2020-1-0", "2020-01-32", "20200132", "20200100", "2020-01-001", "2020000"]],
    ["years with a digit too many", ["20201", "20233", "43831"]],
    ["too many digits", ["202012311", "20201-1", "-2020"]],
    ["no such time", ["2020-01-31T24:00", "2020-01-31T12:60", "2020-01-31T12:30:60"]],
    ["other times", ["2020-1-31T12:30", "2020-01T12:30", "2020-01-31 12:30", "2020-01-31T12"]],
    ["zones elsewhere", ["2020-01Z", "2020-01-31Z", "2020Z", "2020-01-31T12:30 Z"]],
  ])("not %s", (_name, dates) => {
    expect(dates.filter((date) => isAcceptedDate(date))).toEqual([]);
  });
});

test.each([
  ["2020-1", "unpadded"],
  ["2020-1-05", "unpadded"],
  ["2020-01-5", "unpadded"],
  ["20201", "none"],
  ["2020105", "unpadded"],
  ["202010", "accepted"],
  ["20201005", "accepted"],
  ["2020-01-05", "accepted"],
  ["2020-01-31T09:30", "accepted"],
  ["2020-10-10", "accepted"],
  ["12020-1", "none"],
])("%s as a date is %s", (text, form) => {
  expect(dateForm(text)).toBe(form);
});

test("what is wrong with a date is reported, and where", () => {
  const messages: string[] = [];
  const log = new DiagnosticLog({
    onDiagnostic: ({ line, message }) => messages.push(`${line}: ${message}`),
  });
  const file = new FileLog(log, "a.csv");
  const loaded = ["2020", "soon", "2020-1"].map((text, at) => acceptDate(text, at, file));
  acceptDate("soon", 7, file, "; column 'date'");
  expect(loaded).toEqual([true, false, true]);
  const none =
    "'soon' is not a date, such as 2020, 2020-07 or 2020-07-31; the observation is not loaded";
  expect(messages).toEqual([
    `1: ${none}`,
    "2: the date '2020-1' needs two digits for a month and for a day, since answers compare dates as texts; it is loaded as written",
    `7: ${none}; column 'date'`,
  ]);
});

describe("observations whose date is none are left out and reported", () => {
  const counter = "Sanity_InvalidObsDate";

  test("for every row of a table", async () => {
    const dates = ["2020", "19", "19", "2020", "19", "31.12.2020", "FY2021"];
    const rows = dates.map((date) => `E,V,${date},1\n`).join("");
    const { sink, diagnostics, messages } = await loadTexts({
      "a.csv": `entity,variable,date,value\n${rows}E,V,2,\n`,
    });
    expect(sink.observations.map(({ date }) => date)).toEqual(["2020", "2020"]);
    expect(diagnostics).toEqual([
      ...[3, 4, 6, 7, 8].map((line) => `error ${counter} a.csv:${line}`),
      "info Sanity_MissingOrEmpty_value a.csv:9",
    ]);
    expect(messages[0]).toMatch(/'19' is not a date.*not loaded: column 'date'/);
  });

  test("for every table of a load, which strict loads refuse", async () => {
    const table = "entity,variable,date,value\nE,V,19,1\n";
    const texts = { "a.csv": table, "b.csv": table };
    const { report } = await loadTexts(texts);
    expect(report.diagnostics.counters).toMatchObject([{ level: "error", counter, count: 2 }]);
    await expect(loadTexts(texts, { strict: true })).rejects.toThrow(
      /a\.csv:2.*'19' is not a date/,
    );
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
    expect(sink.observations).toEqual([]);
    expect(diagnostics).toEqual([`error ${counter} a.mcf:5`]);
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
    expect(sink.observations.map(({ date }) => date)).toEqual(["2020"]);
    expect(diagnostics).toEqual([`error ${counter} a.csv:3`]);
  });
});

test.each(["2023-1", "2023-1-05", "2023-01-5", "2023105"])(
  "%s, which sorts as a text elsewhere than as a date, is an error and loaded as written",
  async (date) => {
    const { sink, diagnostics, messages } = await loadTexts({
      "a.csv": `entity,variable,date,value\nE,V,${date},1\n`,
    });
    expect(sink.observations).toMatchObject([{ date }]);
    expect(diagnostics).toEqual(["error Sanity_InvalidObsDate a.csv:2"]);
    expect(messages[0]).toMatch(/two digits.*loaded as written/);
  },
);

test("a year with a digit too many is an error, and no latest date", async () => {
  const { sink, diagnostics } = await loadTexts({
    "a.csv": "entity,variable,date,value\nE,V,2023,1\nE,V,20233,2\n",
  });
  expect(sink.observations).toMatchObject([{ date: "2023" }]);
  expect(diagnostics).toEqual(["error Sanity_InvalidObsDate a.csv:3"]);
});

test.each([
  ["2023-02-29", "noDay"],
  ["2024-02-29", "accepted"],
  ["2024-02-30", "noDay"],
  ["1900-02-29", "noDay"],
  ["2000-02-29", "accepted"],
  ["0000-02-29", "accepted"],
  ["0004-02-29", "accepted"],
  ["20230229", "noDay"],
  ["2023-04-30", "accepted"],
  ["2023-04-31", "noDay"],
  ["2023-12-31", "accepted"],
  ["2023-02-29T00:00", "noDay"],
  ["2023-02-28T09:31", "accepted"],
  ["2023-02-01T00:00:29", "accepted"],
])("%s, a day that its month may not have, is %s", (text, form) => {
  expect(dateForm(text)).toBe(form);
});

test.each([
  ["30000", "1982-02-18"],
  ["43831", "2020-01-01"],
  ["59999", "2064-04-07"],
  ["29999", undefined],
  ["60000", undefined],
  ["4383", undefined],
  ["438311", undefined],
  ["x43831", undefined],
])("%s is the day %s of a spreadsheet", (text, day) => {
  expect(spreadsheetDay(text)).toBe(day);
});

const none = (example: string) =>
  `is not a date, such as ${example}; the observation is not loaded`;
const usual = "2020, 2020-07 or 2020-07-31";
test.each([
  [
    "43831",
    "is not a date; is it the number of a day in a spreadsheet, 2020-01-01? The observation is not loaded",
  ],
  ["2023-02-29", ""],
  ["31/12/2022", none("2022-12-31")],
  ["13-1-2022", none("2022-01-13")],
  ["1.2.2022", none("2022-02-01")],
  ["01.02.2022", none("2022-02-01")],
  ["12/1/2022", none(usual)],
  ["31/13/2022", none(usual)],
  ["32/12/2022", none(usual)],
  ["0/12/2022", none(usual)],
  ["13/1-2022", none(usual)],
  ["x13/1/2022", none(usual)],
  ["13/1/20223", none(usual)],
])("of %s it is reported what it may be", (text, problem) => {
  const { found, log } = logged();
  expect(acceptDate(text, 7, log, ": here")).toBe(problem === "");
  const message =
    problem === "" ? `there is no day '${text}'; it is loaded as written` : `'${text}' ${problem}`;
  expect(found).toEqual([
    {
      file: "a.mcf",
      level: "error",
      counter: "Sanity_InvalidObsDate",
      line: 7,
      message: `${message}: here`,
    },
  ]);
});

/** Values of observations: one rule for all formats. */
import { describe, expect, test } from "vitest";
import { DiagnosticLog, FileLog } from "../../../../src/load/bytes/diagnostics.ts";
import {
  exchangedHint,
  hasThousands,
  isPlainNumber,
  observationValue,
} from "../../../../src/load/values/observation-parts.ts";
import { numberOf } from "../../../../src/stats/decimals.ts";
import { loadTexts, type Texts } from "../load-texts.ts";
import { logged } from "./findings.ts";

const numbers = ["0", "-1", "+5", "5.", ".5", "1e-7", "12345678901234567890.5", "-0.50"];
const valueTexts = [
  "$51,339",
  "88%",
  "TBD",
  "12O0",
  "1,23",
  "12,3456",
  "0,123",
  "1 000",
  "5*",
  "0x10",
  "(5)",
  "1_000",
  "NaN",
  "n/a",
  "\u22125",
];

const read = (text: string) => {
  const log = new DiagnosticLog();
  const place = { log: new FileLog(log, "a.csv"), line: 7, where: () => "column 'value'" };
  const value = observationValue(text, place);
  return { ...value, counters: log.summary().counters };
};

test.each([
  ["1e400", "'1e400' is too large for a number; it is kept as text: column 'value'"],
  ["soon", "'soon' is not a number; it is kept as text: column 'value'"],
  ["1,234", "'1,234' is read as 1234: column 'value'"],
])("what is said of %s", (text, message) => {
  expect(read(text).counters[0]?.examples[0]?.message).toBe(message);
});

test.each([...numbers, ...valueTexts, ".25", "1e-12", "1e400", "Infinity", ""])(
  "%j is a number to the loader exactly if it is one to the answers",
  (text) => {
    expect(isPlainNumber(text)).toBe(!Number.isNaN(numberOf(text)));
  },
);

test.each([
  ["2,093", "2093"],
  ["1,234,567.80", "1234567.80"],
  ["-51,339", "-51339"],
  [" 2,093 ", "2093"],
])("%j has thousands and is read as %s, which is told", (text, number) => {
  const value = read(text);
  expect(value).toMatchObject({ text: number, isNumber: true });
  expect(value.counters).toMatchObject([
    { level: "info", counter: "Sanity_ThousandsInObsValue", count: 1 },
  ]);
});

test.each(numbers)("%s is a number as it is written", (text) => {
  expect(read(` ${text}`)).toEqual({ text, isNumber: true, counters: [] });
});

test.each([...valueTexts, "1e400"])(
  "%s is not a number, which is an error with its line and column",
  (text) => {
    const { counters, ...value } = read(text);
    expect(value).toEqual({ text, isNumber: false });
    expect(counters).toMatchObject([
      {
        level: "error",
        counter: "Sanity_SVObs_Value_NotANumber",
        examples: [
          { file: "a.csv", line: 7, message: expect.stringContaining(": column 'value'") },
        ],
      },
    ]);
  },
);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const config = JSON.stringify({
  inputFiles: { "a.csv": { format: "variablePerRow", provenance: "P" } },
  sources: { S: { url: "https://s", provenances: { P: "https://p" } } },
});
const templateEnding = `Node: E:T->E
typeOf: dcs:StatVarObservation
variableMeasured: dcid:V
observationAbout: C:T->place
observationDate: C:T->date
value: C:T->value
`;
const linked = (value: string) =>
  JSON.stringify({
    "@context": { dcid: "https://datacommons.org/browser/" },
    "@id": "dcid:dc/o/1",
    "@type": "dcid:StatVarObservation",
    "dcid:variableMeasured": { "@id": "dcid:V" },
    "dcid:observationAbout": { "@id": "dcid:E" },
    "dcid:observationDate": "2020",
    "dcid:value": value,
  });

/** The observation of a value in each format, the line that it stands on, and its place. */
const formats: readonly (readonly [
  name: string,
  texts: (value: string) => Texts,
  place: string,
  where: string,
])[] = [
  [
    "an observation table",
    (value) => ({ "a.csv": `entity,variable,date,value\nE,V,2020,${quoted(value)}\n` }),
    "a.csv:2",
    "column 'value'",
  ],
  [
    "a table through a template",
    (value) => ({
      "a.tmcf": templateEnding,
      "a.csv": `place,date,value\nE,2020,${quoted(value)}\n`,
    }),
    "a.csv:2",
    "property 'value' of node",
  ],
  [
    "MCF",
    (value) => ({
      "a.mcf": `Node: o\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:V\nobservationAbout: dcid:E\nobservationDate: "2020"\nvalue: "${value}"\n`,
    }),
    "a.mcf:6",
    "property 'value' of node 'o'",
  ],
  [
    "a custom folder",
    (value) => ({
      "config.json": config,
      "a.csv": `entity,variable,date,value\nE,V,2020,${quoted(value)}\n`,
    }),
    "a.csv:2",
    "column 'value'",
  ],
  [
    "a SQL dump",
    (value) => ({
      "d.sql": `INSERT INTO observations VALUES('E','V','2020','${value}','p','','','','','');\n`,
    }),
    "d.sql:1",
    "column 'value'",
  ],
  [
    "N-Quads",
    (value) => ({
      "a.nq": [
        "_:o <dcid:typeOf> <dcid:StatVarObservation> .",
        "_:o <dcid:variableMeasured> <dcid:V> .",
        "_:o <dcid:observationAbout> <dcid:E> .",
        '_:o <dcid:observationDate> "2020" .',
        `_:o <dcid:value> "${value}" .`,
      ].join("\n"),
    }),
    "a.nq:5",
    "property 'value'",
  ],
  ["JSON-LD", (value) => ({ "d.jsonld": linked(value) }), "d.jsonld:1", "property 'value' of"],
];

describe.each(formats)("in %s", (name, texts, place, where) => {
  test("thousands are read, with one note", async () => {
    const { sink, diagnostics, messages } = await loadTexts(texts("2,093"));
    expect(sink.observations.map(({ value }) => value)).toEqual(["2093"]);
    expect(diagnostics).toEqual([`info Sanity_ThousandsInObsValue ${place}`]);
    expect(messages[0]).toContain(where);
  });

  test.each(["$51", "88%", "TBD", "12O0", "1e400"])(
    "%s is one error with file, line and column",
    async (text) => {
      const { sink, diagnostics, messages } = await loadTexts(texts(text));
      // The official importer of custom folders takes numbers only.
      const kept = name === "a custom folder" ? [] : [text];
      expect(sink.observations.map(({ value }) => value)).toEqual(kept);
      expect(diagnostics).toEqual([`error Sanity_SVObs_Value_NotANumber ${place}`]);
      expect(messages[0]).toContain(where);
    },
  );
});

test.each([
  ["7.5", "2020", "; the value is '2020': are date and value exchanged?"],
  ["7", "1800", "; the value is '1800': are date and value exchanged?"],
  ["7", "1999", "; the value is '1999': are date and value exchanged?"],
  ["7", "1799", ""],
  ["7", "2100", ""],
  ["7", "20200", ""],
  ["7", "12020", ""],
  ["x", "2020", ""],
  ["2020", "2021", ""],
  ["20201", "2021", ""],
])("a date %s and a value %s may be exchanged: %j", (written, number, hint) => {
  expect(exchangedHint(written, number)).toBe(hint);
});

test.each([
  ["1,234", true],
  [" 1,234 ", true],
  ["-12,345,678.", true],
  ["+123,456.7", true],
  ["1234", false],
  ["0,123", false],
  ["1234,567", false],
  ["1,23", false],
  ["1,2345", false],
  ["1,234.5,6", false],
  ["x1,234", false],
  ["1,234x", false],
  ["1,234,56", false],
])("%j has thousands: %s", (text, has) => {
  expect(hasThousands(text)).toBe(has);
});

describe("a value that is no number", () => {
  const reading = (written: string, ...consequence: string[]) => {
    const { found, log } = logged();
    const place = { log, line: 7, where: () => "column 'n'" };
    return { ...observationValue(written, place, ...consequence), found };
  };
  const said = (message: string) => ({
    file: "a.mcf",
    level: "error",
    counter: "Sanity_SVObs_Value_NotANumber",
    line: 7,
    message,
  });

  test.each([
    [
      "5,5",
      "is not a number; it is kept as text; is '5,5' a number with a decimal comma? Write 5.5",
    ],
    [
      "-1.234,5",
      "is not a number; it is kept as text; is '-1.234,5' a number with a decimal comma? Write -1234.5",
    ],
    [
      "12345,67",
      "is not a number; it is kept as text; is '12345,67' a number with a decimal comma? Write 12345.67",
    ],
    [
      "1.234.567,8",
      "is not a number; it is kept as text; is '1.234.567,8' a number with a decimal comma? Write 1234567.8",
    ],
    ["1.23,5", "is not a number; it is kept as text"],
    ["0.123,5", "is not a number; it is kept as text"],
    ["x5,5", "is not a number; it is kept as text"],
    ["5,5x", "is not a number; it is kept as text"],
    ["5,", "is not a number; it is kept as text"],
    ["-1e400", "is too large for a number; it is kept as text"],
  ])("%s %s", (text, problem) => {
    const found = [said(`'${text}' ${problem}: column 'n'`)];
    expect(reading(text)).toEqual({ text, isNumber: false, found });
  });

  test("is kept with its blanks, and has the consequence that its reader names", () => {
    expect(reading(" 5,5 ", "it is left out")).toEqual({
      text: " 5,5 ",
      isNumber: false,
      found: [
        said(
          "'5,5' is not a number; it is left out; is '5,5' a number with a decimal comma? Write 5.5: column 'n'",
        ),
      ],
    });
    expect(reading("5,5", "a decimal comma is read with another option").found).toEqual([
      said("'5,5' is not a number; a decimal comma is read with another option: column 'n'"),
    ]);
  });

  test("is one with thousands, which is noted with what to write", () => {
    expect(reading(" -1,234 ")).toEqual({
      text: "-1234",
      isNumber: true,
      found: [
        {
          file: "a.mcf",
          level: "info",
          counter: "Sanity_ThousandsInObsValue",
          line: 7,
          message: "'-1,234' is read as -1234: column 'n'",
          cure: { of: "value", property: "value", from: "-1,234", to: "-1234" },
        },
      ],
    });
  });
});

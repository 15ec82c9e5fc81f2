/**
 * A check answers or rejects with a LoadError, whatever the input; counts do not depend on how many
 * findings are kept, nor kept findings on anything but their place in the input; and every finding
 * with a line has the text of that line.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lint } from "../../../src/commons/with-files.ts";
import { LoadError } from "../../../src/errors/errors.ts";
import { toReportJson } from "../../../src/lint/lint-report.ts";
import { type Linted, lintTexts } from "../../unit/lint/lint-texts.ts";
import { type Texts, withFolder } from "../../unit/load/load-texts.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(20);

async function lintOrRefuse(texts: Texts, examples: number): Promise<Linted | undefined> {
  try {
    return await lintTexts(texts, { maxExamples: examples });
  } catch (error) {
    expect(error).toBeInstanceOf(LoadError);
    return undefined;
  }
}

const dcid = fc.constantFrom("a/1", "a/2", "b/1", "V", "City", "__proto__", "é", "a b", "");
const value = fc.oneof(
  dcid.map((name) => `dcid:${name}`),
  fc.constantFrom('"é"', "12", "[Years 10]", "[LatLong 91 0]", "[", "l:x", "Thing", '""'),
);
const property = fc.constantFrom(
  ...["typeOf", "name", "dcid", "near", "Name", "statType", "populationType", "measuredProperty"],
  ...["subClassOf", "domainIncludes", "observationDate", "observationAbout", "variableMeasured"],
  ...["value", "unit", "toString", "observedNode", "location"],
);
const type = fc.constantFrom(
  ...["StatisticalVariable", "StatVarObservation", "Class", "Property", "Observation"],
  ...["StatisticalPopulation", "City", "Thing"],
);
const mcf = fc
  .array(
    fc.record({
      name: fc.oneof(
        dcid.map((name) => `dcid:${name}`),
        fc.constantFrom("x", "x,y"),
      ),
      types: fc.array(type, { maxLength: 2 }),
      lines: fc.array(fc.tuple(property, value), { maxLength: 6 }),
    }),
    { maxLength: 12 },
  )
  .map((nodes) =>
    nodes
      .map(({ name, types, lines }) =>
        [
          `Node: ${name}`,
          ...types.map((of) => `typeOf: dcs:${of}`),
          ...lines.map(([key, text]) => `${key}: ${text}`),
        ].join("\n"),
      )
      .join("\n\n"),
  );

const date = fc.constantFrom(
  "2020",
  "2021",
  "2021-02-30",
  "2020-01",
  "2020-02-01",
  "soon",
  "20201",
);
const row = fc.tuple(
  fc.constantFrom("a/1", "a/2", "c/9"),
  fc.constantFrom("V", "W"),
  date,
  fc.constantFrom("0", "1", "7", "-3", "1e300", "n/a", "9999999"),
  fc.constantFrom("", "EUR", "USD"),
  fc.constantFrom("", "P1M", "P1Y", "P1D", "PT"),
);
const table = fc
  .array(row, { maxLength: 30 })
  .map((rows) =>
    [
      "entity,variable,date,value,unit,observation_period",
      ...rows.map((cells) => cells.join(",")),
    ].join("\n"),
  );

/** The text with some characters replaced. */
const mutated = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      texts,
      fc.array(fc.tuple(fc.nat(2_000), fc.constantFrom(",", '"', "\n", ":", "\\", "é"))),
    )
    .map(([text, edits]) =>
      edits.reduce((edited, [at, by]) => {
        const place = edited.length === 0 ? 0 : at % edited.length;
        return edited.slice(0, place) + by + edited.slice(place + 1);
      }, text),
    );

const texts = fc.record({
  "a.mcf": fc.oneof(mcf, mutated(mcf)),
  "b.mcf": mcf,
  "o.csv": fc.oneof(table, mutated(table)),
});

const all = 1_000_000;

describe("a check", () => {
  test("answers or refuses, and counts exactly", async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (files) => {
        const whole = await lintOrRefuse(files, all);
        const few = await lintOrRefuse(files, 2);
        expect(few?.report.levels).toEqual(whole?.report.levels);
        if (whole === undefined || few === undefined) return;
        answered += 1;
        for (const { count, findings } of whole.report.counters) {
          // A load reports conflicts after the first few in one.
          const isAll = !findings.some(({ message }) => / more of this kind$/.test(message));
          if (isAll) expect(findings).toHaveLength(count);
        }
        const countsOf = ({ report }: Linted) =>
          report.counters.map(({ level, counter, count }) => [level, counter, count]);
        expect(countsOf(few)).toEqual(countsOf(whole));
        expect(JSON.stringify(toReportJson(few.report).levelSummary)).toBe(
          JSON.stringify(toReportJson(whole.report).levelSummary),
        );
      }),
      { numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns / 4);
  });

  test("shows the lines that it names", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (files) => {
        const linted = await lintOrRefuse(files, 5);
        for (const { file, line, text } of linted?.report.findings ?? []) {
          if (file === undefined || line === undefined) continue;
          const name = file.slice(file.lastIndexOf("/") + 1) as keyof typeof files;
          expect(text).toBe(files[name].split(/\r?\n/)[line - 1]);
        }
      }),
      { numRuns },
    );
  });

  test("finds the same beside sources that have nothing to do with it", async () => {
    const beside = "Node: dcid:elsewhere/1\ntypeOf: dcs:Class\nno colon\nnear: dcid:elsewhere/2\n";
    await fc.assert(
      fc.asyncProperty(texts, async (files) => {
        const own = Object.entries(files).map(([name, text]) => [`own/${name}`, text]);
        await withFolder({ ...Object.fromEntries(own), "b.mcf": beside }, async (folder) => {
          const refused = (error: unknown): undefined => {
            expect(error).toBeInstanceOf(LoadError);
          };
          const alone = await lint(`${folder}/own`).catch(refused);
          const other = await lint(`${folder}/own`, { with: `${folder}/b.mcf` }).catch(refused);
          const others = { fileCount: 1, levels: { info: 0, warning: 0, error: 1, fatal: 0 } };
          expect(other).toEqual(alone === undefined ? undefined : { ...alone, others });
        });
      }),
      { numRuns },
    );
  });

  test("does not depend on where a node stands among others", async () => {
    await fc.assert(
      fc.asyncProperty(mcf, async (text) => {
        const countsOf = async (written: string) => {
          const linted = await lintOrRefuse({ "a.mcf": `${written}\n` }, 0);
          // Which of two variables is the other one follows from their order.
          return linted?.report.counters
            .filter(({ counter }) => !/(?:Dcids?For|Resolution_)/.test(counter))
            .map(({ counter, count }) => [counter, count]);
        };
        // A node without a dcid gets one by the rule of its first type.
        fc.pre(!(text.includes("dcs:Observation") && text.includes("dcs:StatisticalPopulation")));
        const reversed = text.split("\n\n").reverse().join("\n\n");
        const counts = await countsOf(text);
        // A name with two dcids: its other blocks belong to the first one.
        fc.pre(counts?.every(([counter]) => counter !== "Sanity_MultipleDcidValues") ?? true);
        expect(await countsOf(reversed)).toEqual(counts);
      }),
      { numRuns },
    );
  });
});

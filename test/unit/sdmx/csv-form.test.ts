import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell } from "../../../src/export/csv-text.ts";
import { open } from "../../../src/index.ts";
import { TextBytes } from "../../../src/sdmx/csv-form.ts";
import { decimalText } from "../../../src/stats/decimals.ts";

const noCommas = new Uint8Array(128);
noCommas[",".charCodeAt(0)] = 1;

test("any pieces make the text that they are, however long it becomes", () => {
  const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[ -~]{0,99}$/));
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (first, second) => {
      const text = new TextBytes(1);
      for (const pieces of [first, second]) {
        for (const one of pieces) text.add(one);
        expect(text.length).toBe(Buffer.byteLength(pieces.join("")));
        expect(text.taken()).toBe(pieces.join(""));
      }
    }),
  );
});

test("decimals are written as everywhere", () => {
  const mantissa = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: -99, max: 99 }));
  fc.assert(
    fc.property(mantissa, fc.nat(15), (value, decimals) => {
      const text = new TextBytes(1);
      text.decimal(value, decimals);
      expect(text.taken()).toBe(decimalText(value, decimals));
    }),
    {
      examples: [
        [-(2 ** 31), 0],
        [2 ** 31 - 1, 9],
        [0, 3],
        [-5, 2],
      ],
    },
  );
});

test("a text with an unwanted character is not written at all", () => {
  const text = new TextBytes(1);
  expect(text.addWithout(noCommas, "ä")).toBe(true);
  expect(text.addWithout(noCommas, "ab,c")).toBe(false);
  expect(text.addWithout(noCommas, "ü,")).toBe(false);
  expect(text.taken()).toBe("ä");
});

test("what is written is repeated", () => {
  const text = new TextBytes(1);
  text.copy(new TextEncoder().encode("abc"));
  text.byte(0x2c);
  text.repeat(1, 4);
  expect(text.taken()).toBe("abc,bc,");
});

// Names of the same length and of others, with and without quotes, ASCII and not.
const name = fc.constantFrom("a", "b", "cc", "dd", "é", "日本", "x,y", 'q"', "long".repeat(20));
const series = fc.record({
  from: name,
  to: name,
  unit: fc.constantFrom("", "m", "s", "ü"),
  count: fc.constantFrom(1, 2, 3, 700),
});

test("rows are those of the series, whatever row stands before and wherever a piece ends", async () => {
  const drawn = fc.array(series, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const { sdmx } = await open({
        "graph.mcf":
          "Node: dcid:Flow\ntypeOf: dcs:StatisticalVariable\nobservationProperties: dcid:from, dcid:to\n",
        "flows.csv": [
          "entity,variable,date,value,unit,properties",
          ...all.flatMap(({ from, to, unit, count }) =>
            Array.from({ length: count }, (_, at) => {
              const properties = JSON.stringify({ from, to });
              return ["", "Flow", `${1000 + at}`, `${at / 8}`, unit, properties]
                .map(csvCell)
                .join(",");
            }),
          ),
        ].join("\n"),
      });
      const request = { filters: { variableMeasured: "Flow", from: all.map(({ from }) => from) } };
      const data = await sdmx.data(request);
      const rows = data.series.flatMap(({ dimensions, attributes, points }) =>
        points.map(({ timePeriod, observationValue }) => {
          const others = { TIME_PERIOD: timePeriod, OBS_VALUE: observationValue };
          const known: Record<string, string> = { ...dimensions, ...attributes, ...others };
          return data.components.map(
            ({ id, kind }) => known[id] ?? (kind === "dimension" ? "NotApplicable" : ""),
          );
        }),
      );
      const expected = [
        ["STRUCTURE", "STRUCTURE_ID", "ACTION", ...data.components.map(({ id }) => id)],
        ...rows.map((row) => ["dataflow", "DC:DF_OBS(1.0.0)", "I", ...row]),
      ].map((row) => `${row.map(csvCell).join(",")}\r\n`);
      expect([...(await sdmx.csv(request))].join("")).toBe(expected.join(""));
    }),
    { numRuns: 12 },
  );
});

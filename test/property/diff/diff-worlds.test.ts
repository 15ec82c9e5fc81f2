/** The walk over two worlds finds what sets of their texts differ in. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { diff, type WorldDiff } from "../../../src/lint.ts";
import { naiveDiff } from "../../oracle/diff/naive-diff.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(150);

const dcid = fc.constantFrom("a", "b", "a/1", "\u00e9", "\u{1f600}", "\uff5e", "V", "W");
const text = fc.constantFrom("x", "y", "\u{1f600}", "\uff5e");
const node = fc.record({
  dcid,
  arcs: fc.array(
    fc.tuple(
      fc.constantFrom("p", "q", "typeOf"),
      fc.oneof(
        dcid.map((one) => `dcid:${one}`),
        text.map((one) => `"${one}"`),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  ),
});
const observation = fc.record({
  variable: fc.constantFrom("V", "W", "\uff5e"),
  entity: fc.constantFrom("a", "b", "\u{1f600}"),
  date: fc.constantFrom("2020", "2020-01", "2021", "2022"),
  value: fc.constantFrom("1", "1.0", "1.005", "-2", "0", "text", "3"),
  unit: fc.constantFrom("", "Dollar", "Euro"),
  period: fc.constantFrom("", "P1Y"),
});
const contents = fc.record({
  nodes: fc.array(node, { maxLength: 4 }),
  rows: fc.uniqueArray(observation, {
    maxLength: 10,
    selector: ({ variable, entity, date, unit, period }) =>
      [variable, entity, date, unit, period].join("|"),
  }),
});
type Contents = typeof contents extends fc.Arbitrary<infer Value> ? Value : never;

async function worldOf({ nodes, rows }: Contents) {
  const mcf = nodes.map((one) =>
    [`Node: dcid:${one.dcid}`, ...one.arcs.map(([key, value]) => `${key}: ${value}`), ""].join(
      "\n",
    ),
  );
  const table = rows.map((row) =>
    [row.entity, row.variable, row.date, row.value, row.unit, row.period].join(","),
  );
  return await open({
    "a.mcf": `# nodes\n${mcf.join("\n")}`,
    "o.csv": ["entity,variable,date,value,unit,observation_period", ...table, ""].join("\n"),
  });
}

async function saved(commons: Commons): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const target = new WritableStream<Uint8Array>({
    write: (part) => void parts.push(part.slice()),
  });
  await commons.save(target);
  return Buffer.concat(parts);
}

function countsOf({ counts }: WorldDiff): Record<string, number> {
  const all = Object.entries(counts).flatMap(([kind, changes]) =>
    Object.entries(changes).map(([change, count]) => [`${kind} ${change}`, count] as const),
  );
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

describe("the differences of two worlds", () => {
  test("are those of the sets of their texts, and turn around with the worlds", async () => {
    await fc.assert(
      fc.asyncProperty(
        contents,
        contents,
        fc.constantFrom(0, 0.01),
        async (one, other, tolerance) => {
          const [before, after] = [await worldOf(one), await worldOf(other)];
          const found = await diff(before, after, { tolerance, maxExamples: 1000 });
          const expected = naiveDiff(before, after, tolerance).counts;
          expect(countsOf(found)).toEqual(expected);
          expect(found.differs).toBe(Object.keys(expected).length > 0);
          const back = await diff(after, before, { tolerance, maxExamples: 1000 });
          expect(back.counts.arc).toEqual({
            ...found.counts.arc,
            added: found.counts.arc.removed,
            removed: found.counts.arc.added,
          });
          expect(back.counts.point.changed).toBe(found.counts.point.changed);
        },
      ),
      { numRuns },
    );
  });

  test("are none between a world and itself, however it is stored", async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (one) => {
        const before = await worldOf(one);
        const after = await open(await saved(before));
        expect(await diff(before, after)).toMatchObject({ differs: false, differences: [] });
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });
});

/**
 * Whoever reads a row asked for it before, and never for one that there is not: answers over columns of
 * which only the rows that were asked for are there are those over columns in memory.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import { DiagnosticLog } from "../../../src/load/bytes/diagnostics.ts";
import { storedColumnsOf } from "../../../src/snapshot/stored-columns.ts";
import { contentsOf, worldFrom } from "../../../src/snapshot/world-contents.ts";
import { infoOf, type World } from "../../../src/world/world.ts";
import { answerOf, requestsAbout } from "../../oracle/all-reads.ts";
import { AskedRows } from "../../oracle/asked-rows.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const nodes = ["usa", "a", "b", "a1", "a2", "b1", "b1x", "City", "County", "in", "Count", "Mean"];
const node = fc.constantFrom(...nodes);
const text = fc.constantFrom("=a1", "=A one", "=", `=${"long ".repeat(60)}`, "=b1", "=zz");
const predicate = fc.constantFrom("typeOf", "name", "in", "containedInPlace", "alias");
const triple: fc.Arbitrary<TripleRow> = fc.tuple(
  node,
  predicate,
  fc.oneof({ weight: 3, arbitrary: node }, text),
);
const observation: fc.Arbitrary<ObservationRow> = fc.tuple(
  fc.constantFrom("Count", "Mean"),
  node,
  fc.constantFrom("2001", "2002", "2003-04"),
  fc.constantFrom("1", "-2.5", "1e300", "n/a", "007", "70000"),
  fc.constantFrom({ importName: "x" }, { importName: "y", unit: "Person" }),
);

function commonsOf(world: World): Commons {
  return new Commons({ world, info: infoOf(world, new DiagnosticLog().summary()) });
}

async function hold(triples: TripleRow[], rows: ObservationRow[], about: string[], isFar: boolean) {
  const world = worldOf(triples, rows);
  const columns = storedColumnsOf(world);
  const whole = commonsOf(world);
  const contents = contentsOf(world, whole.info);
  for (const asked of requestsAbout(about, ["2001", "2003-04"])) {
    const source = new AskedRows(columns, isFar);
    const part = commonsOf(worldFrom(source, structuredClone(contents), undefined).world);
    expect(await answerOf(part, asked)).toBe(await answerOf(whole, asked));
  }
}

test("rows that were asked for are enough for every answer, near and far", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(triple, { minLength: 1, maxLength: 40 }),
      fc.array(observation, { maxLength: 20 }),
      fc.uniqueArray(node, { minLength: 1, maxLength: 2 }),
      fc.boolean(),
      hold,
    ),
    runs(40),
  );
});

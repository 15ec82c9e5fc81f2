/** Searches by meaning in worlds with very few and very many variables. */
import { expect, test } from "vitest";
import { type Commons, open } from "../../src/index.ts";

const subjects = ["Median income", "Number of births", "Yearly rainfall"];

async function worldOf(count: number): Promise<Commons> {
  const rows = ["subject_id,predicate,object_id,object_value"];
  for (let at = 0; at < count; at++) {
    const name = `${subjects[at % 3]}${at < 3 ? "" : ` of group ${at}`}`;
    rows.push(`v/${at},typeOf,StatisticalVariable,`, `v/${at},name,,${name}`);
  }
  return await open({ "world.csv": rows.join("\n") });
}

const firstOf = (world: Commons, text: string, timeout: number) =>
  world.v2.resolve({ nodes: [text], resolver: "indicator" }, { timeout }).entities?.[0]
    ?.candidates?.[0]?.dcid;

const asked = { salary: "v/0", "newborn babies": "v/1", brths: "v/1", precipitation: "v/2" };

test("of three variables each is found by what it means", async () => {
  const world = await worldOf(3);
  for (const [text, dcid] of Object.entries(asked)) {
    expect(firstOf(world, text, 60_000), text).toBe(dcid);
  }
});

test("of 500,000, too: requests that end at their limit go on with the index, until none does", async () => {
  const world = await worldOf(500_000);
  const ends: unknown[] = [];
  let first: string | undefined;
  // Longer and longer, so that the test ends where other programs take most of the time.
  while (first === undefined && ends.length < 25) {
    try {
      first = firstOf(world, "salary", 500 * 1.15 ** ends.length) ?? "nothing";
    } catch (error) {
      ends.push(error);
    }
  }
  expect(first).toBe("v/0");
  expect(ends.length).toBeGreaterThan(0);
  const atLimit = expect.objectContaining({ code: "LIMIT", setting: "timeout" });
  expect(ends).toEqual(ends.map(() => atLimit));
  for (const [text, dcid] of Object.entries(asked)) {
    expect(firstOf(world, text, 10_000), text).toBe(dcid);
  }
}, 300_000);

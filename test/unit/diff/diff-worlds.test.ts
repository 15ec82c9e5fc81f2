/** What a comparison of two worlds shows, and when it is stopped. */
import { describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type DiffOptions, type DiffProgress, diff } from "../../../src/lint.ts";

const header = "entity,variable,date,value,unit";

async function worldOf(rows: readonly string[], mcf = "") {
  return await open({ "a.mcf": `# nodes\n${mcf}`, "o.csv": [header, ...rows, ""].join("\n") });
}

async function diffOf(
  before: readonly string[],
  after: readonly string[],
  options: DiffOptions = {},
) {
  return await diff(await worldOf(before), await worldOf(after), options);
}

const shop = 'Node: dcid:shop/1\ntypeOf: dcs:Shop\nname: "One"\n';

describe("differences", () => {
  test("of points show both values, of series their facet", async () => {
    const found = await diffOf(
      ["a,V,2020,5,", "a,V,2021,6,", "b,V,2020,1,Euro"],
      ["a,V,2020,7,", "a,V,2022,8,", "c,V,2020,1,"],
    );
    expect(found.differences).toEqual([
      {
        kind: "series",
        change: "removed",
        variable: "V",
        entity: "b",
        facet: expect.stringContaining("unit=Euro"),
      },
      { kind: "series", change: "added", variable: "V", entity: "c", facet: expect.any(String) },
      expect.objectContaining({
        kind: "point",
        change: "changed",
        entity: "a",
        date: "2020",
        before: "5",
        after: "7",
      }),
      expect.objectContaining({ kind: "point", change: "removed", date: "2021", before: "6" }),
      expect.objectContaining({ kind: "point", change: "added", date: "2022", after: "8" }),
    ]);
    expect(found.counts.point).toEqual({ added: 2, removed: 2, changed: 1 });
  });

  test("of a facet are a changed series, whose points are compared", async () => {
    const { differences, counts } = await diffOf(["a,V,2020,5,"], ["a,V,2020,6,Euro"]);
    expect(differences[0]).toMatchObject({ kind: "series", change: "changed", entity: "a" });
    expect(differences[0]?.after).toContain("unit=Euro");
    expect(counts.point).toEqual({ added: 0, removed: 0, changed: 1 });
  });

  test("of nodes and arcs", async () => {
    const before = await worldOf([], shop);
    const after = await worldOf(
      [],
      `${shop.replace("One", "Two")}\nNode: dcid:shop/2\ntypeOf: dcs:Shop\n`,
    );
    const { differences, counts } = await diff(before, after);
    expect(counts.node).toEqual({ added: 1, removed: 0, changed: 1 });
    expect(differences).toContainEqual({
      kind: "arc",
      change: "removed",
      node: "shop/1",
      property: "name",
      object: "One",
    });
    expect(differences).toContainEqual({ kind: "node", change: "added", node: "shop/2" });
  });

  test("of variables", async () => {
    const { differences } = await diffOf(["a,V,2020,5,"], ["a,W,2020,5,"]);
    expect(differences.slice(0, 2)).toEqual([
      { kind: "variable", change: "removed", variable: "V" },
      { kind: "variable", change: "added", variable: "W" },
    ]);
  });

  test("are none in who states an arc, and in how a number is written", async () => {
    const before = await open({
      "one.mcf": shop,
      "o.csv": `${header},provenance\na,V,2020,5,,x\n`,
    });
    const after = await open({
      "two.mcf": shop,
      "o.csv": `${header},provenance\na,V,2020,5.0,,x\n`,
    });
    expect((await diff(before, after)).differs).toBe(false);
  });
});

test("a tolerance is a share of the larger value", async () => {
  const within = { tolerance: 0.01 };
  expect((await diffOf(["a,V,2020,100,"], ["a,V,2020,101,"], within)).differs).toBe(false);
  expect((await diffOf(["a,V,2020,100,"], ["a,V,2020,102,"], within)).differs).toBe(true);
  expect((await diffOf(["a,V,2020,0,"], ["a,V,2020,0.001,"], within)).differs).toBe(true);
  await expect(diffOf([], [], { tolerance: 1 })).rejects.toThrow("tolerance needs a share");
  for (const tolerance of [-0.1, 5, Number.NaN]) {
    const refused = diffOf([], [], { tolerance });
    await expect(refused).rejects.toThrow("'tolerance' is a number from 0 to 1");
  }
});

test("only the first ones of a kind are kept, and all are counted", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `a,V,${2000 + at},${at},`);
  const { counts, differences } = await diffOf(
    rows,
    rows.map((row) => row.replace(/,$/, "1,")),
    {
      maxExamples: 3,
    },
  );
  expect([counts.point.changed, differences.length]).toEqual([30, 3]);
});

describe("a comparison that takes long", () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `e${at},V,2020,${at},`);

  test("ends where a signal comes while it runs", async () => {
    const [before, after] = [await worldOf(rows), await worldOf(rows.slice(1))];
    let progressCount = 0;
    const controller = new AbortController();
    const onProgress = () => {
      progressCount++;
      setImmediate(() => controller.abort(new Error("enough")));
    };
    const stopped = diff(before, after, { signal: controller.signal, onProgress });
    await expect(stopped).rejects.toThrow("enough");
    expect(progressCount).toBeLessThanOrEqual(2);
  });

  test("says how far it has come, and at last that it has seen all", async () => {
    const [before, after] = [await worldOf(rows), await worldOf(rows.slice(1))];
    const seen: DiffProgress[] = [];
    await diff(before, after, { onProgress: (progress) => seen.push(progress) });
    const counts = seen.map(({ comparedCount }) => comparedCount);
    expect(seen.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(seen.map(({ totalCount }) => totalCount))).toEqual(new Set([counts.at(-1)]));
  });
});

test("a signal stops it", async () => {
  const stopped = diffOf(["a,V,2020,5,"], [], { signal: AbortSignal.abort(new Error("enough")) });
  await expect(stopped).rejects.toThrow("enough");
});

/** The command `diff`: counts first, then what differs; it fails if anything does. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFolder } from "../../load/load-texts.ts";
import { run } from "../running.ts";

const header = "entity,variable,date,value,provenance\n";
const files = {
  "before/o.csv": `${header}a,V,2020,5,p\na,V,2021,100,p\n`,
  "after/o.csv": `${header}a,V,2020,5,p\na,V,2021,101,p\nb,V,2020,1,p\n`,
};

test("text has counts first, and the exit code is 1 if worlds differ", async () => {
  await withFolder(files, async (folder) => {
    const sources = [join(folder, "before"), join(folder, "after")];
    const { code, out } = await run(["diff", ...sources]);
    expect(code).toBe(1);
    const lines = out.split("\n");
    expect(lines[0]?.trim().split(/\s+/)).toEqual(["added", "removed", "changed"]);
    expect(out).toMatch(/^points\s+1\s+0\s+1$/m);
    expect(out).toContain("  V a 2021: 100 -> 101 (importName=");
    const same = await run(["diff", sources[0]!, sources[0]!]);
    expect([same.code, same.out]).toEqual([0, "the worlds are equal\n"]);
  });
});

test("CSV has a row per difference, JSON all that the library says", async () => {
  await withFolder(files, async (folder) => {
    const sources = [join(folder, "before"), join(folder, "after")];
    const { out } = await run(["diff", ...sources, "--csv"]);
    expect(out.split("\n")[0]).toBe(
      "kind,change,node,property,object,variable,entity,facet,date,before,after",
    );
    expect(out).toMatch(/^point,changed,,,,V,a,.*,2021,100,101$/m);
    const json = JSON.parse((await run(["diff", ...sources, "--json"])).out);
    expect(json).toMatchObject({ differs: true, counts: { series: { added: 1 } } });
  });
});

test("a tolerance and a limit are numbers", async () => {
  await withFolder(files, async (folder) => {
    const sources = [join(folder, "before"), join(folder, "after")];
    const { out } = await run(["diff", ...sources, "--tolerance", "0.05", "--examples", "0"]);
    expect(out).toMatch(/^points\s+1\s+0\s+0$/m);
    expect(out).toContain("series added (0 of 1 shown)");
    expect((await run(["diff", ...sources, "--tolerance", "5"])).err).toContain("share below 1");
    expect((await run(["diff", ...sources, "--examples", "x"])).err).toContain("is a number");
  });
});

test("text says that points of series that only one world has are counted, not shown", async () => {
  const told =
    /^points (\w+).*\n {2}points of series that only one world has are counted, not shown$/gm;
  const further = { "later/o.csv": `${header}a,V,2020,5,p\na,V,2021,100,p\na,V,2022,7,p\n` };
  await withFolder({ ...files, ...further }, async (folder) => {
    const [before, after, later] = ["before", "after", "later"].map((one) => join(folder, one));
    const changesTold = async (one: string, other: string) =>
      Array.from((await run(["diff", one, other])).out.matchAll(told), ([, change]) => change);
    expect(await changesTold(before!, after!)).toEqual(["added"]);
    expect(await changesTold(after!, before!)).toEqual(["removed"]);
    expect(await changesTold(before!, later!)).toEqual([]);
  });
});

/** Why an answer is empty, as a user reads it. */
import { describe, expect, test } from "vitest";
import { run } from "./running.ts";
import { saved } from "./saved-sample.ts";

const empties = [
  ["node", saved, "geoId/6"],
  ["stat", saved, "Count_Persons", "geoId/06"],
  ["resolve", saved, "Californa"],
  ["sparql", saved, "SELECT ?n WHERE { ?s typeOf Stat . ?s name ?n }"],
];

describe("--explain", () => {
  test.each(empties)("%s prints the steps and the reason, and ends with 4", async (...argv) => {
    const { code, out, err } = await run([...argv, "--explain"]);
    expect([code, err]).toEqual([4, ""]);
    expect(out).toMatch(/^ +0 {2}/m);
    expect(out).toContain("The answer is empty: ");
    expect(out).toMatch(/There is: .*(?:geoId\/06|Count_Person|State)/);
  });

  test("ends with 0 when there is an answer", async () => {
    const { code, out } = await run(["node", saved, "geoId/06", "--explain"]);
    expect(code).toBe(0);
    expect(out).toContain("1  nodes that are known\n");
    expect(out).not.toContain("empty");
  });

  test("prints JSON and CSV", async () => {
    const json = await run(["node", saved, "geoId/6", "--explain", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({ isEmpty: true, kind: "unknownDcid" });
    const csv = await run(["node", saved, "geoId/6", "--explain", "--csv"]);
    expect(csv.out).toBe(
      "step,left,lost\nnodes in the request,1,\nnodes that are known,0,geoId/6\n",
    );
    expect([json.code, csv.code]).toEqual([4, 4]);
    const two = await run(["node", saved, "geoId/6", "geoId/7", "--explain", "--csv"]);
    expect(two.out).toContain("\nnodes that are known,0,geoId/6 geoId/7\n");
  });

  test("of a request that is refused is that error", async () => {
    const { code, err } = await run(["node", saved, "geoId/06", "-p", "name", "--explain"]);
    expect(code).toBe(1);
    expect(err).toContain("error: ");
  });
});

describe("an empty table", () => {
  test.each(empties)("of %s says why on a terminal, and ends with 0", async (...argv) => {
    const { code, out, err } = await run(argv, { isTerminal: true });
    expect([code, out]).toEqual([0, "nothing found\n"]);
    expect(err).toMatch(/^The answer is empty: .*\n(?:There is: .*\n)+$/);
  });

  test.each([["--quiet"], ["--json"], ["--csv"]])("says nothing with %s", async (flag) => {
    const { code, err } = await run(["node", saved, "geoId/6", flag], { isTerminal: true });
    expect([code, err]).toEqual([0, ""]);
  });

  test("says nothing where a program reads it", async () => {
    for (const argv of empties) expect(await run(argv)).toMatchObject({ code: 0, err: "" });
  });
});

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

  test("of dates in which nothing was observed names others, also where nobody asked", async () => {
    const argv = ["stat", saved, "Median_Income_Household", "geoId/06"];
    const reason =
      "The answer is empty: none of the series has a number at '2020'.\nThere is: date 2018, 2015\n";
    const empty = await run([...argv, "--from", "2020"]);
    expect([empty.code, empty.err]).toEqual([0, reason]);
    const explained = await run([...argv, "--from", "2020", "--explain"]);
    expect([explained.code, explained.out.endsWith(reason)]).toEqual([4, true]);
    const before = await run([...argv, "--to", "2010"]);
    expect(before.err).toContain("at '2010'");
    // A range that begins on a date without a number may have some.
    const some = await run([...argv, "--from", "2014", "--explain"]);
    expect([some.code, some.out.includes("empty")]).toEqual([0, false]);
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

/** Of a request with a name that the world does not know; a text that nothing has is none. */
const codeOf = ([name]: readonly string[]) => (name === "resolve" ? 0 : 1);

describe("an empty table", () => {
  test.each(empties)(
    "of %s says why and what there is, on a terminal and for programs",
    async (...argv) => {
      for (const [form, isTerminal] of [
        [[], true],
        [[], false],
        [["--csv"], false],
        [["--json"], false],
      ] as const) {
        const { code, out, err } = await run([...argv, ...form], { isTerminal });
        expect(code).toBe(codeOf(argv));
        if (isTerminal) expect(out).toBe("nothing found\n");
        if (form[0] === "--json") expect(out).toBe("[]\n");
        expect(err).toMatch(/^The answer is empty: .*\n(?:There is: .*\n)+$/);
      }
    },
  );

  test("says nothing with --quiet, and has the same exit code", async () => {
    for (const argv of empties) {
      expect(await run([...argv, "--quiet"])).toMatchObject({ code: codeOf(argv), err: "" });
    }
  });

  test("of known names that nothing connects is an answer", async () => {
    const { code, err } = await run([
      "node",
      saved,
      "geoId/06",
      "-p",
      "->containedInPlace{typeOf:County}",
    ]);
    expect(code).toBe(0);
    expect(err).toContain("The answer is empty");
  });
});

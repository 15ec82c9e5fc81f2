/** The lists of a source, as a user asks for them. */
import { describe, expect, test } from "vitest";
import { pageNotes } from "../../../../src/cli/commands/catalog-commands.ts";
import { run } from "../running.ts";
import { saved } from "../saved-sample.ts";

describe("lists", () => {
  test("a part of a list says of how many it is one, and how to go on", async () => {
    const all = JSON.parse((await run(["types", saved, "--json"])).out);
    expect(all).toMatchObject({ total: all.types.length, offset: 0 });
    for (const [list, ...search] of [
      ["variables", "person"],
      ["variables", "-t", "State"],
      ["entities", "-t", "State", "new"],
      ["entities"],
      ["types"],
      ["properties"],
      ["facets", "census"],
    ]) {
      const whole = JSON.parse((await run([list!, saved, ...search, "--json"])).out);
      expect(whole.total).toBe(whole[list!].length);
      const { out, err } = await run([
        list!,
        saved,
        ...search,
        "--json",
        "-n",
        "2",
        "--offset",
        "1",
      ]);
      const part = JSON.parse(out);
      expect(part).toEqual({ total: whole.total, offset: 1, [list!]: whole[list!].slice(1, 3) });
      const next = whole.total > 3 ? "; --offset 3 goes on" : "";
      expect(err).toBe(`2 to 3 of ${whole.total}${next}\n`);
    }
    const beyond = await run(["types", saved, "--offset", "9999"]);
    expect(beyond.err).toBe(`none of ${all.total}\n`);
    expect((await run(["types", saved, "-n", "1", "-q"])).err).toBe("");
  });

  test("columns of CSV are members of JSON", async () => {
    for (const list of ["variables", "entities", "types", "properties", "facets"]) {
      const { [list]: lines } = JSON.parse((await run([list, saved, "--json"])).out);
      const [head = ""] = (await run([list, saved])).out.split("\n");
      const members = new Set(lines.flatMap((line: object) => Object.keys(line)));
      expect(new Set(head.split(","))).toEqual(members);
    }
  });

  test("a search of variables without a hit names the search by meaning", async () => {
    const { out, err, code } = await run(["variables", saved, "qqqzzz rain"]);
    expect([out.trim().split("\n").length, code]).toEqual([1, 0]);
    expect(err).toBe(
      `no variable is found; variables by what they are about: npx pocket-commons resolve ${saved} -i 'qqqzzz rain'\n`,
    );
    expect((await run(["variables", saved, "person"])).err).toBe("");
  });

  test.each([["entities"], ["variables"], ["search"]])(
    "%s of a type that nothing has says so, with the names that are near",
    async (list) => {
      const words = list === "search" ? ["cal"] : [];
      const of = async (type: string) => await run([list, saved, ...words, "-t", type]);
      const misspelt = await of("Sate");
      expect(misspelt.code).toBe(1);
      expect(misspelt.err).toMatch(/no node has the dcid 'Sate'.*\nThere is: dcid State/);
      expect(await of("State")).toMatchObject({ code: 0 });
      expect((await of("Count_Person")).err).toContain("have no 'typeOf' into them");
    },
  );

  test("variables as CSV, by search and type", async () => {
    const { out, code } = await run(["variables", saved, "person", "female", "--limit", "1"]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toBe(
      "dcid,name,entityCount,seriesCount,observationCount,firstDate,lastDate,units,facetIds,entityTypes",
    );
    expect(out.trim().split("\n")).toHaveLength(2);
    const countries = await run(["variables", saved, "-t", "Country", "--json"]);
    const { variables } = JSON.parse(countries.out);
    expect(variables.length).toBeGreaterThan(0);
    for (const { entityTypes } of variables) expect(entityTypes).toContain("Country");
  });

  test("states as a table on a terminal", async () => {
    const { out } = await run(["entities", saved, "-t", "State", "new"], { isTerminal: true });
    expect(out).toMatch(/dcid +name +types +variableCount/);
    expect(out.trim().split("\n")).toHaveLength(5);
  });

  test.each(["types", "properties", "facets"])("%s", async (list) => {
    const { out, code } = await run([list, saved, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)[list].length).toBeGreaterThan(2);
  });

  test("a limit that is no number is a mistake of the user", async () => {
    const { err, code } = await run(["types", saved, "--limit", "many"]);
    expect(err).toBe('error: --limit is a number from 0 to 999999999, not "many"\n');
    expect(code).toBe(2);
  });
});

test.each([
  [0, 3, 3, []],
  [0, 0, 0, []],
  [0, 2, 3, ["1 to 2 of 3; --offset 2 goes on"]],
  [0, 1, 3, ["1 of 3; --offset 1 goes on"]],
  [2, 1, 3, ["3 of 3"]],
  [1, 2, 3, ["2 to 3 of 3"]],
  [1, 2, 4, ["2 to 3 of 4; --offset 3 goes on"]],
  [0, 0, 3, ["none of 3"]],
  [9, 0, 3, ["none of 3"]],
])("from %i on, %i rows of %i are a part that says so", (offset, count, total, notes) => {
  expect(pageNotes(offset, count, total)).toEqual(notes);
});

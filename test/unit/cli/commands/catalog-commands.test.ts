/** The lists of a source, as a user asks for them. */
import { describe, expect, test } from "vitest";
import { run } from "../running.ts";
import { saved } from "../saved-sample.ts";

describe("lists", () => {
  test("variables as CSV, by search and type", async () => {
    const { out, code } = await run(["variables", saved, "person", "female", "--limit", "1"]);
    expect(code).toBe(0);
    expect(out.split("\n")[0]).toBe("variable,name,entities,points,first,last,units,facets,types");
    expect(out.trim().split("\n")).toHaveLength(2);
    const countries = await run(["variables", saved, "-t", "Country", "--json"]);
    const { variables } = JSON.parse(countries.out);
    expect(variables.length).toBeGreaterThan(0);
    for (const { entityTypes } of variables) expect(entityTypes).toContain("Country");
  });

  test("states as a table on a terminal", async () => {
    const { out } = await run(["entities", saved, "-t", "State", "new"], { isTerminal: true });
    expect(out).toMatch(/entity +name +types +variables/);
    expect(out.trim().split("\n")).toHaveLength(5);
  });

  test.each(["types", "properties", "facets"])("%s", async (list) => {
    const { out, code } = await run([list, saved, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)[list].length).toBeGreaterThan(2);
  });

  test("a limit that is no number is a mistake of the user", async () => {
    const { err, code } = await run(["types", saved, "--limit", "many"]);
    expect(err).toBe('error: --limit is a number of lines, not "many"\n');
    expect(code).toBe(2);
  });
});

/** Folders number their sources from 1 on: worlds that are joined later must not mix them in silence. */
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";

const folder = (source: string, column = "Cats (wild)") => ({
  "config.json": JSON.stringify({
    inputFiles: { "a.csv": { entityType: "Country", provenance: source } },
    sources: {
      [`${source} office`]: {
        url: "https://a.example",
        provenances: { [source]: "https://a.example/x" },
      },
    },
  }),
  "a.csv": `country,year,${column}\ncountry/FRA,2020,5\n`,
});

const mixedIn = async (...sources: Parameters<typeof open>) => {
  const { info } = await open(...sources);
  const own = info.diagnostics.counters.filter(({ counter }) => counter === "Sanity_MadeIdsMixed");
  return own.flatMap(({ level, examples }) => examples.map(({ message }) => [level, message]));
};

test("a folder and the world of another one that give one id to two sources are an error", async () => {
  const world = await open(folder("Reds"));
  const found = await mixedIn([world, folder("Blues")]);
  expect(found).toHaveLength(1);
  expect(String(found[0])).toContain("error,'c/p/1' stands for 2 provenances, 'Blues', 'Reds'");
});

test("two variables of one number are one, too", async () => {
  const world = await open(folder("Reds", "Dogs (old)"));
  const found = await mixedIn([world, folder("Reds")]);
  expect(String(found)).toContain(
    "'custom/statvar_1' stands for 2 variables, 'Cats (wild)', 'Dogs (old)'",
  );
});

test("a folder and its own world agree", async () => {
  const world = await open(folder("Reds"));
  expect(await mixedIn([world, folder("Reds")])).toEqual([]);
});

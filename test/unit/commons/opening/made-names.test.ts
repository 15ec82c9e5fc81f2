/** Folders number their sources from 1 on: worlds that are joined later must not mix them in silence. */
import { expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";

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

const shared = async (...sources: (ReturnType<typeof folder> | Commons)[]) => await open(sources);

const rejectionOf = async (
  opening: Promise<Commons>,
): Promise<Error & { readonly code?: string }> =>
  await opening.then(
    () => expect.unreachable(),
    (error: Error) => error,
  );

test("a folder and the world of another one that give one id to two sources are refused", async () => {
  const world = await open(folder("Reds"));
  const error = await rejectionOf(shared(world, folder("Blues")));
  expect(error).toMatchObject({ code: "LOAD" });
  expect(error.message).toContain(
    "'c/p/1' stands for 2 provenances, 'Blues', 'Reds': their values would be mixed",
  );
});

test("two worlds that give one id to two sources are refused", async () => {
  const worlds = [await open(folder("Reds")), await open(folder("Blues"))];
  const { message } = await rejectionOf(shared(...worlds));
  expect(message).toMatch(/^'c\/p\/1' stands for 2 provenances/);
});

test("a source of another publisher, and one at another address, are others", async () => {
  const one = folder("Reds");
  const world = await open(one);
  const changed = (from: string, to: string) => ({
    ...one,
    "config.json": one["config.json"].replace(from, to),
  });
  const { message } = await rejectionOf(shared(world, changed("Reds office", "Greens office")));
  expect(message).toContain("'c/s/1' stands for 2 sources, 'Greens office', 'Reds office'");
  const moved = await rejectionOf(shared(world, changed("a.example/x", "a.example/y")));
  expect(moved.message).toContain("'c/p/1' stands for 2 provenances, 'https://a.example/x', ");
});

test("two variables of one number are refused, too", async () => {
  const world = await open(folder("Reds", "Dogs (old)"));
  const { message } = await rejectionOf(shared(world, folder("Reds")));
  expect(message).toContain(
    "'custom/statvar_1' stands for 2 variables, 'Cats (wild)', 'Dogs (old)'",
  );
});

test("a folder and its own world agree, also where its MCF has a second name", async () => {
  const own = folder("Reds");
  const named = { ...own, "n.mcf": 'Node: dcid:custom/statvar_1\nname: "Wild cats"\n' };
  for (const one of [own, named]) {
    const { info } = await shared(await open(one), one);
    expect([info.variableCount, info.diagnostics.levels.error]).toEqual([1, 0]);
  }
});

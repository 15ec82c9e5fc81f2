import { DataFactory } from "n3";
import { expect, test, vi } from "vitest";
import { Commons } from "../../../src/commons/commons.ts";
import type { RdfQuad, RdfSource } from "../../../src/rdf.ts";
import { rdfSource } from "../../../src/rdf.ts";
import { worldOf } from "../../oracle/small-world.ts";

const { namedNode, literal, variable, defaultGraph, quad } = DataFactory;

const base = "https://datacommons.org/browser/";
const node = (dcid: string) => namedNode(base + dcid);

const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/06", "name", "=California", "dc/base/A"],
    ["geoId/06", "name", "=California", "dc/base/B"],
  ],
  [["Count_Person", "geoId/06", "2020", "500"]],
);
const commons = new Commons({ world, info: {} as never });

const shown = ({ subject, predicate, object, graph }: RdfQuad): string =>
  [subject, predicate, object, graph].map(({ value }) => value.replace(base, "")).join(" ");

async function read(
  source: RdfSource,
  ...terms: Parameters<RdfSource["match"]>
): Promise<string[]> {
  const found: string[] = [];
  for await (const one of source.match(...terms)) found.push(shown(one));
  return found;
}

test("the default graph has each statement once, the graph of a provenance its own", async () => {
  const source = rdfSource(commons);
  const asked = [node("geoId/06"), node("name"), variable("x")] as const;
  expect(await read(source, ...asked, defaultGraph())).toEqual(["geoId/06 name California "]);
  expect(await read(source, ...asked, node("dc/base/B"))).toEqual([
    "geoId/06 name California dc/base/B",
  ]);
  expect(await read(source, ...asked)).toHaveLength(2);
});

test("observations are there if they are asked for", async () => {
  const asked = [null, node("value"), literal("500")] as const;
  expect(await read(rdfSource(commons), ...asked)).toEqual([]);
  const source = rdfSource(commons, { observations: true });
  expect(await read(source, ...asked)).toEqual(["o0 value 500 "]);
  const [found] = (await source.getQuads(...asked)) as [RdfQuad];
  expect(await read(source, found.subject, node("observationAbout"))).toEqual([
    "o0 observationAbout geoId/06 ",
  ]);
  expect(source.countQuads(null, node("variableMeasured"), node("Count_Person"))).toBe(1);
});

test("terms and quads are equal to those of another library", () => {
  const [found] = rdfSource(commons).getQuads(null, node("name"), null, defaultGraph()) as [
    RdfQuad,
  ];
  const same = quad(node("geoId/06"), node("name"), literal("California"), defaultGraph());
  expect(found.equals(same)).toBe(true);
  expect(same.equals(found as never)).toBe(true);
  expect(found.object.equals(literal("California", "en"))).toBe(false);
  expect(found.equals(null)).toBe(false);
});

test("a stream has events, and stops where it is destroyed", async () => {
  const events = await new Promise<string[]>((resolve) => {
    const seen: string[] = [];
    rdfSource(commons)
      .match(null, node("typeOf"))
      .on("data", (one: never) => seen.push(shown(one)))
      .on("end", () => resolve([...seen, "end"]));
  });
  expect(events).toEqual(["geoId/06 typeOf State ", "end"]);
  const stream = rdfSource(commons).match();
  expect(stream.read()).not.toBeNull();
  expect(stream.destroy().done).toBe(true);
});

test("a question that fails is an error of the stream", async () => {
  const far = { ask: () => Promise.reject(new Error("gone")) };
  await expect(read(rdfSource(far))).rejects.toThrow("gone");
  const heard = new Promise((resolve) => rdfSource(far).match().on("error", resolve).read());
  expect(String(await heard)).toContain("gone");
});

test("a world far away is read part by part, with all texts", async () => {
  const asks: number[] = [];
  const chain = Array.from({ length: 700 }, (_, at): [string, string, string] => [
    `n${at}`,
    "next",
    "end",
  ]);
  const long = new Commons({ world: worldOf(chain, []), info: {} as never });
  const far = {
    ask: async <R>(question: (one: Commons) => R | Promise<R>): Promise<R> => {
      const answer = await question(long);
      asks.push(Array.isArray(answer) ? answer.length : -1);
      return answer;
    },
  };
  const found = await read(rdfSource(far), null, node("next"));
  expect(new Set(found).size).toBe(700);
  expect(asks.slice(1)).toEqual([256, 444, 0]);
});

test("options that there are not are refused", () => {
  expect(() => rdfSource(commons, { observation: true } as never)).toThrow(TypeError);
});

test("a property that observations do not have is looked up in the graph alone", async () => {
  const source = rdfSource(commons, { observations: true });
  const { observations } = world;
  const asked = vi.spyOn(observations, "facetOf");
  const types = await read(source, variable("s"), node("name"), variable("x"), defaultGraph());
  expect(types).toEqual(["geoId/06 name California "]);
  expect(await source.countQuads(null, node("name"))).toBe(2);
  expect(asked).not.toHaveBeenCalled();
  expect(await read(source, variable("s"), node("value"))).toEqual(["o0 value 500 "]);
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
});

test.each([undefined, null, {}, "world.pocket"])("%j is no world to make a source of", (given) => {
  expect(() => rdfSource(given as never)).toThrow(/^rdfSource needs a Commons, not /);
});

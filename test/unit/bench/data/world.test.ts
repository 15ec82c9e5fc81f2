import { expect, test } from "vitest";
import { StatementDigest } from "../../../../bench/answers/digest.ts";
import { cityOf, isCity } from "../../../../bench/data/places.ts";
import { worldSizes } from "../../../../bench/data/scales.ts";
import { generateWorld, pagedTypes } from "../../../../bench/data/world.ts";

const triples = new Set<string>();
const typed = new Map<string, string[]>();
const points = new Set<string>();
let observations = 0;
const plan = generateWorld(worldSizes.T, [
  {
    link: (subject, predicate, object) => {
      triples.add([subject, predicate, object, ""].join("\t"));
      if (predicate === "typeOf") typed.set(object, [...(typed.get(object) ?? []), subject]);
    },
    attribute: (subject, predicate, value) => {
      triples.add([subject, predicate, "", value].join("\t"));
    },
    observation: (variable, entity, { importName, method, period }, date) => {
      observations++;
      points.add([variable, entity, importName, method, period, date].join("\t"));
    },
  },
]);

test("a world has exactly its size, and says nothing twice", () => {
  expect(triples.size).toBe(worldSizes.T.triples);
  expect(observations).toBe(worldSizes.T.observations);
  expect(points.size).toBe(observations);
});

test("cities can be told by number, and known by dcid", () => {
  const cities = Array.from({ length: plan.cityCount }, (_, number) => cityOf(plan, number));
  expect(new Set(cities)).toEqual(new Set(typed.get("City")));
  expect(cities.every((city) => isCity(plan, city))).toBe(true);
  const others = [...plan.counties, ...plan.countiesAbroad, cityOf(plan, plan.cityCount), "Earth"];
  expect(others.filter((dcid) => isCity(plan, dcid))).toEqual([]);
});

test("members of the paged types are known", () => {
  for (const [type, isOf] of Object.entries(pagedTypes)) {
    const members = typed.get(type)!;
    expect(members.filter((dcid) => !isOf(plan, dcid))).toEqual([]);
    expect(isOf(plan, "Earth")).toBe(false);
  }
});

test("a world is the same in every run", () => {
  const digests = [1, 2].map(() => {
    const digest = new StatementDigest();
    generateWorld(worldSizes.T, [digest]);
    return [digest.triples, digest.observations];
  });
  expect(digests[0]).toEqual(digests[1]);
});

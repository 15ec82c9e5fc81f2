import { describe, expect, test } from "vitest";
import { cityOf } from "../../../../bench/data/places.ts";
import type { WorldPlan } from "../../../../bench/data/world.ts";
import { httpOf } from "../../../../bench/soak/client.ts";
import { Draw } from "../../../../bench/soak/draw.ts";
import { type SoakRow, soakRows } from "../../../../bench/soak/rows.ts";
import { soakOptionsOf } from "../../../../bench/soak/soak-options.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";

const plan = {
  countries: ["country/USA"],
  states: ["geoId/06"],
  counties: ["geoId/06085"],
  countiesAbroad: ["wikidataId/Q1"],
  cityCount: 4,
  cityCountAtHome: 2,
  coreVariables: ["Count_Person"],
  variables: ["Count_Person", "Age_Person"],
} as unknown as WorldPlan;

test.each(Object.entries(endpoints))("%s is asked where the table says", (name, endpoint) => {
  const row: SoakRow = soakRows[name as keyof typeof soakRows];
  expect(row.path).toBe(endpoint.path.replaceAll("...", ""));
  expect(row.only === undefined ? ["GET", "POST"] : [row.only]).toEqual(endpoint.methods);
  const request = row.request(new Draw(plan, 1));
  const { path, init } = httpOf(row, request, true);
  expect(path).not.toContain("{");
  expect(init.method ?? "GET").toBe(row.only ?? "GET");
});

describe("a request by GET", () => {
  test("repeats names for lists, and joins names with a dot", () => {
    const request = { entity: { dcids: ["a/b", "c"] }, select: ["date"], flag: true };
    const { path } = httpOf(soakRows["v2.observation"], request, true);
    expect(path).toBe("/v2/observation?entity.dcids=a%2Fb&entity.dcids=c&select=date&flag=true");
  });

  test("has members of its path there alone", () => {
    const request = { direction: "in", node: "geoId/06", nextToken: "t" };
    expect(httpOf(soakRows["v1.triples"], request, false).path).toBe(
      "/v1/triples/in/geoId/06?nextToken=t",
    );
  });
});

describe("names", () => {
  test("are the same for a seed, and others for another", () => {
    const namesOf = (seed: number) => {
      const draw = new Draw(plan, seed);
      return Array.from({ length: 50 }, () => `${draw.place()} ${draw.relation()}`);
    };
    expect(namesOf(3)).toEqual(namesOf(3));
    expect(namesOf(3)).not.toEqual(namesOf(4));
  });

  test("are known or new; what is new never comes again", () => {
    const draw = new Draw(plan, 1);
    const places = Array.from({ length: 400 }, () => draw.place());
    const known = ["country/USA", "geoId/06", "geoId/06085", "wikidataId/Q1"];
    const cities = [0, 1, 2, 3].map((number) => cityOf(plan, number));
    const others = places.filter((place) => ![...known, ...cities].includes(place));
    expect(others.length).toBeGreaterThan(10);
    expect(new Set(others).size).toBe(others.length);
  });
});

describe("options", () => {
  test("say two million requests, 500 openings and ten stops unless told otherwise", () => {
    expect(soakOptionsOf([])).toEqual({
      scale: "T",
      requests: 2_000_000,
      seconds: Number.POSITIVE_INFINITY,
      seed: 1,
      openings: 500,
      stops: 10,
    });
    expect(soakOptionsOf(["--seconds", "0.5e2", "--seed", "7"])).toMatchObject({
      seconds: 50,
      seed: 7,
    });
  });

  test.each([
    [["--scale", "XL"], "--scale is T, S, M or L, not XL"],
    [["--requests", "1.5"], "--requests is a number from 1 on, not 1.5"],
    [["--seconds", "soon"], "--seconds is a number from 1 on, not soon"],
    [["--openings", "-1"], "openings"],
  ])("that cannot be meant are refused: %j", (given, message) => {
    expect(() => soakOptionsOf(given)).toThrow(message);
  });
});

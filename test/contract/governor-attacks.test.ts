/** Attacks of `npm run bench hostile` that did the most harm, on a world that a test can afford. */
import { describe, expect, test } from "vitest";
import { attacksOn } from "../../bench/hostile/attacks.ts";
import { fetchOf } from "../../src/adapters/edge/fetch.ts";
import { RestService } from "../../src/adapters/edge/service.ts";
import { endpoints } from "../../src/adapters/endpoints.ts";
import { type ObservationRow, type TripleRow, worldOf } from "../oracle/small-world.ts";
import { sized } from "../property/runs.ts";

const cities = Array.from({ length: 20_000 }, (_, at) => `city/${at}`);
const variables = Array.from({ length: 3 }, (_, at) => `variable/${at}`);
const world = worldOf(
  cities.flatMap((city, at): TripleRow[] => [
    [city, "typeOf", "City"],
    [city, "latitude", `=${at / 1000}`],
    [city, "longitude", `=${at / 500}`],
  ]),
  cities.flatMap((city) =>
    variables.map((variable, at): ObservationRow => [variable, city, "2020", `${at}`]),
  ),
);
const attacks = attacksOn({ places: cities, variables }, true);

/** What every request has by default; less of it shows the same. */
const timeout = sized(500, 1500);
/** On the clock, or of processor time where others keep the machine busy. */
const millisecondsMax = timeout + 500;
const heapMax = 512e6;

const fetch = fetchOf(new RestService(endpoints, world, { dialect: "extended", timeout }));

describe("is ended by the limits that every request has", () => {
  test.each([
    "40 aggregates by two keys of a cross product",
    "12 distinct counts by one key",
    "distinct count of wide rows",
    "filter that calculates",
  ])("%s", async (name) => {
    const { path = "", body = "" } = attacks.find((attack) => attack.name === name) ?? {};
    const heap = process.memoryUsage().heapUsed;
    const before = process.cpuUsage();
    const start = performance.now();
    const response = await fetch(path, { method: "POST", headers: { "x-api-key": "k" }, body });
    const time = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    const grown = process.memoryUsage().heapUsed - heap;
    expect([429, 504]).toContain(response.status);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/'(timeout|maxRows|maxMemoryBytes)'/),
    });
    expect(Math.min(time, (user + system) / 1000)).toBeLessThan(millisecondsMax);
    expect(grown).toBeLessThan(heapMax);
  });
});

/** The npm package `@datacommonsorg/client`, unchanged, and the requests of the web components. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serve } from "../../src/serve.ts";
import { nodeWith, say, skipped } from "./environment.ts";
import { observedIn, pairOf } from "./table.ts";
import { called, folders, sample } from "./worlds.ts";

/** Version 0.0.1 has no module: its package is the built page of a demonstration. */
const version = "0.0.1-alpha9";
const folder = await nodeWith("npm", [`@datacommonsorg/client@${version}`]);
if (typeof folder !== "string") skipped(folder);

type Row = Readonly<Record<string, string | number | null>>;

interface Client {
  getDataRows(question: object): Promise<Row[]>;
  getDataRowSeries(question: object): Promise<Row[]>;
}

/** As a program that has the package imports it. */
async function clientOf(apiRoot: string): Promise<Client> {
  const home = join(folder as string, "node_modules", "@datacommonsorg", "client");
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const module = await import(join(home, exports["."].import));
  return new module.DataCommonsClient({ apiRoot });
}

const rootOf = (url: string) => url.replace(/\/$/, "");

/** Variables and entities of the tables of a folder. */
function contentsOf(path: string) {
  const observed = observedIn(path);
  const pairs = [...observed.keys()].map((pair) => pair.split(" of ") as [string, string]);
  return {
    observed,
    variables: [...new Set(pairs.map(([variable]) => variable))].slice(0, 40),
    entities: [...new Set(pairs.map(([, entity]) => entity))].slice(0, 60),
  };
}

const withTables = folders.filter((path) => observedIn(path).size > 0);
expect(withTables.length).toBeGreaterThan(0);

describe.skipIf(typeof folder !== "string")("the npm client reads", () => {
  test.each(withTables.map((path) => [called(path), path]))("%s", async (name, path) => {
    const { observed, variables, entities } = contentsOf(path);
    const server = await serve(path);
    const wrong: string[] = [];
    let compared = 0;
    try {
      const client = await clientOf(rootOf(server.url));
      for (const row of await client.getDataRowSeries({ variables, entities })) {
        const pair = pairOf(String(row["variable__dcid"]), String(row["entity__dcid"]));
        const { variable__date: date, variable__value: value } = row;
        if (typeof value !== "number") continue;
        const allowed = observed.get(pair)?.get(String(date));
        compared += 1;
        if (!allowed?.has(value)) wrong.push(`${pair} at ${date} is ${value}`);
      }
      for (const row of await client.getDataRows({ variables, entities })) {
        for (const variable of variables) {
          const [date, value] = [row[`${variable}__date`], row[`${variable}__value`]];
          if (typeof value !== "number") continue;
          const byDate = observed.get(pairOf(variable, String(row["entity__dcid"])));
          compared += 1;
          if (!byDate?.get(String(date))?.has(value)) {
            wrong.push(`the latest ${variable} of ${row["entity__dcid"]} is ${value} of ${date}`);
          }
        }
      }
    } finally {
      await server.close();
    }
    say(`@datacommonsorg/client ${version}: ${compared} values compared, ${name}`);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan(10);
  });

  test("names and codes of places in the sample", async () => {
    const server = await serve(sample);
    try {
      const client = await clientOf(rootOf(server.url));
      const rows = await client.getDataRows({
        parentEntity: "country/USA",
        childType: "State",
        variables: ["Count_Person"],
        perCapitaVariables: ["Count_Person"],
      });
      const text = readFileSync(join(sample, "united-states.mcf"), "utf8");
      for (const row of rows) {
        const [, block = ""] = text.split(`Node: dcid:${row["entity__dcid"]}\n`);
        const [, name] = /^name: "(.*)"$/m.exec(block) ?? [];
        const [, code] = /^isoCode: "(.*)"$/m.exec(block) ?? [];
        expect([row["entity__name"], row["entity__isoCode"]]).toEqual([name, code]);
        expect(row["Count_Person__perCapita__value"]).toBe(1);
      }
      expect(rows.length).toBe(51);
    } finally {
      await server.close();
    }
  });

  test("version 0.0.1 still has no module; pages/npm-client.test.ts opens its page", async () => {
    const newer = await nodeWith("npm-0.0.1", ["@datacommonsorg/client@0.0.1"]);
    if (typeof newer !== "string") return skipped(newer);
    const home = join(newer, "node_modules", "@datacommonsorg", "client");
    const { main } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    expect(existsSync(join(home, main))).toBe(false);
  });
});

interface Within {
  readonly data: Readonly<Record<string, Readonly<Record<string, Answered>>>>;
}

interface Answered {
  readonly date?: string;
  readonly value?: number;
  readonly series?: readonly { readonly date: string; readonly value: number }[];
}

describe("requests of the web components", () => {
  test.each([
    ["map, ranking", "point/within"],
    ["line, bar", "series/within"],
  ])("of %s have the values of the sample's table", async (_, route) => {
    const observed = observedIn(sample);
    const server = await serve(sample);
    let compared = 0;
    try {
      const variables = ["LifeExpectancy_Person", "Annual_Generation_Electricity"];
      for (const [parentEntity, childType] of [
        ["Earth", "Country"],
        ["country/USA", "State"],
      ] as const) {
        const query = new URLSearchParams({ parentEntity, childType });
        for (const variable of variables) query.append("variables", variable);
        const headers = { "x-surface": "website" };
        const response = await fetch(`${server.url}api/observations/${route}?${query}`, {
          headers,
        });
        const { data } = (await response.json()) as Within;
        for (const variable of variables) {
          for (const [entity, { series, ...point }] of Object.entries(data[variable] ?? {})) {
            const byDate = observed.get(pairOf(variable, entity));
            for (const { date = "", value = Number.NaN } of series ?? [point]) {
              if (date === "") continue;
              compared += 1;
              expect(byDate?.get(date)).toContain(value);
            }
          }
        }
      }
    } finally {
      await server.close();
    }
    say(`web components, ${route}: ${compared} values compared, ${called(sample)}`);
    expect(compared).toBeGreaterThan(10);
  });
});

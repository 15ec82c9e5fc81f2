/** The npm package `@datacommonsorg/client`, unchanged, in pages of another origin than the server's. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { type Serving, serve } from "../../../src/serve.ts";
import { launch, skipReason } from "../../explorer/chromium.ts";
import { nodeWith, say, skipped } from "../environment.ts";
import { recordsOf } from "../table.ts";

const poor = "Count_Person_BelowPovertyLevelInThePast12Months";
const all = "Count_Person";
const states = [
  { dcid: "geoId/06", name: "California", isoCode: "US-CA", west: -124 },
  { dcid: "geoId/36", name: "New York", isoCode: "US-NY", west: -79 },
  { dcid: "geoId/48", name: "Texas", isoCode: "US-TX", west: -106 },
];
const values = states.flatMap(({ dcid }, at) =>
  ["2019", "2020", "2021"].slice(at === 2 ? 1 : 0).flatMap((date, year) => [
    { entity: dcid, variable: poor, date, value: 1000 * (at + 1) + year },
    { entity: dcid, variable: all, date, value: 8000 * (at + 1) + year },
  ]),
);
const outlines = new Map(states.map(({ dcid, west }) => [dcid, outlineOf(west)]));

function outlineOf(west: number): object {
  const [east, south, north] = [west + 5, 30, 35];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [corners] };
}

const graph = states.map(
  ({ dcid, name, isoCode }) => `Node: dcid:${dcid}
typeOf: dcs:State
name: "${name}"
isoCode: "${isoCode}"
containedInPlace: dcid:country/USA
geoJsonCoordinatesDP1: ${JSON.stringify(JSON.stringify(outlines.get(dcid)))}
`,
);
const table = values.map((row) => [row.entity, row.variable, row.date, row.value].join(","));
const files = {
  "graph.mcf": graph.join("\n"),
  "observations.csv": ["entity,variable,date,value", ...table].join("\n"),
};

/** A page that has the client as a module, and calls a method of it. */
const clientPage = `<!doctype html>
<link rel="icon" href="data:," />
<script type="module">
  import { DataCommonsClient } from "/main.mjs";
  globalThis.asked = (apiRoot, method, question) =>
    new DataCommonsClient({ apiRoot })[method](question);
</script>`;

interface Page<Answer> {
  asked(apiRoot: string, method: string, question: object): Promise<Answer>;
}

/** The last value of each state, with what is per capita at the same date. */
const latest = states.map(({ dcid, name, isoCode }) => {
  const of = (variable: string) =>
    values.filter((row) => row.entity === dcid && row.variable === variable).at(-1);
  const [{ date, value }, population] = [of(poor), of(all)] as [
    { readonly date: string; readonly value: number },
    { readonly value: number },
  ];
  return { dcid, name, isoCode, date, value, perCapita: value / population.value };
});

const newer = await nodeWith("npm-0.0.1", ["@datacommonsorg/client@0.0.1"]);
const alpha = await nodeWith("npm", ["@datacommonsorg/client@0.0.1-alpha9"]);
for (const folder of [newer, alpha]) if (typeof folder !== "string") skipped(folder);
const isMissing = typeof newer !== "string" || typeof alpha !== "string";

describe.skipIf(isMissing || skipReason() !== undefined)("the npm client in Chromium", () => {
  let server: Serving;
  let browser: Browser;
  const sites: Server[] = [];
  const homes: string[] = [];
  beforeAll(async () => {
    for (const folder of [newer, alpha]) homes.push(await siteOf(folder as string));
    server = await serve(await open(files), { cors: homes });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    for (const site of sites) site.close();
  });

  /** The files of a package on another port, which is another origin. */
  async function siteOf(folder: string): Promise<string> {
    const home = join(folder, "node_modules", "@datacommonsorg", "client", "dist");
    const types: Readonly<Record<string, string>> = { ".css": "text/css", ".html": "text/html" };
    const site = createServer(({ url = "" }, response) => {
      const { pathname } = new URL(url, "http://localhost");
      response.setHeader("content-type", types[extname(pathname)] ?? "text/javascript");
      const file = join(home, pathname);
      if (pathname === "/client.html") response.end(clientPage);
      else if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    });
    sites.push(site);
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  }

  test("0.0.1, which is a built page, shows the values of the server", async () => {
    const home = homes[0] as string;
    const page = await browser.newPage();
    try {
      // The address of the server is written in the page. Its maps are of another machine.
      await page.route("**/*", (route) => {
        const url = route.request().url();
        const [own, api] = [`${home}/`, "http://localhost:8080/"];
        if (url.startsWith(own)) return route.continue();
        return url.startsWith(api)
          ? route.continue({ url: url.replace(api, server.url) })
          : route.abort();
      });
      await page.goto(`${home}/index.html`);
      const shown = async () =>
        (await page.locator("pre").allTextContents()).map((text) => text.trim());
      await expect
        .poll(async () => (await shown()).filter((text) => text.includes("US-TX")).length, {
          timeout: 60_000,
        })
        .toBe(4);
      const texts = await shown();
      const tables = texts.filter((text) => text.startsWith('"') && text.includes("US-TX"));
      const lists = texts.filter((text) => /^[[{]/.test(text)).map((text) => JSON.parse(text));
      const rows = tables.map((text) => {
        const [header = [], ...records] = recordsOf(text);
        return records.map((record) =>
          Object.fromEntries(header.map((name, at) => [name, record[at]])),
        );
      });
      const named = ({ dcid, name, isoCode, date, value }: (typeof latest)[number]) => ({
        "entity.dcid": dcid,
        "entity.isoCode": isoCode,
        "entity.name": name,
        [`${poor}.date`]: date,
        [`${poor}.value`]: String(value),
      });
      const perCapita = (one: (typeof latest)[number]) => ({
        ...named(one),
        [`${poor}.perCapita.value`]: String(one.perCapita),
      });
      expect(rows).toMatchObject([latest.map(named), latest.map(perCapita)]);
      const [list, collection] = lists;
      const asNumber = (one: (typeof latest)[number]) => ({
        ...named(one),
        [`${poor}.value`]: one.value,
      });
      expect(list).toMatchObject(latest.map(asNumber));
      expect(collection.features).toMatchObject(
        states.map(({ dcid }) => ({
          type: "Feature",
          geometry: outlines.get(dcid),
          properties: {
            "entity.dcid": dcid,
            [`${all}.value`]: values
              .filter((row) => row.entity === dcid && row.variable === all)
              .at(-1)?.value,
          },
        })),
      );
      say(`@datacommonsorg/client 0.0.1 in Chromium: ${4 * latest.length} rows compared`);
    } finally {
      await page.close();
    }
  }, 120_000);

  test("0.0.1-alpha9 reads the same from a page, by each of its methods and options", async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${homes[1]}/client.html`);
      const within = { parentEntity: "country/USA", childType: "State", variables: [poor] };
      const listed = { entities: states.map(({ dcid }) => dcid), variables: [poor] };
      const asked = <Answer>(method: string, question: object) =>
        page.evaluate((args) => (globalThis as unknown as Page<Answer>).asked(...args), [
          server.url,
          method,
          question,
        ] as const);
      for (const question of [within, listed]) {
        expect(
          await asked("getDataRows", { ...question, perCapitaVariables: [poor] }),
        ).toMatchObject(
          latest.map((one) => ({
            entity__dcid: one.dcid,
            entity__name: one.name,
            entity__isoCode: one.isoCode,
            [`${poor}__date`]: one.date,
            [`${poor}__value`]: one.value,
            [`${poor}__perCapita__value`]: one.perCapita,
          })),
        );
        const early = { ...question, date: "2019", fieldDelimiter: ".", entityProps: ["isoCode"] };
        // A listed state without a value has a row, too.
        const found = await asked<Record<string, unknown>[]>("getDataRows", early);
        expect(found.filter((row) => row[`${poor}.value`] !== null)).toMatchObject(
          values
            .filter(({ variable, date }) => variable === poor && date === "2019")
            .map(({ entity, value }) => ({
              "entity.dcid": entity,
              "entity.isoCode": states.find(({ dcid }) => dcid === entity)?.isoCode,
              [`${poor}.value`]: value,
            })),
        );
        const series = values.filter(({ variable }) => variable === poor);
        const [header = [], ...records] = recordsOf(await asked<string>("getCsvSeries", question));
        const columns = ["entity__dcid", "variable__date", "variable__value"];
        const at = columns.map((name) => header.indexOf(name));
        expect(records.map((record) => at.map((place) => record[place]))).toEqual(
          series.map(({ entity, date, value }) => [entity, date, String(value)]),
        );
        const csv = recordsOf(await asked<string>("getCsv", question));
        const valueAt = csv[0]?.indexOf(`${poor}__value`) ?? -1;
        expect(csv.slice(1).map((record) => Number(record[valueAt]))).toEqual(
          latest.map(({ value }) => value),
        );
        const drawn = await asked<{ readonly features: unknown }>("getGeoJSON", {
          ...question,
          rewind: false,
        });
        expect(drawn.features).toMatchObject(
          latest.map(({ dcid, value }) => ({
            geometry: outlines.get(dcid),
            properties: { entity__dcid: dcid, [`${poor}__value`]: value },
          })),
        );
      }
      const names = { dcids: listed.entities, prop: "name" };
      expect(await asked("getFirstNodeValues", names)).toEqual(
        Object.fromEntries(states.map(({ dcid, name }) => [dcid, name])),
      );
    } finally {
      await page.close();
    }
  }, 120_000);
});

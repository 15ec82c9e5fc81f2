/** SDMX REST as requests and answers: formats, headers, errors, and what instances ask. */

import { beforeAll, describe, expect, test } from "vitest";
import type { Commons } from "../../../src/index.ts";
import { RouteTable } from "../../../src/routes/route.ts";
import { sdmxRoutes } from "../../../src/routes/sdmx-routes.ts";
import { structureMessage } from "../../../src/routes/sdmx-structure.ts";
import { componentsFor } from "../../../src/sdmx/components.ts";
import { smallWorld } from "../sdmx/small-world.ts";

const table = new RouteTable(sdmxRoutes);
const data = "/sdmx/v3/data/dataflow/DC/DF_OBS/1.0.0/*";
const availability = "/sdmx/v3/availability/dataflow/DC/DF_OBS/1.0.0/*";
const people = "c[variableMeasured]=People&c[observationAbout]=country%2FUSA";

let commons: Commons;

beforeAll(async () => {
  commons = await smallWorld();
});

async function ask(url: string, { accept, body }: { accept?: string; body?: object } = {}) {
  const answer = await table.answer(commons, {
    method: body === undefined ? "GET" : "POST",
    url,
    headers: { accept },
    body: body === undefined ? "" : JSON.stringify(body),
  });
  if (answer === undefined) throw new Error(`no route at ${url}`);
  return { ...answer, body: `${answer.body as string}` };
}

const json = async (url: string, given: Parameters<typeof ask>[1] = {}): Promise<unknown> =>
  JSON.parse((await ask(url, given)).body);

describe("data", () => {
  test("are a file of CSV", async () => {
    const { body, ...rest } = await ask(`${data}?${people}&c[TIME_PERIOD]=2020`);
    expect(rest).toEqual({
      status: 200,
      contentType: "application/vnd.sdmx.data+csv;version=2.0.0",
      headers: { "content-disposition": 'attachment; filename="dc_data.csv"' },
    });
    expect(body).toMatch(
      /^STRUCTURE,.*\r\ndataflow,DC:DF_OBS\(1\.0\.0\),I,People,.*,2020,1,,\d+\r\n$/,
    );
  });

  test("are JSON-stat where the query says so, whatever is accepted", async () => {
    const url = `${data}?${people}&format=json-stat`;
    const { contentType, headers } = await ask(url, { accept: "text/csv" });
    expect([contentType, headers]).toEqual(["application/json; charset=utf-8", undefined]);
    expect(await json(url)).toMatchObject({ class: "dataset", value: [1, 2.5, "many, or few"] });
  });

  test("are refused by what is accepted after the query, and before the variables' properties", async () => {
    const accept = "application/vnd.sdmx.data+json";
    const refused = {
      code: 12,
      message: "SDMX JSON responses are not implemented yet",
      details: [],
    };
    expect(await json(`${data}?${people}`, { accept })).toEqual(refused);
    expect(await json(`${data}?c[variableMeasured]=People&c[other]=x`, { accept })).toEqual(
      refused,
    );
    expect(await json(`${data}?c[x]=y`, { accept })).toMatchObject({ code: 3 });
    expect(await json(`${data}?${people}&c[other]=x`)).toMatchObject({ code: 3 });
    expect((await ask(`${data}?${people}&format=csv`, { accept })).status).toBe(200);
  });

  test("have filters whose names are escaped, and values in which + is no blank", async () => {
    const escaped = people.replaceAll("[", "%5B").replaceAll("]", "%5D");
    expect((await ask(`${data}?${escaped}`)).body).toBe((await ask(`${data}?${people}`)).body);
    expect(await json(`${data}?${people}+x`)).toMatchObject({ code: 12 });
  });

  test("need a path, of which no parameter of the query takes the place", async () => {
    const message = "SDMX data path is required";
    for (const path of ["/sdmx/v3/data", "/sdmx/v3/data/"]) {
      expect(await json(`${path}?${people}&tail=dataflow`)).toEqual({
        code: 3,
        message,
        details: [],
      });
    }
    expect(await json("/sdmx/v3/data/dataflow/DC")).toMatchObject({
      message: "invalid SDMX data path",
    });
  });

  test("are answered below the root of a self-hosted instance", async () => {
    expect((await ask(`/core/api${data}?${people}`)).status).toBe(200);
  });
});

describe("availability", () => {
  test("is a structure message", async () => {
    const url = `${availability}/unit?c[variableMeasured]=People`;
    const { contentType } = await ask(url, { accept: "*/*" });
    expect(contentType).toBe("application/vnd.sdmx.structure+json;version=2.0.0");
    expect(await json(url)).toEqual({
      meta: {
        schema: "https://json.sdmx.org/2.0.0/sdmx-json-structure-schema.json",
        id: "DF_OBS_AVAILABILITY",
        prepared: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
        sender: { id: "DC" },
      },
      data: {
        dataConstraints: [
          {
            id: "DF_OBS_AVAILABILITY",
            agencyID: "DC",
            version: "1.0.0",
            name: "Available DF_OBS data",
            role: "Actual",
            cubeRegions: [
              {
                include: true,
                keyValues: [{ id: "unit", include: true, values: [{ value: "Kilogram" }] }],
              },
            ],
          },
        ],
      },
    });
  });

  test("has no region without values", async () => {
    const answer = await json(`${availability}/unit?c[variableMeasured]=Nobody`);
    expect(JSON.stringify(answer)).not.toContain("cubeRegions");
  });

  test("is refused by what is accepted before anything else", async () => {
    const answer = await json("/sdmx/v3/availability/x", { accept: "application/json" });
    expect(answer).toMatchObject({ code: 12 });
    expect(await json("/sdmx/v3/availability/x")).toMatchObject({ code: 3 });
    expect(await json("/sdmx/v3/availability")).toMatchObject({
      message: "SDMX availability path is required",
    });
  });
});

describe("between instances", () => {
  const one = (value: string) => ({ predicates: [{ value }] });

  test("data are series without a format", async () => {
    const places = {
      property_constraints: {
        containedInPlace: { ...one("Earth"), transitive: true },
        typeOf: { predicates: [{ value: "AdministrativeArea", operator: "SDMX_OPERATOR_EQ" }] },
      },
    };
    const constraints = {
      variableMeasured: one("People"),
      observationAbout: places,
      TIME_PERIOD: one("LATEST"),
    };
    const answer = await json("/v2/internal/sdmx/data", { body: { constraints } });
    expect(answer).toMatchObject({
      shape: {
        components: expect.arrayContaining([
          { id: "TIME_PERIOD", kind: "SDMX_COMPONENT_KIND_DIMENSION" },
          { id: "OBS_VALUE", kind: "SDMX_COMPONENT_KIND_MEASURE" },
          { id: "facetId", kind: "SDMX_COMPONENT_KIND_ATTRIBUTE" },
        ]) as object[],
      },
      series: [
        {
          dimensions: {
            variableMeasured: "People",
            observationAbout: "country/USA",
            provenance: "dc/base/A",
          },
          points: [{ timePeriod: "2021-12", observationValue: "many, or few" }],
        },
      ],
    });
  });

  test("availability is a list of values", async () => {
    const constraints = { variableMeasured: one("People") };
    const body = { componentId: "provenance", constraints };
    expect(await json("/v2/internal/sdmx/availability", { body })).toEqual({
      values: ["dc/base/A", "dc/base/B"],
    });
  });

  test.each<[object, number, string]>([
    [{}, 3, "missing required SDMX component filter variableMeasured"],
    [{ constraints: [] }, 3, "constraints: an object"],
    [{ constraints: { x: { predicates: 5 } } }, 3, "predicates: a list"],
    [{ constraints: { x: { predicates: [{ value: 5 }] } } }, 3, "value: a text"],
    [
      { constraints: { variableMeasured: { predicates: [{}] } } },
      3,
      'SDMX component filter "variableMeasured" contains an empty value',
    ],
    [
      { constraints: { x: { predicates: [{ value: "a", operator: "SDMX_OPERATOR_NE" }] } } },
      12,
      "SDMX operators other than EQ are not implemented yet",
    ],
    [
      {
        constraints: {
          variableMeasured: one("People"),
          x: { propertyConstraints: { containedInPlace: one("y") } },
        },
      },
      12,
      'SDMX property constraint "containedInPlace" is not implemented yet',
    ],
  ])("%j is refused with code %i", async (body, code, message) => {
    const refused = { code, message, details: [] };
    expect(await json("/v2/internal/sdmx/data", { body })).toEqual(refused);
    const asked = { ...body, component_id: "unit" };
    expect(await json("/v2/internal/sdmx/availability", { body: asked })).toEqual(refused);
  });
});

describe("a structure", () => {
  const structure = "/sdmx/v3/structure";
  const idsOf = (xml: string, element: string) =>
    [...xml.matchAll(new RegExp(`<str:${element} id="([^"]+)"`, "g"))].map(([, id]) => id);

  test.each(["dataflow", "datastructure", "*"])(
    "of a variable has its components in the order of CSV: %s",
    async (kind) => {
      const path = `${structure}/${kind}/DC/DF_OBS/1.0.0`;
      const { body, contentType } = await ask(`${path}?c[variableMeasured]=Migration,Refugees`);
      expect(contentType).toBe("application/vnd.sdmx.structure+xml;version=3.0.0");
      const dimensions = ["variableMeasured", "destinationCountry", "sourceCountry"];
      const facet = ["unit", "measurementMethod", "observationPeriod", "provenance"];
      expect(idsOf(body, "Dimension")).toEqual([...dimensions, ...facet]);
      expect(idsOf(body, "TimeDimension")).toEqual(["TIME_PERIOD"]);
      expect(idsOf(body, "Measure")).toEqual(["OBS_VALUE"]);
      expect(idsOf(body, "Attribute")).toEqual(["scalingFactor", "facetId"]);
      const csv = await ask(`${data}?c[variableMeasured]=Migration&c[sourceCountry]=none`);
      const columns = csv.body.trim().split(",").slice("dataflow agency action".split(" ").length);
      expect(idsOf(body, "Concept")).toEqual(columns);
    },
  );

  test("has names of properties that XML would read as its own, escaped", () => {
    const message = structureMessage(componentsFor(['a<b&"c']), new Date(0));
    expect(idsOf(message, "Dimension")[1]).toBe("a&lt;b&amp;&quot;c");
    expect(message).not.toContain("a<b");
  });

  test("of a variable without properties is about one entity, and needs no version", async () => {
    const { body } = await ask(`${structure}/*/DC/DF_OBS?c[variableMeasured]=People`);
    expect(idsOf(body, "Dimension")[1]).toBe("observationAbout");
  });

  test.each([
    [`${structure}/dataflow/DC/DF_OBS/1.0.0`, 400, "missing required SDMX component filter"],
    [`${structure}/dataflow/DC/DF_OBS/2.0.0?${people}`, 501, "unsupported SDMX structure"],
    [`${structure}/codelist/DC/CL_X/1.0.0?${people}`, 501, "unsupported SDMX structure"],
    [`${structure}/dataflow/DC/DF_OBS/1.0.0/x?${people}`, 501, "unsupported SDMX structure"],
    [
      `${structure}/dataflow/DC/DF_OBS?c[variableMeasured]=People,Migration`,
      400,
      "incompatible observationProperties",
    ],
  ])("is refused at %s", async (url, status, message) => {
    const answer = await ask(url);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).message).toContain(message);
  });
});

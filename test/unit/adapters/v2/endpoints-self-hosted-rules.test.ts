import { describe, expect, test } from "vitest";
import { fetchOf } from "../../../../src/adapters/edge/fetch.ts";
import { RestService } from "../../../../src/adapters/edge/service.ts";
import { endpoints } from "../../../../src/adapters/endpoints.ts";
import { worldOf } from "../../../oracle/small-world.ts";

const world = worldOf([["geoId/06", "containedInPlace", "country/USA"]]);
const strict = fetchOf(new RestService(endpoints, world, { selfHostedRules: true }));
const free = fetchOf(new RestService(endpoints, world));

const post = async (fetch: typeof strict, path: string, body: object) => {
  const init = { method: "POST", headers: { "x-api-key": "k" }, body: JSON.stringify(body) };
  const response = await fetch(path, init);
  return { status: response.status, ...((await response.json()) as { message?: string }) };
};

describe("documented for /v2/node (behaviour: http 9.2): on self-hosted instances", () => {
  const node = (fetch: typeof strict, property: string, path = "/core/api/v2/node") =>
    post(fetch, path, { nodes: ["country/USA"], property });

  test.each([
    "->",
    "<-*",
    "->[name, typeOf]",
    "<-typeOf",
    "<-containedInPlace+",
    "<-containedInPlace{typeOf:State}",
    "<-containedInPlace+{typeOf:[State, County]}",
    "->specializationOf+",
    "<-[containedInPlace{typeOf:State}]",
  ])("%s is answered", async (property) => {
    expect((await node(strict, property)).status).toBe(200);
  });

  test.each([
    ["->containedInPlace+", "chain and filter only"],
    ["<-specializationOf+", "chain and filter only"],
    ["<-subClassOf+", "chain and filter only"],
    ["<-typeOf{typeOf:State}", "chain and filter only"],
    ["<-*{typeOf:State}", "chain and filter only"],
    ["<-[containedInPlace{typeOf:State}, location]", "chain and filter only"],
    ["<-containedInPlace{name:x}", "filter only by typeOf, not by name"],
    ["<-containedInPlace+{typeOf:State, name:x}", "filter only by typeOf, not by name"],
  ])("%s is refused", async (property, message) => {
    expect(await node(strict, property)).toMatchObject({
      status: 400,
      code: 3,
      message: expect.stringContaining(message),
    });
    expect((await node(free, property)).status).toBe(200);
    expect((await node(strict, property, "/v2/node")).status).toBe(200);
  });
});

describe("documented for /v2/observation (behaviour: http 9.2): on self-hosted instances", () => {
  const observation = (fetch: typeof strict, more: object, path = "/core/api/v2/observation") =>
    post(fetch, path, {
      entity: { dcids: ["country/USA"] },
      variable: { dcids: ["Count_Person"] },
      select: ["date", "value"],
      ...more,
    });

  test("date and value with no filter are answered", async () => {
    expect((await observation(strict, {})).status).toBe(200);
    expect((await observation(strict, { select: ["value", "facet", "date"] })).status).toBe(200);
  });

  test.each([
    [{ select: [] }, "require select to hold date and value"],
    [{ select: ["date"] }, "require select to hold date and value"],
    [{ select: ["value", "facet"] }, "require select to hold date and value"],
    [{ filter: { facet_ids: ["1"] } }, "do not filter custom variables"],
    [{ filter: { domains: ["x.org"] } }, "do not filter custom variables"],
  ])("%j is refused", async (more, message) => {
    expect(await observation(strict, more)).toMatchObject({
      status: 400,
      code: 3,
      message: expect.stringContaining(message),
    });
    expect((await observation(free, more)).status).toBe(200);
    expect((await observation(strict, more, "/v2/observation")).status).toBe(200);
  });
});

describe("documented for /v2/resolve (behaviour: http 9.2): on self-hosted instances", () => {
  const resolve = (fetch: typeof strict, more: object, path = "/core/api/v2/resolve") =>
    post(fetch, path, { nodes: ["1#2"], ...more });

  test.each([
    {},
    ...["description", "geoCoordinate", "wikidataId", "unDataCode", "isoCode", "nutsCode"].map(
      (property) => ({ property: `<-${property}->dcid` }),
    ),
    { property: "<-lgdCode->dcid" },
    { property: "<-udiseCode->dcid" },
    { resolver: "indicator" },
  ])("%j is answered", async (more) => {
    expect((await resolve(strict, more)).status).toBe(200);
  });

  test.each(["name", "url", "fipsCode"])("places by %s are refused", async (input) => {
    const property = `<-${input}->dcid`;
    expect(await resolve(strict, { property })).toMatchObject({
      status: 400,
      code: 3,
      message: `self-hosted instances do not resolve places by ${input}`,
    });
    expect((await resolve(free, { property })).status).toBe(200);
    expect((await resolve(strict, { property }, "/v2/resolve")).status).toBe(200);
  });
});

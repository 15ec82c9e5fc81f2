/** Names in requests that a world lacks. */
import { describe, expect, test, vi } from "vitest";
import { endpoints } from "../../../src/adapters/endpoints.ts";
import type { CommonsError } from "../../../src/errors/errors.ts";
import { world } from "../../../src/index.ts";
import { checkedEndpoints } from "../../../src/testing/mentioned-names.ts";
import { mock } from "../../../src/testing.ts";
import { california, node, post, root } from "./california.ts";

describe("a name that the world lacks", () => {
  const observation = (variable: string, entity: string) =>
    post({ variable: { dcids: [variable] }, entity: { dcids: [entity] }, select: ["variable"] });
  const whole = ["entity", "variable", "date", "value"];
  const asked = (more: object) =>
    post({ variable: { dcids: ["Count_Person"] }, entity: { dcids: ["geoId/06"] }, ...more });
  const linked = (expression: string) =>
    post({
      variable: { dcids: ["Count_Person"] },
      entity: { expression },
      select: ["variable", "entity"],
    });
  test.each<[string, string, RequestInit, string]>([
    ["a dcid", "/v2/node", node(["geoid/06"]), "no dcid 'geoid/06'; did you mean 'geoId/06'"],
    [
      "a property",
      "/v2/node",
      node(["geoId/06"], "->nam"),
      "no property 'nam'; did you mean 'name'",
    ],
    [
      "a filter's type",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace+{typeOf:Sate}"),
      "no type 'Sate'; did you mean 'State'",
    ],
    [
      "a variable",
      "/v2/observation",
      observation("Count_Persons", "geoId/06"),
      "no variable 'Count_Persons'; did you mean 'Count_Person'",
    ],
    [
      "an entity",
      "/v2/observation",
      observation("Count_Person", "geoId/07"),
      "no dcid 'geoId/07'; did you mean 'geoId/06'",
    ],
    [
      "an expression's subject",
      "/v2/observation",
      linked("country/US<-containedInPlace+{typeOf:State}"),
      "no dcid 'country/US'; did you mean 'country/USA'",
    ],
    [
      "an expression's type",
      "/v2/observation",
      linked("country/USA<-containedInPlace+{typeOf:Stat}"),
      "no type 'Stat'",
    ],
    [
      "a resolve property",
      "/v2/resolve",
      post({ nodes: ["Q99"], property: "<-wikidataId->dcid" }),
      "no property 'wikidataId'",
    ],
    [
      "a query's constant",
      "/v2/sparql",
      post({ query: "SELECT ?n WHERE { ?p typeOf State . ?p dcid geoId/60 . ?p name ?n }" }),
      "no value 'geoId/60'",
    ],
    [
      "a query's property",
      "/v2/sparql",
      post({ query: "SELECT ?n WHERE { ?p typeOf State . ?p nome ?n }" }),
      "no property 'nome'",
    ],
    [
      "an older endpoint's dcid",
      "/node/triples",
      post({ dcids: ["geoId/6"] }),
      "no dcid 'geoId/6'",
    ],
    [
      "an older endpoint's type",
      "/node/places-in",
      post({ dcids: ["country/USA"], place_type: "state" }),
      "no type 'state'; did you mean 'State'",
    ],
    [
      "a filter's property",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace{typOf:State}"),
      "no property 'typOf'; did you mean 'typeOf'",
    ],
    [
      "a filter's value",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace{name:Californa}"),
      "no value 'Californa'; did you mean 'California'",
    ],
    [
      "an older endpoint's property",
      "/node/property-values",
      post({ dcids: ["geoId/06"], property: "nam" }),
      "no property 'nam'; did you mean 'name'",
    ],
    [
      "an older endpoint's type of values",
      "/node/property-values",
      post({ dcids: ["geoId/06"], property: "containedInPlace", value_type: "Contry" }),
      "no type 'Contry'; did you mean 'Country'",
    ],
    [
      "an older query's constant",
      "/query",
      post({ sparql: "SELECT ?n WHERE { ?p typeOf State . ?p dcid geoId/60 . ?p name ?n }" }),
      "no value 'geoId/60'",
    ],
    [
      "a word of select",
      "/v2/observation",
      asked({ select: ["entities", "value"] }),
      "the service has no word of select 'entities'; did you mean 'entity'",
    ],
    [
      "a value without its date",
      "/v2/observation",
      asked({ select: ["entity", "variable", "value"] }),
      "select has 'value' without 'date': the answer has no values",
    ],
    [
      "a date without its value",
      "/v2/observation",
      asked({ select: ["entity", "variable", "date"] }),
      "select has 'date' without 'value': the answer has no values",
    ],
    [
      "an observation without select",
      "/v2/observation",
      asked({}),
      "the request has no select: the answer has no values",
    ],
    [
      "a dcid in other capitals, beside which no other thing is meant",
      "/v2/node",
      node(["geoID/06"]),
      "no dcid 'geoID/06'; did you mean 'geoId/06'?",
    ],
    [
      "a type in the plural",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace+{typeOf:States}"),
      "no type 'States'; did you mean 'State'?",
    ],
    [
      "a type that is written like a property",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace+{typeOf:nameS}"),
      "no type 'nameS'; did you mean 'State', 'Country'?",
    ],
    [
      "a dcid that is written like a property",
      "/v2/node",
      node(["nam"]),
      "no dcid 'nam'; did you mean 'geoId/06', 'country/USA', 'Count_Person'?",
    ],
    [
      "a dcid among those whose values are asked for",
      "/v1/bulk/property/values/out",
      post({ nodes: ["geoId/6"], property: "name" }),
      "no dcid 'geoId/6'; did you mean 'geoId/06'?",
    ],
    [
      "latest in small letters",
      "/v2/observation",
      asked({ select: whole, date: "latest" }),
      "no date 'latest'; did you mean 'LATEST'?",
    ],
    [
      "a date that nothing has",
      "/v2/observation",
      asked({ select: whole, date: "2024" }),
      "no date '2024'; did you mean '2023'",
    ],
    [
      "a facet that nothing has",
      "/v2/observation",
      asked({ select: whole, filter: { facet_ids: ["1"] } }),
      "no facet '1'; did you mean '",
    ],
    [
      "LATEST, where no date is the latest",
      "/v1/bulk/observations/point",
      post({ entities: ["geoId/06"], variables: ["Count_Person"], date: "LATEST" }),
      "no date 'LATEST'; did you mean '2023'?",
    ],
    [
      "a date of one observation",
      "/v1/observations/point/geoId/06/Count_Person?key=k&date=2024",
      {},
      "no date '2024'; did you mean '2023'?",
    ],
    [
      "a date of contained places",
      "/v1/bulk/observations/point/linked",
      post({
        linked_entity: "country/USA",
        linked_property: "containedInPlace",
        entity_type: "State",
        variables: ["Count_Person"],
        date: "2022",
      }),
      "no date '2022'; did you mean '2023'?",
    ],
    [
      "a date of populations",
      "/bulk/place-obs",
      post({
        place_type: "State",
        population_type: "State",
        observation_date: "2022",
        pvs: [],
      }),
      "no value '2022'",
    ],
  ])("%s is an error that names the nearest", async (_, path, init, message) => {
    const double = await mock(california());
    const asking = double.fetch(`${root}${path}`, init);
    await expect(asking).rejects.toThrow(expect.objectContaining({ code: "MOCK" }));
    await expect(asking).rejects.toThrow(message);
    expect(double.calls[0]?.problem).toContain(message);
  });

  test.each([
    ["all dates", { select: whole }],
    ["the last date", { select: whole, date: "LATEST" }],
    ["one date", { select: whole, date: "2023" }],
    ["facets", { select: ["entity", "variable", "facet"] }],
    ["which data exist", { select: ["entity", "variable"] }],
  ])("is in no question for %s", async (_, more) => {
    const double = await mock(california());
    expect((await double.fetch("/v2/observation", asked(more))).status).toBe(200);
    double.assertNoProblems();
  });

  test("of a question for observations follows the option missing", async () => {
    const onWarning = vi.fn();
    const warning = await mock(california(), { missing: "warn", onWarning });
    const slips = asked({ select: ["entities", "value"], date: "latest" });
    expect((await warning.fetch("/v2/observation", slips)).status).toBe(200);
    expect(onWarning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("'latest'"));
    // A warning is no rejection.
    expect(warning.problems).toEqual([]);
    warning.assertNoProblems();
    const empty = await mock(california(), { missing: "empty" });
    expect((await empty.fetch("/v2/observation", slips)).status).toBe(200);
    const strict = await mock(california());
    await expect(strict.fetch("/v2/observation", slips)).rejects.toMatchObject({
      missing: ["latest", "entities", "date"],
    });
  });

  test("is no date of another observation, nor a date that is a node", async () => {
    const double = await mock(california().node("2024", { typeOf: { dcid: "Year" } }));
    const path = "/v1/observations/point/geoId/06/Count_Person?key=k&date=";
    await expect(double.fetch(`${path}2024`)).rejects.toThrow("no date '2024'");
    expect((await double.fetch(`${path}2023`)).status).toBe(200);
  });

  test("is a warning if the test wants it", async () => {
    const onWarning = vi.fn();
    const { fetch } = await mock(california(), { missing: "warn", onWarning });
    expect((await fetch("/v2/node", node(["x"]))).status).toBe(200);
    expect(onWarning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("no dcid 'x'"));
  });

  test("is empty if the test wants it", async () => {
    const double = await mock(california(), { missing: "empty" });
    const response = await double.fetch("/v2/node", node(["x"]));
    expect(await response.json()).toEqual({ data: { x: {} } });
    expect((await double.fetch("/v2/nodes", node(["x"]))).status).toBe(404);
    double.assertNoProblems();
  });

  test("does not matter in a request that the service refuses", async () => {
    const { fetch } = await mock(california());
    expect((await fetch("/v2/node", node(["x"], "name"))).status).toBe(400);
    expect((await fetch("/v2/node?nodes=x&property=->name")).status).toBe(401);
  });

  test("is looked for in every endpoint", () => {
    expect([...checkedEndpoints].sort()).toEqual(Object.keys(endpoints).sort());
  });

  test("is looked for in a formula", async () => {
    const { fetch } = await mock(california());
    const body = JSON.stringify({
      variable: { formula: "Count_Person / Count_Nobody" },
      entity: { dcids: ["nowhere"] },
      select: ["variable", "entity", "date", "value"],
    });
    const init = { method: "POST", headers: { "x-api-key": "k" }, body };
    const error = await fetch("/v2/observation", init).catch((thrown: unknown) => thrown);
    expect((error as CommonsError).missing).toEqual(["Count_Nobody", "nowhere"]);
  });

  test("lists every such name once", async () => {
    const { fetch } = await mock(california());
    const error = await fetch("/v2/node", node(["x", "y", "x"])).catch((thrown: unknown) => thrown);
    expect((error as CommonsError).missing).toEqual(["x", "y"]);
  });

  test("is said of the world, with nothing to mean instead where there is nothing of the kind", async () => {
    const { fetch } = await mock(world().node("a", { near: { dcid: "b" } }));
    const select = ["entity", "variable", "date", "value"];
    const asking = fetch(
      "/v2/observation",
      post({ variable: { dcids: ["V"] }, entity: { dcids: ["a"] }, select, date: "2020" }),
    );
    await expect(asking).rejects.toThrow(
      /^the world has no variable 'V'; it knows none\nthe world has no date '2020'; did you mean 'LATEST'\?$/,
    );
  });

  test.each<[string, string, RequestInit]>([
    ["labels of arcs", "/v2/node", node(["geoId/06"], "->")],
    ["any arc", "/v2/node", node(["geoId/06"], "->*")],
    [
      "a text in a filter",
      "/v2/node",
      node(["country/USA"], "<-containedInPlace{name:California}"),
    ],
    ["a name", "/v2/resolve", post({ nodes: ["California"], property: "<-description->dcid" })],
    ["coordinates", "/v2/resolve", post({ nodes: ["1#2"], property: "<-geoCoordinate->dcid" })],
    [
      "other coordinates",
      "/v2/resolve",
      post({ nodes: ["1#2"], property: "<-geoCoordinates->dcid" }),
    ],
    [
      "the parts of an observation",
      "/v2/node",
      node(["geoId/06"], "->[dcid, observationAbout, observationDate, variableMeasured, value]"),
    ],
  ])("is in no question for %s", async (_, path, init) => {
    const double = await mock(california());
    expect((await double.fetch(path, init)).status).toBeLessThan(500);
    double.assertNoProblems();
  });

  test("is no facet that the data have", async () => {
    const double = await mock(california());
    const [facet] = double.commons.engine.observations.facets;
    const filter = { facet_ids: [facet?.facetId] };
    const known = asked({ select: whole, filter });
    expect((await double.fetch("/v2/observation", known)).status).toBe(200);
    const unknown = double.fetch(
      "/v2/observation",
      asked({ select: whole, filter: { facet_ids: ["1"] } }),
    );
    await expect(unknown).rejects.toThrow(`no facet '1'; did you mean '${facet?.facetId}'?`);
  });
});

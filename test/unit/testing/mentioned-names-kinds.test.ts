/** Names in requests that a world has, and that are something else than their place asks for. */
import { expect, test } from "vitest";
import { world } from "../../../src/index.ts";
import { mock } from "../../../src/testing.ts";
import { california, node, post } from "./california.ts";

const described = () =>
  california()
    .node("Count_Person", { typeOf: "StatisticalVariable", name: "Total population" })
    .node("Count_Household", { typeOf: "CountVariable" })
    .node("CountVariable", { typeOf: "Class", subClassOf: "StatisticalVariable" })
    .node("Person", { typeOf: "Class" })
    .node("dc/g/People", { typeOf: "StatVarGroup" })
    .node("Area", { name: "Area" })
    .node("Count_Person", { populationType: "Household", memberOf: "dc/g/People" });

const select = ["date", "value"];
const observation = (variable: string, entity: string) =>
  post({ variable: { dcids: [variable] }, entity: { dcids: [entity] }, select });
const typed = (type: string) => node(["country/USA"], `<-containedInPlace+{typeOf:${type}}`);

const exchanged = "; are variable and entity exchanged?";

test.each<[string, RequestInit, string]>([
  [
    "variable and entity exchanged",
    observation("geoId/06", "Count_Person"),
    `no variable 'geoId/06': it is a node of the type State${exchanged}`,
  ],
  [
    "a place as a variable",
    observation("geoId/06", "country/USA"),
    "no variable 'geoId/06': it is a node of the type State; did you mean '",
  ],
  [
    "a type as a variable",
    observation("State", "geoId/06"),
    "no variable 'State': it is a type; did you mean '",
  ],
  [
    "a property as a variable",
    observation("name", "geoId/06"),
    "no variable 'name': it is a property; did you mean '",
  ],
  ["a node without any arc", observation("Household", "geoId/06"), "no variable 'Household'; did"],
  [
    "the name of a variable",
    observation("Total population", "geoId/06"),
    "no variable 'Total population'; did you mean 'Count_Person'?",
  ],
  [
    "the name of a place",
    observation("Count_Person", "California"),
    "no dcid 'California'; did you mean 'geoId/06'?",
  ],
  [
    "words of select in one text",
    post({
      variable: { dcids: ["Count_Person"] },
      entity: { dcids: ["geoId/06"] },
      select: "date,value",
    }),
    "'select' has a comma: give a value for each part",
  ],
])("%s is refused, and what was meant is named", async (_, init, message) => {
  const double = await mock(described());
  await expect(double.fetch("/v2/observation", init)).rejects.toThrow(message);
});

test.each([
  ["a variable", "Count_Person", "it is a node of the type StatisticalVariable"],
  ["a place", "geoId/06", "it is a node of the type State"],
])("%s is no type", async (_, type, message) => {
  const double = await mock(described());
  await expect(double.fetch("/v2/node", typed(type))).rejects.toThrow(
    `no type '${type}': ${message}; did you mean '`,
  );
});

test.each([
  ["with observations", "Count_Person"],
  ["of a subclass of StatisticalVariable", "Count_Household"],
  ["that is a group", "dc/g/People"],
  ["that is described without a type", "Area"],
])("a variable %s is one", async (_, variable) => {
  const double = await mock(described());
  expect((await double.fetch("/v2/observation", observation(variable, "geoId/06"))).status).toBe(
    200,
  );
});

test.each(["State", "Person", "StatisticalVariable"])("%s is a type", async (type) => {
  const double = await mock(described());
  expect((await double.fetch("/v2/node", typed(type))).status).toBe(200);
});

test("a group is no variable of an older endpoint", async () => {
  const double = await mock(described());
  const asking = double.fetch("/v1/observations/point/geoId/06/dc%2Fg%2FPeople?key=k");
  await expect(asking).rejects.toThrow("no variable '");
  const path = "/v1/bulk/observations/point?key=k&entities=geoId/06&variables=dc/g/People";
  await expect(double.fetch(path)).rejects.toThrow(
    "no variable 'dc/g/People': it is a node of the type StatVarGroup",
  );
});

test("what has the name is suggested where a dcid stands, and not for a property", async () => {
  const double = await mock(described());
  const asking = double.fetch("/v2/node", node(["geoId/06"], "->California"));
  await expect(asking).rejects.toThrow(/no property 'California'$/);
});

test("variables need no description", async () => {
  const double = await mock(
    world().series("V", "e/1", { 2020: 1 }).series("W", "e/2", { 2020: 1 }),
  );
  expect((await double.fetch("/v2/observation", observation("V", "e/2"))).status).toBe(200);
  await expect(double.fetch("/v2/observation", observation("e/1", "V"))).rejects.toThrow(
    `no variable 'e/1'${exchanged}`,
  );
});

test.each([
  [{ select: ["value", "date,value"] }, "select"],
  [{ variable: { dcids: ["Count_Person,Count_Person"] } }, "variable.dcids"],
  [{ filter: { facet_ids: "1,2" } }, "facet_ids"],
])("a comma in a list of a body is refused: %o", async (part, list) => {
  const double = await mock(described());
  const whole = {
    select: ["date", "value"],
    variable: { dcids: ["Count_Person"] },
    entity: { dcids: ["geoId/06,country/USA"] },
    date: "LATEST",
  };
  const answer = await double.fetch("/v2/observation", post(whole));
  expect(answer.status).toBe(200);
  await expect(double.fetch("/v2/observation", post({ ...whole, ...part }))).rejects.toThrow(
    `'${list}' has a comma: give a value for each part`,
  );
});

test("commas are read, and refused where the documentation has none", async () => {
  const double = await mock(described());
  const path = "/v2/observation?key=k&variable.dcids=Count_Person&date=LATEST&entity.dcids=";
  const entities = `${path}geoId/06,country/USA`;
  expect((await double.fetch(`${entities}&select=date&select=value`)).status).toBe(200);
  for (const comma of [",", "%2C", "%2c"]) {
    await expect(double.fetch(`${entities}&select=date${comma}value`)).rejects.toThrow(
      "'select' has a comma: give a value for each part",
    );
  }
  const nodes = double.fetch("/v2/node?key=k&nodes=geoId/06,country/USA&property=->name");
  await expect(nodes).rejects.toThrow(
    "no dcid 'geoId/06,country/USA'; a comma parts no names here",
  );
});

test.each<[string, string]>([
  ["<-descripton->dcid", "'descripton'; did you mean 'description'?"],
  ["<-geoCoordinat->dcid", "'geoCoordinat'; did you mean 'geoCoordinate'?"],
  ["<-name->dcdi", "'dcdi'; did you mean 'dcid'?"],
  ["<-wikidataID->dcid", "'wikidataID'; did you mean 'wikidataId'?"],
  ["<-isoCode->dcid", "'isoCode'"],
  ["<-population->dcid", "'population'"],
])(
  "a property that %s misspells has the nearest one instead, if one is near",
  async (property, said) => {
    const data = california().node("geoId/06", { wikidataId: "Q99" });
    const { fetch } = await mock(data);
    const problem = await fetch("/v2/resolve", post({ nodes: ["a"], property })).catch(String);
    expect(problem).toBe(`CommonsError: the world has no property ${said}`);
  },
);

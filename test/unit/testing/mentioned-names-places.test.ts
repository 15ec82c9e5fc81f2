/** Each place of a request that takes names: one that the world lacks is refused there, as what it should be. */
import { expect, test } from "vitest";
import { mock } from "../../../src/testing.ts";
import { california, post } from "./california.ts";

const select = ["date", "value"];
const observed = {
  variable: { dcids: ["Count_Person"] },
  entity: { dcids: ["geoId/06"] },
  date: "2023",
  select,
};
const linked = {
  linked_entity: "country/USA",
  linked_property: "containedInPlace",
  entity_type: "State",
  variables: ["Count_Person"],
};
const one = "/v1/observations";

/** An endpoint, a question that the world answers, and the member that gets another name. */
test.each<[string, object | string, string, string]>([
  ["/v2/node", { nodes: ["geoId/06"], property: "->name" }, "geoId/06", "dcid"],
  ["/v2/node", { nodes: ["geoId/06"], property: "->[name, typeOf]" }, "typeOf", "property"],
  ["/v2/observation", observed, "Count_Person", "variable"],
  ["/v2/observation", observed, "geoId/06", "dcid"],
  ["/v2/observation", observed, "2023", "date"],
  ["/v1/bulk/triples/out", { nodes: ["geoId/06"] }, "geoId/06", "dcid"],
  ["/v1/bulk/property/values/out", { nodes: ["geoId/06"], property: "name" }, "geoId/06", "dcid"],
  ["/v1/bulk/property/values/out", { nodes: ["geoId/06"], property: "name" }, "name", "property"],
  ...["geoId/06", "Count_Person", "2023"].map((name, at): [string, object, string, string] => [
    `${one.replace("/observations", "/bulk/observations")}/point`,
    { entities: ["geoId/06"], variables: ["Count_Person"], date: "2023" },
    name,
    ["dcid", "variable", "date"][at]!,
  ]),
  ...["geoId/06", "Count_Person"].map((name, at): [string, object, string, string] => [
    "/v1/bulk/observations/series",
    { entities: ["geoId/06"], variables: ["Count_Person"] },
    name,
    ["dcid", "variable"][at]!,
  ]),
  ...["point", "series"].flatMap((kind) =>
    ["country/USA", "State", "Count_Person"].map((name, at): [string, object, string, string] => [
      `/v1/bulk/observations/${kind}/linked`,
      linked,
      name,
      ["dcid", "type", "variable"][at]!,
    ]),
  ),
  [`${one}/series/geoId/06/Count_Person?key=k`, "", "Count_Person", "variable"],
  [`${one}/point/geoId/06/Count_Person?key=k`, "", "Count_Person", "variable"],
  ["/v1/triples/out/geoId/06?key=k", "", "geoId/06", "dcid"],
  ["/node/triples", { dcids: ["geoId/06"] }, "geoId/06", "dcid"],
  ["/node/property-labels", { dcids: ["geoId/06"] }, "geoId/06", "dcid"],
  ["/node/property-values", { dcids: ["geoId/06"], property: "name" }, "geoId/06", "dcid"],
  ["/node/places-in", { dcids: ["country/USA"], place_type: "State" }, "country/USA", "dcid"],
  ["/place/stat-vars", { dcids: ["geoId/06"] }, "geoId/06", "dcid"],
  ["/bulk/pop-obs?key=k&dcid=geoId/06", "", "geoId/06", "dcid"],
])("%s %j refuses another name for '%s' as no %s", async (path, body, name, kind) => {
  const asked = async (change: (text: string) => string) => {
    const double = await mock(california());
    const init = body === "" ? {} : post(JSON.parse(change(JSON.stringify(body))));
    return await double.fetch(change(path), init);
  };
  await expect(asked((text) => text.replace(name, "Nothing"))).rejects.toThrow(
    `the world has no ${kind} 'Nothing'`,
  );
  expect((await asked((text) => text)).status).toBeLessThan(500);
});

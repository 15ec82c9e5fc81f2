/**
 * Where the interface description and today's public service differ: `commons.fetch` and `exact` follow the
 * description, a server otherwise today's service. docs/differences.md lists the same.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { type Serving, serve } from "../../../src/serve.ts";

const square = (side: number) =>
  JSON.stringify(
    `{"type":"Polygon","coordinates":[[[0,0],[${side},0],[${side},${side}],[0,${side}],[0,0]]]}`,
  );

const files = {
  "graph.mcf": `Node: dcid:country/USA
typeOf: dcs:Country
name: "United States"

Node: dcid:geoId/06
typeOf: dcs:State
name: "California"
containedInPlace: dcid:country/USA

Node: dcid:school/1
typeOf: dcs:SchoolDistrict
geoJsonCoordinates: ${square(1)}

Node: dcid:school/2
typeOf: dcs:SchoolDistrict
geoJsonCoordinates: ${square(2)}

Node: dcid:Income
typeOf: dcs:StatisticalVariable
name: "Income of people"

Node: dcid:Loans
typeOf: dcs:StatisticalVariable
name: "Loans"
observationProperties: dcs:donor, dcs:recipient

Node: dcid:dc/svpg/Peers
typeOf: dcs:StatVarPeerGroup
member: dcid:Loans, dcid:Income

Node: dcid:dc/topic/Money
typeOf: dcs:Topic
name: "Money"
relevantVariable: dcid:dc/svpg/Peers, dcid:Income, dcid:dc/topic/Inner

Node: dcid:dc/topic/Inner
typeOf: dcs:Topic
name: "Inner matters"
relevantVariable: dcid:Income
`,
  "observations.csv": `entity,variable,date,value,import_name,provenance
geoId/06,Income,2020,36,A,dc/base/A
`,
};

let commons: Commons;
let today: Serving;
let exact: Serving;
beforeAll(async () => {
  commons = await open(files);
  today = await serve(commons);
  exact = await serve(await open(files), { exact: true });
});
afterAll(() => Promise.all([today.close(), exact.close()]));

async function answers(path: string, body: object) {
  const init = { method: "POST", body: JSON.stringify(body) };
  const read = async (response: Response) => (await response.json()) as Answer;
  return {
    documented: await read(await commons.fetch(`${path}?key=k`, init)),
    exact: await read(await fetch(new URL(path, exact.url), init)),
    today: await read(await fetch(new URL(path, today.url), init)),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several endpoints
type Answer = any;

describe("today's service, and a server unless it is exact,", () => {
  test("gives types to places that are reached over several hops", async () => {
    const property = "<-containedInPlace+{typeOf:State}";
    const given = await answers("/v2/node", { nodes: ["country/USA"], property });
    const nodesIn = (answer: Answer) => answer.data["country/USA"].arcs["containedInPlace+"].nodes;
    const california = { name: "California", dcid: "geoId/06" };
    expect(nodesIn(given.documented)).toEqual([california]);
    expect(given.exact).toEqual(given.documented);
    expect(nodesIn(given.today)).toEqual([{ ...california, types: ["State"] }]);
  });

  test.each([["date", "value"], ["facet"]])(
    "names the provenance of facets, for %s",
    async (...select) => {
      const variable = { dcids: ["Income"] };
      const question = { select, variable, entity: { dcids: ["geoId/06"] } };
      const given = await answers("/v2/observation", question);
      const [id = ""] = Object.keys(given.documented.facets);
      expect(given.documented.facets).toEqual({ [id]: { importName: "A" } });
      expect(given.exact).toEqual(given.documented);
      expect(given.today).toEqual({
        ...given.documented,
        facets: { [id]: { importName: "A", provenanceId: "dc/base/A" } },
      });
    },
  );

  test("writes scores with eight digits, and names indicators and the properties of their entities", async () => {
    const given = await answers("/v2/resolve", { nodes: ["loans"], resolver: "indicator" });
    const candidates = (score: string, more: object) => ({
      entities: [
        {
          node: "loans",
          candidates: [
            {
              dcid: "Loans",
              metadata: { score, sentence: "Loans" },
              typeOf: ["StatisticalVariable"],
              ...more,
            },
          ],
        },
      ],
    });
    expect(given.documented).toEqual(candidates("1.0000", {}));
    expect(given.exact).toEqual(given.documented);
    expect(given.today).toEqual(
      candidates("1.00000000", {
        name: "Loans",
        observationProperties: ["donor", "recipient"],
      }),
    );
  });
});

describe("what the description does not have, and both answer:", () => {
  const dcidsIn = (answer: Answer) =>
    (answer.entities ?? []).map(({ candidates = [] }) =>
      candidates.map(({ dcid }: Answer) => dcid),
    );

  test("topics alone", async () => {
    const nodes = ["money", "ages of trees"];
    const given = await answers("/v2/resolve", { nodes, resolver: "topic" });
    for (const answer of Object.values(given))
      expect(dcidsIn(answer)).toEqual([["dc/topic/Money"], []]);
    const property = "<-description{typeOf:StatisticalVariable}->dcid";
    const none = await answers("/v2/resolve", { nodes, resolver: "topic", property });
    expect(Object.values(none)).toEqual([{}, {}, {}]);
  });

  test("what is in a topic, with members in the place of a group", async () => {
    const question = { nodes: ["money"], resolver: "indicator", expand_topics: true };
    const given = await answers("/v2/resolve", question);
    const variable = (dcid: string, name: string, ...observationProperties: string[]) => ({
      dcid,
      typeOf: ["StatisticalVariable"],
      name,
      observationProperties,
    });
    const income = variable("Income", "Income of people", "observationAbout");
    for (const answer of Object.values(given)) {
      const [money] = answer.entities[0].candidates;
      expect(money.dcid).toBe("dc/topic/Money");
      const inner = { dcid: "dc/topic/Inner", typeOf: ["Topic"], name: "Inner matters" };
      const loans = variable("Loans", "Loans", "donor", "recipient");
      expect(money.children).toHaveLength(3);
      expect(money.children).toEqual(expect.arrayContaining([income, inner, loans]));
    }
    const plain = await answers("/v2/resolve", { ...question, expand_topics: false });
    expect(JSON.stringify(Object.values(plain))).not.toContain("children");
  });

  test("several places of one type at a coordinate", async () => {
    const question = { nodes: ["0.5#0.5"], property: "<-geoCoordinate->dcid" };
    const given = await answers("/v2/resolve", question);
    for (const answer of Object.values(given))
      expect(dcidsIn(answer)).toEqual([["school/1", "school/2"]]);
  });
});

test("a service can be told to answer so, and a server not to", async () => {
  const nodes = ["country/USA"];
  const body = JSON.stringify({ nodes, property: "<-containedInPlace+{typeOf:State}" });
  const request = { method: "POST", url: "/core/api/v2/node", body };
  expect(commons.service({ today: true }).answer(request).body).toContain('"types"');
  expect(commons.service().answer(request).body).not.toContain('"types"');
  const plain = await serve(commons, { today: false });
  const answer = await fetch(new URL("/v2/node", plain.url), { method: "POST", body });
  expect(await answer.text()).not.toContain('"types"');
  await plain.close();
});

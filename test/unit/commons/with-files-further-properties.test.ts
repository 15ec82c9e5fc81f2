/** Properties of observations that a series has no place for are asked for like those of any node. */
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";

const sources = {
  "a table of the dump": {
    "a.csv": `entity,variable,date,value,provenance,unit,properties
geoId/06,Count,2020,5,dc/base/A,,"{""eiaSeriesId"": ""S1"", ""stdError"": 0.1, ""measurementQualifier"": ""Annual""}"
geoId/06,Count,2021,6,dc/base/A,,
`,
  },
  "a table with a template": {
    "a.tmcf": `Node: E:a->E0
typeOf: dcs:StatVarObservation
variableMeasured: dcs:Count
observationAbout: C:a->place
observationDate: C:a->date
value: C:a->value
eiaSeriesId: C:a->series
stdError: C:a->error
measurementQualifier: C:a->qualifier
`,
    "a.csv": `place,date,value,series,error,qualifier
dcid:geoId/06,2020,5,S1,0.1,dcs:Annual
dcid:geoId/06,2021,6,,,
`,
  },
  "nodes in MCF": {
    "a.mcf": `Node: o
typeOf: dcs:StatVarObservation
variableMeasured: dcid:Count
observationAbout: dcid:geoId/06
observationDate: "2020"
value: 5
eiaSeriesId: "S1"
stdError: 0.1
measurementQualifier: dcs:Annual

Node: p
typeOf: dcs:StatVarObservation
variableMeasured: dcid:Count
observationAbout: dcid:geoId/06
observationDate: "2021"
value: 6
`,
  },
};

/** The dcids of the nodes that have one of the properties. */
async function observationsWith(commons: Commons, property: string): Promise<string[]> {
  const query = `SELECT ?o WHERE { ?o ${property} ?x }`;
  const { rows = [] } = commons.v2.sparql({ query });
  return rows.map(({ cells: [cell] }) => cell?.value ?? "");
}

describe.each(Object.entries(sources))("from %s", (form, source) => {
  // The dump does not state whether the value of a property is a node.
  const isText = form === "a table of the dump";

  test("are values of the observation's node", async () => {
    const commons = await open(source);
    const [dcid = "", ...others] = await observationsWith(commons, "eiaSeriesId");
    expect(dcid).toMatch(/^dc\/o\/[0-9a-z]+$/);
    expect(others).toEqual([]);
    const property = "->[eiaSeriesId, stdError, measurementQualifier]";
    const body = JSON.stringify({ nodes: [dcid], property });
    const answer = await commons.fetch("/core/api/v2/node", { method: "POST", body });
    const { data } = (await answer.json()) as { data: Record<string, { arcs: object }> };
    const nodes = (value: object) => ({ nodes: [expect.objectContaining(value)] });
    expect(data[dcid]?.arcs).toEqual({
      eiaSeriesId: nodes({ value: "S1" }),
      stdError: nodes({ value: "0.1" }),
      measurementQualifier: nodes(isText ? { value: "Annual" } : { dcid: "Annual" }),
    });
  });

  test("change no value of the series", async () => {
    const commons = await open(source);
    const { byVariable = {} } = commons.v2.observation({
      variable: { dcids: ["Count"] },
      entity: { dcids: ["geoId/06"] },
      select: ["date", "value"],
    });
    const [facet, ...others] = byVariable["Count"]?.byEntity?.["geoId/06"]?.orderedFacets ?? [];
    expect(others).toEqual([]);
    expect(facet?.observations).toEqual([
      { date: "2020", value: 5 },
      { date: "2021", value: 6 },
    ]);
  });
});

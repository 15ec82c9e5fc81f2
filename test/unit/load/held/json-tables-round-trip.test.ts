import { expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";

const flow = (from: string, to: string) =>
  `"{""sourceCountry"": ""country/${from}"", ""destinationCountry"": ""country/${to}""}"`;

const world = () =>
  open({
    "graph.mcf": `Node: dcid:Migrants
typeOf: dcs:StatisticalVariable
observationProperties: dcid:sourceCountry, dcid:destinationCountry
`,
    "flows.csv": `entity,variable,date,value,provenance,unit,scaling_factor,observation_period,properties
,Migrants,2019,8,p/a,Person,,P1Y,${flow("FRA", "CAN")}
,Migrants,2020,10.50,p/a,Person,,P1Y,${flow("FRA", "CAN")}
,Migrants,2020,2e3,p/b,,,,${flow("FRA", "CAN")}
,Migrants,2020-06,20,p/a,Person,,P1Y,${flow("FRA", "DEU")}
`,
  });

/** Observations with what their facet says; JSON-stat has the number of a value, and not its text. */
function observationsOf({ engine: { graph, observations } }: Commons): string[] {
  const rows: string[] = [];
  for (let series = 0; series < observations.seriesCount; series++) {
    const { start, end } = observations.pointsOf(series);
    const { unit, measurementMethod, observationPeriod } = observations.facetOf(series);
    const facet = [unit, measurementMethod, observationPeriod];
    const ids = observations.allEntitiesOf(series);
    const entities = ids.map((id) => graph.dictionary.textOf(id));
    const variable = graph.dictionary.textOf(observations.variableOf(series));
    for (let point = start; point < end; point++) {
      const value = Number(observations.textOf(point));
      rows.push([variable, ...entities, observations.dateOf(point), value, ...facet].join());
    }
  }
  return rows.sort();
}

test.each(["answer.json", "answer.csv"])(
  "what the service writes as %s loads again to the same observations",
  async (name) => {
    const commons = await world();
    const filters = { variableMeasured: "Migrants", sourceCountry: "country/FRA" };
    const request = { filters };
    const written = name.endsWith("json")
      ? JSON.stringify(await commons.sdmx.jsonStat(request))
      : [...(await commons.sdmx.csv(request))].join("");
    const again = await open(
      { [name]: written },
      {
        columns: {
          entities: { sourceCountry: "sourceCountry", destinationCountry: "destinationCountry" },
          variable: "variableMeasured",
          date: "TIME_PERIOD",
          value: "OBS_VALUE",
          unit: "unit",
          measurementMethod: "measurementMethod",
          observationPeriod: "observationPeriod",
        },
      },
    );
    expect(again.info.diagnostics.levels).toMatchObject({ error: 0, fatal: 0 });
    expect(observationsOf(again)).toEqual(observationsOf(commons));
    expect(observationsOf(again)).toHaveLength(4);
  },
);

test.each(["answer.json", "answer.csv"])(
  "about one entity, %s needs no description to do so",
  async (name) => {
    const table =
      "entity,variable,date,value,provenance,unit\ncountry/FRA,Count_Person,2020,5,p/a,Person\ncountry/DEU,Count_Person,2019,6,p/a,Person\n";
    const commons = await open({ "a.csv": table });
    const filters = {
      variableMeasured: "Count_Person",
      observationAbout: ["country/FRA", "country/DEU"],
    };
    const written = name.endsWith("json")
      ? JSON.stringify(await commons.sdmx.jsonStat({ filters }))
      : [...(await commons.sdmx.csv({ filters }))].join("");
    expect(observationsOf(await open({ [name]: written }))).toEqual(observationsOf(commons));
  },
);

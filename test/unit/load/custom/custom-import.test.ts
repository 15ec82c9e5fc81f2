import { describe, expect, test } from "vitest";
import { loadTexts } from "../load-texts.ts";
import type { RecordingSink } from "../recording-sink.ts";

const config = (value: unknown) => ({ "config.json": JSON.stringify(value, undefined, 1) });

const sources = { S: { url: "https://s.org/x", provenances: { P: "https://s.org/p" } } };

const observationsOf = ({ observations }: RecordingSink) =>
  observations.map(({ variable, entity, date, value, provenance }) =>
    [variable, entity, date, value, provenance].join(" "),
  );

const linesOf = (sink: RecordingSink, subject: string) =>
  sink.lines.filter((line) => line.startsWith(`${subject} `));

describe("the documented dialect", () => {
  test("has an entity, a date and a variable per column", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: {
          "a.csv": {
            entityType: "State",
            provenance: "P",
            ignoreColumns: ["note"],
            observationProperties: { unit: "dcs:USDollar", observationPeriod: "P1Y" },
          },
        },
        sources: sources,
      }),
      "a.csv":
        'geoId,note,year,"Wage, mean",jobs\n06,x,2020,"1,234.5",7\ndcid:geoId/08,y,2021,n/a,\n',
    });
    expect(diagnostics).toEqual([
      "info Sanity_ThousandsInObsValue a.csv:2",
      "info Sanity_NoValueInObs a.csv:3",
      "info StrSplit_EmptyToken_value a.csv:3",
    ]);
    expect(observationsOf(sink)).toEqual([
      "custom/statvar_1 geoId/06 2020 1234.5 c/p/1",
      "jobs geoId/06 2020 7 c/p/1",
    ]);
    expect(sink.observations[0]).toMatchObject({ unit: "USDollar", observationPeriod: "P1Y" });
    expect(linesOf(sink, "geoId/08")).toEqual(["geoId/08 typeOf State"]);
    expect(linesOf(sink, "custom/statvar_1")).toContain('custom/statvar_1 name "Wage, mean"');
  });

  test("has rows of entity, variable, date and value under names of its own", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: {
          "a.csv": {
            format: "variablePerRow",
            provenance: "P",
            columnMappings: { variable: "SERIES", entity: "WHERE", date: "WHEN", value: "VALUE" },
          },
        },
        sources: sources,
      }),
      "a.csv":
        "VALUE,WHEN,SERIES,WHERE,unit\n1,2020,dcs:who/Smokers,dcid:country/FRA,dcid:Percent\n2,2021,who/Smokers,country/FRA,\n",
      "v.mcf": 'Node: dcid:who/Smokers\ntypeOf: dcs:StatisticalVariable\nname: "Smokers"\n',
    });
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual([
      "who/Smokers country/FRA 2020 1 c/p/1",
      "who/Smokers country/FRA 2021 2 c/p/1",
    ]);
    expect(sink.observations.map(({ unit }) => unit)).toEqual(["Percent", ""]);
    expect(linesOf(sink, "who/Smokers")).toEqual([
      'who/Smokers name "Smokers"',
      "who/Smokers typeOf StatisticalVariable",
    ]);
  });

  test("tells rows from columns by the header when the config does not", async () => {
    const { sink } = await loadTexts({
      ...config({ inputFiles: { "*.csv": { provenance: "P" } }, sources: sources }),
      "a.csv": "entity,variable,date,value\nx,v,2020,1\n",
      "b.csv": "dcid,date,w\nx,2020,2\n",
    });
    expect(observationsOf(sink)).toEqual(["v x 2020 1 c/p/1", "w x 2020 2 c/p/1"]);
  });
});

describe("the platform's dialect", () => {
  const provenance = `Node: dcid:org/Survey
typeOf: dcs:Provenance
name: "The survey"
url: "https://org.example/survey"
source: dcid:org/Source
`;

  test("takes provenances and prefixes from MCF that a pattern selects", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: [
          {
            pattern: "*.csv",
            provenance: "dcid:org/Survey",
            columnMappings: {
              "dcid:observationAbout": "place",
              "dcid:variableMeasured": "what",
              "dcid:observationDate": "when",
              "dcid:value": "number",
            },
          },
          { pattern: "*.mcf", provenance: "dcid:org/Survey" },
        ],
      }),
      "a.csv": "place,what,when,number\ndcid:geoId/06,org:Trees,2020,1\n",
      "p.mcf": provenance,
      "v.mcf":
        'Node: org:Trees\ntypeOf: dcs:StatisticalVariable\nmeasuredProperty: org:count\nname: "10:30"\n',
    });
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual(["Trees geoId/06 2020 1 org/Survey"]);
    expect(linesOf(sink, "Trees")).toEqual([
      "Trees measuredProperty count",
      'Trees name "10:30"',
      "Trees typeOf StatisticalVariable",
    ]);
    // Described by MCF, not once more by the import; and no defaults beside it.
    expect(linesOf(sink, "org/Survey")).toHaveLength(4);
    expect(linesOf(sink, "c/p/default")).toEqual([]);
  });

  test("says once, and where, which properties a series has no place for", async () => {
    const { sink, diagnostics, messages } = await loadTexts({
      "config.json":
        '{ "inputFiles": { "*.csv": { "provenance": "P",\n"observationProperties": { "unit": "USDollar",\n"note": "estimate" } } },' +
        '"sources": { "S": { "url": "http://s", "provenances": { "P": "http://p" } } } }',
      "a.csv": "dcid,date,X\np/1,2020,1\n",
      "b.csv": "dcid,date,X\np/2,2020,1\n",
    });
    expect(sink.observations).toHaveLength(2);
    expect(diagnostics).toEqual(["info Sanity_UnexpectedPropInStatVarObservation config.json:2"]);
    expect(messages[0]).toContain("'note' is kept");
    expect(sink.triples.filter(({ predicate }) => predicate === "note")).toMatchObject([
      { subject: expect.stringMatching(/^dc\/o\//), object: '"estimate"', provenance: "c/p/1" },
      { subject: expect.stringMatching(/^dc\/o\//), object: '"estimate"', provenance: "c/p/1" },
    ]);
  });

  test("has observations about several entities, all of which a row must name", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: [
          {
            pattern: "a.csv",
            provenance: "dcid:Provenance1",
            observationProperties: { unit: "USDollar", note: "estimate" },
            columnMappings: {
              "dcid:variableMeasured": "v",
              "dcid:observationDate": "d",
              "dcid:value": "n",
              "custom:from": "from",
              "custom:to": "to",
            },
          },
          { pattern: "*.mcf", provenance: "dcid:Provenance1" },
        ],
      }),
      "a.csv": "v,d,n,from,to\nTrade,2020,5,country/FRA,country/DEU\nTrade,2021,6,,country/DEU\n",
      "p.mcf": provenance.replace("org/Survey", "Provenance1"),
    });
    expect(diagnostics).toEqual([
      expect.stringContaining("info Sanity_UnexpectedPropInStatVarObservation config.json"),
      "error Sanity_MissingOrEmpty_from a.csv:3",
    ]);
    expect(sink.observations).toMatchObject([
      {
        variable: "Trade",
        entities: { from: "country/FRA", to: "country/DEU" },
        date: "2020",
        value: "5",
        unit: "USDollar",
        provenance: "Provenance1",
      },
    ]);
    expect(sink.lines.filter((line) => line.endsWith('note "estimate"'))).toHaveLength(1);
  });

  test.each([
    [
      { "dcid:observationAbout": "a", "x:b": "b", "x:c": "c", "x:d": "d" },
      "Config_TooManyEntities",
    ],
    [{}, "Config_MissingColumn"],
  ])("refuses a table about %j", async (entities, counter) => {
    const mapping = {
      "dcid:variableMeasured": "v",
      "dcid:observationDate": "t",
      "dcid:value": "n",
    };
    const { diagnostics, sink } = await loadTexts({
      ...config({
        inputFiles: [
          { pattern: "a.csv", provenance: "P", columnMappings: { ...mapping, ...entities } },
        ],
        sources: sources,
      }),
      "a.csv": "v,t,n,a,b,c,d\nv,2020,1,a,b,c,d\n",
    });
    expect(diagnostics).toContain(`fatal ${counter} a.csv:1`);
    expect(sink.observations).toEqual([]);
  });

  test("refuses columns that nothing speaks of", async () => {
    const { diagnostics, messages } = await loadTexts({
      ...config({
        inputFiles: [{ pattern: "a.csv", provenance: "P", ignoreColumns: ["seen"] }],
        sources: sources,
      }),
      "a.csv": "entity,variable,date,value,seen,odd\nx,v,2020,1,s,o\n",
    });
    expect(diagnostics).toEqual(["fatal Config_UnmappedColumn a.csv:1"]);
    expect(messages[0]).toContain("'odd'");
  });
});

describe("generated nodes", () => {
  test("are groups by path, with the provenances of their variables", async () => {
    const { sink } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "P" }, "b.csv": { provenance: "Q" } },
        customIdNamespace: "ONE",
        defaultCustomRootStatVarGroupName: "Ours",
        variables: {
          Größe: { group: "Top/Sub", description: "d", properties: { populationType: "Person" } },
          "a-b c": { group: "Top" },
        },
        sources: { ...sources, T: { url: "", provenances: { Q: "" } } },
      }),
      "a.csv": "dcid,date,Größe,plain\nx,2020,1,2\n",
      "b.csv": "dcid,date,a-b c\nx,2020,3\n",
    });
    expect(sink.lines.filter((line) => /^(?:ONE|a_b_c|c\/g)/.test(line))).toEqual([
      "ONE/g/group_1 includedIn c/p/1",
      "ONE/g/group_1 includedIn c/p/2",
      "ONE/g/group_1 includedIn c/s/1",
      "ONE/g/group_1 includedIn c/s/2",
      'ONE/g/group_1 name "Top"',
      "ONE/g/group_1 specializationOf dc/g/Root",
      "ONE/g/group_1 typeOf StatVarGroup",
      "ONE/g/group_2 includedIn c/p/1",
      "ONE/g/group_2 includedIn c/s/1",
      'ONE/g/group_2 name "Sub"',
      "ONE/g/group_2 specializationOf ONE/g/group_1",
      "ONE/g/group_2 typeOf StatVarGroup",
      'ONE/statvar_1 description "d"',
      "ONE/statvar_1 includedIn c/p/1",
      "ONE/statvar_1 includedIn c/s/1",
      "ONE/statvar_1 measuredProperty ONE/statvar_1",
      "ONE/statvar_1 memberOf ONE/g/group_2",
      'ONE/statvar_1 name "Größe"',
      "ONE/statvar_1 populationType Person",
      "ONE/statvar_1 statType measuredValue",
      "ONE/statvar_1 typeOf StatisticalVariable",
      "a_b_c includedIn c/p/2",
      "a_b_c includedIn c/s/2",
      "a_b_c measuredProperty a_b_c",
      "a_b_c memberOf ONE/g/group_1",
      'a_b_c name "a-b c"',
      "a_b_c populationType Thing",
      "a_b_c statType measuredValue",
      "a_b_c typeOf StatisticalVariable",
      'c/g/Root name "Ours"',
      "c/g/Root specializationOf dc/g/Root",
      "c/g/Root typeOf StatVarGroup",
    ]);
  });

  test("have ids of names with a prefix, and groups whose names differ by a slash", async () => {
    const { sink } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "P" } },
        variables: { "who:x": { group: "A/B" }, y: { group: "AB" } },
        sources: sources,
      }),
      "a.csv": "dcid,date,who:x,y\nx,2020,1,2\n",
    });
    expect(sink.lines.filter((line) => / (?:memberOf|specializationOf) /.test(line))).toEqual([
      "custom/g/group_1 specializationOf dc/g/Root",
      "custom/g/group_2 specializationOf custom/g/group_1",
      "custom/g/group_3 specializationOf dc/g/Root",
      "x memberOf custom/g/group_2",
      "y memberOf custom/g/group_3",
    ]);
  });

  test("are numbered over all folders of a load", async () => {
    const folder = (source: string) =>
      JSON.stringify({
        inputFiles: { "a.csv": { provenance: "P" } },
        sources: { [source]: { provenances: { P: `https://${source}.org` } } },
      });
    const { sink, diagnostics } = await loadTexts({
      "one/config.json": folder("one"),
      "one/a.csv": "dcid,date,ä\nx,2020,1\n",
      "two/config.json": folder("two"),
      "two/a.csv": "dcid,date,ö\nx,2020,2\n",
    });
    expect(diagnostics).toEqual([]);
    expect(observationsOf(sink)).toEqual([
      "custom/statvar_1 x 2020 1 c/p/1",
      "custom/statvar_2 x 2020 2 c/p/2",
    ]);
    expect(sink.lines).toContain('c/p/2 url "https://two.org"');
  });

  test("group variables by their properties", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { provenance: "P" } },
        groupStatVarsByProperty: true,
        svHierarchyPropsBlocklist: ["hidden"],
        sources: sources,
      }),
      "a.csv": "dcid,date,v\nx,2020,1\n",
      "v.mcf": [
        "Node: dcid:v\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:Person\ngender: dcs:Female\nhidden: dcs:H\n",
        `Node: dcid:w\ntypeOf: dcs:StatisticalVariable\n${Array.from({ length: 30 }, (_, at) => `p${at}: dcs:x`).join("\n")}`,
      ].join("\n"),
    });
    expect(sink.lines.filter((line) => / memberOf /.test(line))).toEqual([
      "v memberOf c/g/Person_Gender-Female",
      "v memberOf c/g/Root",
      "w memberOf c/g/Thing",
    ]);
    expect(diagnostics).toEqual(["warning Config_TooManyGroups config.json"]);
  });
});

describe("events and entities", () => {
  test("make a node per row, and count events", async () => {
    const { sink, diagnostics } = await loadTexts({
      ...config({
        inputFiles: {
          "events.csv": {
            eventType: "Fire",
            idColumn: "id",
            provenance: "P",
            computedVariables: ["Count_Fire"],
          },
          "places.csv": {
            importType: "entities",
            rowEntityType: "Hut",
            idColumn: "hut",
            entityColumns: ["near"],
            provenance: "P",
          },
        },
        variables: { Count_Fire: { aggregation: { period: "month" } } },
        sources: sources,
      }),
      "events.csv":
        "dcid,when,id,big thing\ngeoId/06,2020-05-01,e1,yes\ngeoId/06,2020-05-30,e2,\ngeoId/06,soon,e3,\ngeoId/06,2020-06-01,,\n",
      "places.csv": 'hut,near,Höhe\nh1,"geoId/06, geoId/08",120\n,x,1\n',
    });
    expect(diagnostics).toEqual([
      "error Sanity_MissingOrEmpty_dcid places.csv:3",
      "error Sanity_InvalidObsDate events.csv:4",
      "error Sanity_MissingOrEmpty_dcid events.csv:5",
    ]);
    expect(linesOf(sink, "e1")).toEqual([
      'e1 big_thing "yes"',
      "e1 includedIn c/p/1",
      "e1 location geoId/06",
      'e1 observationDate "2020-05-01"',
      "e1 typeOf Fire",
    ]);
    expect(linesOf(sink, "h1")).toEqual([
      'h1 c/prop/1 "120"',
      'h1 hut "h1"',
      "h1 includedIn c/p/1",
      "h1 near geoId/06",
      "h1 near geoId/08",
      "h1 typeOf Hut",
    ]);
    expect(linesOf(sink, "Fire")).toContain("Fire subClassOf Event");
    expect(observationsOf(sink)).toEqual(["Count_Fire geoId/06 2020-05 2 c/p/1"]);
  });

  test("need a type", async () => {
    const { diagnostics } = await loadTexts({
      ...config({
        inputFiles: { "a.csv": { importType: "events", provenance: "P" } },
        sources: sources,
      }),
      "a.csv": "dcid,date\nx,2020\n",
    });
    expect(diagnostics).toEqual(["fatal Config_MissingType a.csv:1"]);
  });
});

/** All that custom folders become: every statement with its place, every message. */

import { test } from "vitest";
import { expectLog } from "./expected/whole-log.ts";

const json = (value: unknown) => JSON.stringify(value, undefined, 1);
const sources = {
  "Bureau of X": {
    url: "https://x.org:8080/all?q",
    provenances: { "Census X": "https://x.org/census", Poll: "https://x.org/poll" },
  },
  Other: { url: "see https://y.org/", provenances: { Third: "" } },
  Last: { url: "h2+x.y-z://z.org#here", provenances: { Fourth: "" } },
};

test("tables with a column per variable: variables, groups, entities, sources", async () => {
  await expectLog("custom/columns", {
    "config.json": json({
      inputFiles: {
        "a.csv": {
          entityType: "dcs:State",
          provenance: "Census X",
          ignoreColumns: ["note"],
          observationProperties: { unit: "dcs:USDollar", "dcs:note": "kept" },
        },
        "b*.csv": { provenance: "Poll", format: "variablePerColumn" },
        "c.csv": { provenance: "unknown one" },
        "absent.csv": { provenance: "Poll" },
      },
      variables: {
        Jobs: {
          name: "Number of jobs",
          description: "People who work",
          searchDescriptions: ["jobs", "work"],
          group: "Economy/Work force",
          properties: { populationType: "dcs:Person", "dcs:gender": "dcid:Male" },
          unit: "dcs:Count",
          scalingFactor: 100,
        },
        "Wage, mean": { group: "Economy", nlSentences: ["pay"] },
        rate: { group: "Health" },
        unused: { name: "Nobody names it" },
      },
      sources,
    }),
    "a.csv":
      'geoId,note,year,"Wage, mean",Jobs,\n06,x,2020,1.5,7,z\ngeoId/08,y,2021,,-3,\n,,,,,\nx,y\n06,x,2022,abc,,\n06,x,soon,1,,\n,x,2020,1,,\n',
    "b1.csv": "countryAlpha3Code,date,rate,Total pay\nFRA,2020,2,3\ncountry/DEU,2021,4,\n",
    "c.csv": "dcid,date,rate\ndcid:who/x,2020,9\n",
    "d.csv": "dcid,date,rate\nx,2020,9\n",
    "notes.txt": "nothing",
  });
});

test("tables with a row per observation, of one entity and of several", async () => {
  await expectLog("custom/rows", {
    "config.json": json({
      inputFiles: {
        "a.csv": {
          format: "variablePerRow",
          provenance: "Census X",
          columnMappings: {
            variable: "SERIES",
            entity: "WHERE",
            date: "WHEN",
            value: "VALUE",
            unit: "U",
          },
          observationProperties: {
            measurementMethod: "dcs:Survey",
            observationPeriod: "P1Y",
            stdError: "7",
          },
        },
      },
      sources,
    }),
    "a.csv":
      'VALUE,WHEN,SERIES,WHERE,U\n1,2020,dcs:who/S,dcid:country/FRA,dcs:Percent\n2,2021,who/S,country/FRA,\n,2021,who/S,country/FRA,\n3,2021,,country/FRA,\n4,,who/S,,\n5,2022,who/S,x,y,z\n"1,234",2023,who/S,x,\n',
    "v.mcf": 'Node: dcid:who/S\ntypeOf: dcs:StatisticalVariable\nname: "S"\n',
  });
  await expectLog("custom/several", {
    "config.json": json({
      inputFiles: {
        "flows.csv": {
          provenance: "Census X",
          columnMappings: {
            "dcid:variableMeasured": "v",
            "mine:exporter": "from",
            "dcid:importer": "to",
            "dcid:observationDate": "d",
            "dcid:value": "n",
          },
          columnsToResolve: ["to"],
          entityType: "Country",
          observationProperties: { unit: "Ton", note: "dcs:text" },
        },
        "places.mcf": { provenance: "Third" },
        "bare.csv": { columnMappings: { "dcid:value": "n" }, provenance: "Poll" },
        "more.csv": {
          columnMappings: { variable: "v", "dcid:observationAbout": "e", date: "d", value: "n" },
        },
      },
      sources,
    }),
    "flows.csv":
      "v,from,to,d,n\nExports,country/USA,France,2020,5\nExports,country/USA,Nowhere,2020,5\nExports,country/USA,dcid:country/DEU,2021,6\nExports,,country/DEU,2022,7\n",
    "bare.csv": "n,x\n1,2\n",
    "more.csv": "v,e,d,n,surplus\nw,country/USA,2020,1,2\n",
    "places.mcf":
      'Node: dcid:country/FRA\ntypeOf: dcs:Country\nname: "France"\nnear: mine:z, other:z, https://z.org\n\nNode: yours:node\ntypeOf: dcs:Thing\nsee: yours:other, l:local\n',
  });
});

test("events, entities, and what counts events", async () => {
  await expectLog("custom/events", {
    "config.json": json({
      inputFiles: {
        "fires.csv": {
          importType: "events",
          eventType: "Wild fire",
          provenance: "Census X",
          idColumn: "id",
          entityType: "County",
          columnMappings: {
            location: "where",
            "dcs:observationDate": "when",
            "dcid:area": "acres",
          },
          computedVariables: ["Fires", "Daily fires"],
        },
        "plain.csv": { importType: "events", eventType: "Flood", computedVariables: ["Floods"] },
        "cities.csv": {
          importType: "entities",
          rowEntityType: "City hall",
          provenance: "Poll",
          idColumn: "key",
          entityColumns: ["parents"],
          columnMappings: { name: "label", "dcs:containedInPlace": "parents" },
        },
        "rows.csv": { importType: "entities", rowEntityType: "Plain", provenance: "Poll" },
        "untyped.csv": { importType: "entities", provenance: "Poll" },
        "badtype.csv": { importType: "things" },
      },
      events: { "Wild fire": { name: "Wildfire", description: "It burns" } },
      entities: { "City hall": { name: "Hall" } },
      variables: {
        Fires: { name: "Count of fires", group: "Disasters" },
        "Daily fires": { aggregation: { period: "day" } },
      },
      sources,
    }),
    "fires.csv":
      "id,where,when,acres,cause,\nf1,geoId/06001,2020-05-01,10,heat,x\ndcid:f2,geoId/06001,2020-05-01,,spark,\nf3,geoId/06003,2020-06,7,,\n,geoId/06003,2020-06-01,7,,\nf5,Nowhere,2020-06-02,8,,\n",
    "plain.csv": "place,date,depth\ndcid:a,2020-01-01,1\ndcid:b,2021-02-03,\n",
    "cities.csv": 'key,label,parents,mayor,\nc/1,One,"dcid:x, y",Ann,q\n,Two,z,Bob,\nc/3,,,,\n',
    "rows.csv": "name,size\nA,1\nB,\n",
    "untyped.csv": "name\nA\n",
    "badtype.csv": "name\nA\n",
  });
});

test("tables that cannot be read say why", async () => {
  await expectLog("custom/unreadable", {
    "config.json": json({
      inputFiles: {
        "twice.csv": { provenance: "Poll" },
        "semicolons.csv": { provenance: "Poll" },
        "tabs.csv": { provenance: "Poll" },
        "absent-column.csv": {
          columnMappings: { entity: "Place", value: "n", nothing: "n" },
          provenance: "Poll",
        },
        "no-date.csv": { format: "variablePerRow", provenance: "Poll" },
        "turned.csv": {
          columnMappings: { where: "entity", when: "date", what: "variable", much: "value" },
        },
        "empty.csv": {},
        "../out.csv": {},
      },
      sources,
      variables: { v: { unit: "x" } },
      database: { name: "d" },
    }),
    "twice.csv": "geoId,date,v,v\n06,2020,1,2\n",
    "semicolons.csv": "geoId;date;v\n06;2020;1\n",
    "tabs.csv": "geoId\tdate\tv\n06\t2020\t1\n",
    "absent-column.csv": "place,date,n\n06,2020,1\n",
    "no-date.csv": "entity,variable,value\nx,v,1\n",
    "turned.csv": "where,when,what,much,more\nx,2020,v,1,2\n",
    "empty.csv": "",
  });
});

test("cells that name an entity: by heading, by what else is loaded, or not at all", async () => {
  const table = (heading: string, cells: readonly string[]) =>
    [`${heading},date,v`, ...cells.map((cell) => `${cell},2020,1`)].join("\n");
  await expectLog("custom/cells", {
    "config.json": json({
      inputFiles: {
        "geo.csv": { provenance: "Poll" },
        "alpha.csv": { provenance: "Poll" },
        "wiki.csv": { provenance: "Poll" },
        "point.csv": { provenance: "Poll" },
        "name.csv": { provenance: "Poll", entityType: "City" },
      },
      sources,
    }),
    "geo.csv": table("geoId", ["06", "dcid:geoId/07", "geoId/08"]),
    "alpha.csv": table("country3AlphaCode", ["FRA", "country/DEU"]),
    "wiki.csv": table("wikidataId", ["Q90", "Q0", "wikidataId/Q5"]),
    "point.csv": table("lat#lng", ["48.5#2.5", "0#0"]),
    "name.csv": table("name", ["Paris", "Berlin", "Twin", ""]),
    "places.mcf": [
      'Node: dcid:paris\ntypeOf: dcs:City\nname: "Paris"\nwikidataId: "Q90"\n',
      'Node: dcid:twin/1\ntypeOf: dcs:City\nname: "Twin"\n',
      'Node: dcid:twin/2\ntypeOf: dcs:City\nname: "Twin"\n',
      'Node: dcid:country/FRA\ntypeOf: dcs:Country\ngeoJsonCoordinates: "{""type"":""Polygon"",""coordinates"":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}"\n',
    ].join("\n"),
  });
});

test("groups that properties make, under names that the config chooses", async () => {
  await expectLog("custom/groups", {
    "config.json": json({
      inputFiles: { "a.csv": { provenance: "Poll" } },
      groupStatVarsByProperty: true,
      customIdNamespace: "mine",
      customSvgPrefix: "mine/group/",
      defaultCustomRootStatVarGroupName: "All of mine",
      svHierarchyPropsBlocklist: ["age"],
      includeInputSubdirs: true,
      variables: {
        "Jobs of men": { properties: { populationType: "Person", gender: "Male", age: "Years5" } },
        v: { properties: { populationType: "Person" } },
        "in group": { group: "Own" },
      },
      sources,
    }),
    "a.csv": "dcid,date,Jobs of men,v,in group\nx,2020,1,2,3\n",
    "sub/a.csv": "dcid,date,v\nx,2021,4\n",
    "v.mcf":
      "Node: dcid:listed\ntypeOf: dcs:StatisticalVariable\npopulationType: dcs:Person\ngender: dcs:Female\n\n" +
      'Node: dcid:own/g\ntypeOf: dcs:StatVarGroup\nname: "Own group"\n',
  });
});

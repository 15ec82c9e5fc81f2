/** All that databases, JSON-LD and RDF become: every statement with its place, every message. */

import { test } from "vitest";
import { expectLog } from "./expected/whole-log.ts";

const dumpColumns =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";

test("SQL: tables, columns and rows as shells and servers write them", async () => {
  await expectLog("sql", {
    "sqlite.sql": [
      "PRAGMA foreign_keys=OFF;",
      "BEGIN TRANSACTION;",
      "CREATE TABLE observations (entity TEXT, variable TEXT, date TEXT, value TEXT, KEY (entity),",
      "  PRIMARY KEY (entity, variable), \"unique\" TEXT, CHECK (value <> ''), unit VARCHAR(20, 3), provenance);",
      "ALTER TABLE observations ADD COLUMN scaling_factor TEXT;",
      "ALTER TABLE observations ADD measurement_method;",
      "ALTER TABLE observations ADD CONSTRAINT c UNIQUE (entity);",
      "ALTER TABLE observations RENAME TO others;",
      "ALTER TABLE nobody ADD x;",
      "CREATE INDEX i ON observations (entity);",
      "CREATE UNIQUE INDEX IF NOT EXISTS j ON observations (entity);",
      "CREATE TEMP TABLE IF NOT EXISTS triples (subject_id, predicate, object_id, object_value, provenance);",
      "CREATE TRIGGER t AFTER INSERT ON triples BEGIN INSERT INTO log VALUES (1); END;",
      "INSERT INTO observations VALUES ('e','v','2020','1','u','USD','p','100','m'), -- a comment",
      "  ('e', 'v', 2021, -2.50e1, NULL, NULL, 'p', null, ''); # another",
      "INSERT INTO main.observations (entity, variable, date, value) VALUES ('e','v','2022',TRUE),('e','v','2023',False);",
      "REPLACE INTO \"observations\" (\"entity\",variable,[date],\"value\") VALUES ('x','v','2020',.5);",
      "INSERT INTO triples VALUES ('s','name','',unistr('a\\u000ab\\\\c\\+01F600'),'');",
      "INSERT INTO triples VALUES ('s','note','',replace('a|b','|',char(10,65)),'');",
      "INSERT INTO triples VALUES ('s','blob','',X'6162','q'),('s','hex','',0x4142,'q');",
      "INSERT INTO triples VALUES ('s','set','',_utf8'text',''),('s','same','',replace('ab','','x'),'');",
      "INSERT INTO triples VALUES ('s','none','',replace(NULL,'a','b'),'');",
      "INSERT INTO triples VALUES ('s','no',",
      "  '','over",
      "lines',''); /* a comment",
      "over lines */ INSERT INTO triples VALUES ('t','typeOf','T','','');",
      "INSERT INTO triples VALUES ('s','',NULL,NULL,'');",
      "INSERT INTO key_value_store VALUES ('a','b'),('c','d');",
      "INSERT INTO strangers VALUES (1);",
      "COMMIT;",
    ].join("\n"),
    "mysql.sql": [
      "LOCK TABLES `triples` WRITE;",
      "REPLACE INTO `db`.`triples` (`subject_id`,predicate,object_id) VALUES ('x','y','z');",
      "INSERT INTO `triples` (`subject_id`,`predicate`,`object_id`,`object_value`) VALUES",
      "('a','name','','it\\'s \\\"so\\\" \\n\\t\\\\ \\0 \\Z \\q ''too'''),",
      "('a','b','c','') ON DUPLICATE KEY UPDATE x = 1;",
      "UNLOCK TABLES;",
    ].join("\n"),
  });
});

test("SQL that cannot be read", async () => {
  await expectLog("sql-mistakes", {
    "d.sql": [
      "INSERT INTO triples (subject_id, predicate, object_id) VALUES ('a','b','c');",
      "VACUUM;",
      "INSERT INTO VALUES (1);",
      "INSERT triples VALUES (1);",
      "INSERT INTO triples SELECT * FROM others;",
      "INSERT INTO triples;",
      "INSERT INTO triples VALUES (CURRENT_DATE,'b','c','','');",
      "INSERT INTO triples VALUES (sum('a'),'b','c','','');",
      "INSERT INTO triples VALUES (char('a','b','c','','');",
      "INSERT INTO triples VALUES ('a' 'x','b','c','','');",
      "INSERT INTO triples VALUES ('a','b',*,'','');",
      "INSERT INTO triples VALUES ('a','b','c','',);",
      "INSERT INTO triples VALUES ('a','b','c','',char(9999999));",
      "INSERT INTO triples VALUES ('a','b');",
      "INSERT INTO triples VALUES ('a','b','c','',''",
      ";",
      "INSERT INTO triples VALUES ('z','b','c','','');",
    ].join("\n"),
    "empty.sql": "CREATE TABLE triples (subject_id);\n",
  });
});

test("tables of a database as CSV, with entities and other things among properties", async () => {
  await expectLog("dump-csv", {
    "o.csv": [
      dumpColumns,
      ',v,2020,1,p,USD,,,,"{""dcid:observationAbout"": ""geoId/06""}"',
      "geoId/08,v,2020,2,,,,,,{}",
      'geoId/09,v,2020,3,p,,,,,"{""note"": ""so so"", ""more"": 1, ""flag"": true, ""bad"": [1]}"',
      'geoId/09,v,2021,3,p,,,,,"{""bad"": {}, ""worse"": null}"',
      ',v,2020,4,p,Ton,,m,P1Y,"{""dcid:from"": ""country/USA"", ""to"": ""country/FRA"", ""note"": ""no id""}"',
      'country/DEU,v,2021,5,p,,,,,"{""dcid:to"": ""https://x.org/y""}"',
      "geoId/10,v,2020,6,p,,,,,[1]",
      "geoId/11,v,2020,7,p,,,,,not json",
      "geoId/12,v,2020,8,p,,,,,null",
      ",v,2020,9,p,,,,,",
      "geoId/13,,,,p,,,,,",
      "geoId/13,v,soon,1,p,,,,,",
      "geoId/13,v,2020,many,p,,,,,",
      "geoId/13,v,2020",
    ].join("\n"),
  });
});

test("JSON-LD: contexts, values, observations, and what is not read", async () => {
  await expectLog("json-ld", {
    "d.jsonld": JSON.stringify(
      {
        "@context": [
          {
            dcid: "https://datacommons.org/browser/",
            label: "dcid:name",
            id: "@id",
            kind: "@type",
          },
          {
            ex: "http://example.org/",
            "@vocab": "dcid:",
            bare: { "@type": "@id" },
            "@base": { x: 1 },
          },
          "https://elsewhere.org/context",
          7,
        ],
        "@graph": [
          {
            "@id": "dcid:a",
            "@type": ["dcid:City", "Town"],
            label: ["A", "Ah", null, ""],
            population: 12.5,
            isLarge: false,
            containedInPlace: "dcid:b",
            near: { "@id": "dcid:c" },
            blank: { "@id": "_:x" },
            typed: { "@value": "2020", "@type": "dcid:Date" },
            nothing: { "@value": null },
            nested: {
              "@id": "dcid:inner",
              label: "I",
              deeper: { id: "dcid:deepest", kind: "Thing" },
            },
            nameless: { label: "nobody" },
            many: { "@list": ["x", { "@id": "dcid:y" }] },
            set: { "@set": [1, 2] },
            bad: { "@value": { a: 1 } },
            "@reverse": {},
            "": "empty key",
            "ex:part": "an IRI of another",
            "http://example.org/whole": "whole",
            "ftp://x.org/p": "p",
            "://odd": "odd",
            ":lead": "lead",
          },
          { "@type": "dcid:City" },
          { "@id": "_:b1", label: "blank" },
          { "@id": "https://datacommons.org/browser/", label: "no dcid" },
          { "@id": "ex:e", lists: [["x"]] },
          {
            "@id": "dcid:o1",
            "@type": "dcid:StatVarObservation",
            variableMeasured: "dcid:v",
            observationAbout: { "@id": "dcid:a" },
            observationDate: "2020",
            value: 5,
            unit: "dcid:Ton",
            measurementMethod: { "@id": "dcid:M" },
            provenanceUrl: "https://p.org",
            provenance: { "@id": "dcid:p" },
            footnote: "kept",
          },
          {
            "@id": "dcid:o2",
            "@type": "dcid:StatVarObservation",
            variableMeasured: "dcid:v",
            observationDate: "2020",
          },
          {
            "@id": "dcid:o3",
            "@type": "dcid:StatVarObservation",
            variableMeasured: "dcid:v",
            observationAbout: "dcid:a",
            observationDate: "some day",
            value: 1,
          },
          {
            "@id": "dcid:o4",
            "@type": "dcid:StatVarObservation",
            variableMeasured: "dcid:v",
            observationDate: "2021",
            value: "6",
            exporter: { "@id": "dcid:a" },
            importer: { "@id": "dcid:b" },
          },
        ],
      },
      undefined,
      1,
    ),
  });
});

test("JSON-LD with a vocabulary of somebody else, and with names that look like keywords", async () => {
  await expectLog("json-ld-vocabulary", {
    "d.jsonld": JSON.stringify({
      "@context": {
        "@vocab": "http://example.org/",
        "@base": "dcid:",
        http: "dcid:wrong/",
        self: "self",
        round: "about:x",
        about: "round:y",
      },
      "@id": "dcid:a",
      "@type": "City",
      size: 1,
      "http://example.org/size": 2,
      "http:plain": 3,
      self: 4,
      "round:x": 5,
      "@base": 6,
    }),
  });
});

test("N-Triples and N-Quads: nodes, literals, observations, and what is no statement", async () => {
  const dc = "https://datacommons.org/browser/";
  await expectLog("rdf", {
    "a.nt": [
      "# a comment",
      "",
      `<${dc}a> <${dc}typeOf> <${dc}City> .`,
      `<${dc}a> <${dc}name> "A \\"b\\" \\t\\n\\r\\\\ \\u00e9 \\U0001F600"@en .`,
      `<${dc}a> <${dc}code> "7"^^<http://www.w3.org/2001/XMLSchema#integer> . # behind`,
      `<http://example.org/x> <http://example.org/p> <http://example.org/y> .`,
      `<${dc}> <${dc}p> "nobody" .`,
      `<${dc}a> <${dc}> "no property" .`,
      `<${dc}a> <${dc}empty> <${dc}> .`,
      `<${dc}a> <${dc}p> "open .`,
      `<${dc}a> <${dc}p> "bad \\x escape" .`,
      `<${dc}a> <${dc}p> "lone \\ud800" .`,
      `<${dc}a> <${dc}p> <${dc}b>`,
      "just words",
      `_:o <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${dc}StatVarObservation> .`,
      `_:o <${dc}variableMeasured> <${dc}v> .`,
      `_:o <${dc}observationAbout> <${dc}a> .`,
      `_:o <${dc}observationDate> "2020" .`,
      `_:o <${dc}observationDate> "2021" .`,
      `_:o <${dc}value> "5" .`,
      `_:o <${dc}unit> <${dc}Ton> .`,
      `_:o <${dc}footnote> "kept" .`,
      `_:u <${dc}typeOf> <${dc}StatVarObservation> .`,
      `_:u <${dc}variableMeasured> <${dc}v> .`,
      `_:d <${dc}typeOf> <${dc}StatVarObservation> .`,
      `_:d <${dc}variableMeasured> <${dc}v> .`,
      `_:d <${dc}observationAbout> <${dc}a> .`,
      `_:d <${dc}observationDate> "soon" .`,
      `_:d <${dc}value> "1" .`,
      `_:blank <${dc}name> "blank" .`,
      `<${dc}a> <${dc}near> _:blank .`,
    ].join("\n"),
    "b.nq": [
      `<${dc}a> <${dc}name> "B" <${dc}graph/one> .`,
      `<${dc}a> <${dc}near> <${dc}c> <http://example.org/g> .`,
      `<${dc}a> <${dc}p> "v" _:g .`,
    ].join("\n"),
  });
});

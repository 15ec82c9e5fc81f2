import { describe, expect, test } from "vitest";
import { parseConfig } from "../../../../src/load/custom/config.ts";

const told = (text: string) =>
  parseConfig(text, "config.json").findings.map(
    ({ level, counter, line, message }) => `${level} ${counter}:${line} ${message()}`,
  );

describe("what is wrong with a config is reported with its line", () => {
  const keysOfEntry =
    "importType, format, entityType, provenance, columnMappings, ignoreColumns, entityColumns, columnsToResolve, " +
    "observationProperties, eventType, rowEntityType, idColumn, computedVariables, importName";
  const columns =
    "entity, variable, date, value, measurementMethod, observationPeriod, scalingFactor, unit";
  const about = (variable: string) => `{"inputFiles": {},\n"variables": {"v": ${variable}}}`;

  test.each([
    [
      '{"inputFiles": {\n"a.csv": {\n"formatt": "x"}}}',
      `warning Config_UnknownKey:3 the key 'formatt' of 'a.csv' of inputFiles is not read; keys are ${keysOfEntry}; is 'format' meant?`,
    ],
    [
      '{"inputFiles": [{"pattern": "a",\n"file": "x"}]}',
      `warning Config_UnknownKey:2 the key 'file' of an entry of inputFiles is not read; keys are pattern, filename, ${keysOfEntry}`,
    ],
    [
      '{"inputFiles": {},\n"souces": {}}',
      "warning Config_UnknownKey:2 the key 'souces' of the config is not read; keys are inputFiles, variables, sources, events, " +
        "entities, includeInputSubdirs, groupStatVarsByProperty, verticalSpecsFile, defaultCustomRootStatVarGroupName, " +
        "customIdNamespace, customSvgPrefix, svHierarchyPropsBlocklist, importName, importProxyEntities, generateTopics, " +
        "dataDownloadUrl, database; is 'sources' meant?",
    ],
    [
      '{"inputFiles": {\n"a.csv": {"importType":\n"event"}}}',
      "error Config_BadValue:2 the importType of 'a.csv' is 'event'; it can be observations, variables, events, entities; is 'events' meant?",
    ],
    [
      '{"inputFiles": {"a.csv":\n{"format": "wide"}}}',
      "error Config_BadValue:2 the format of 'a.csv' is 'wide'; it can be variablePerRow or variablePerColumn",
    ],
    [
      '{"inputFiles": {"a.csv":\n{"ignoreColumns": "x"}}}',
      "error Config_BadValue:2 expected a list of texts as 'ignoreColumns' of 'a.csv' of inputFiles",
    ],
    [
      '{"inputFiles":\n[{"provenance": "dcid:P"}]}',
      "error Config_NoPattern:2 an entry of inputFiles needs a pattern",
    ],
    [
      '{"inputFiles": [\n{"pattern": "../../etc/passwd"}]}',
      "error Config_PathOutside:2 expected a file of this folder in inputFiles, found '../../etc/passwd'",
    ],
    [
      '{"inputFiles": {"a.csv": {},\n"a.csv": {}}}',
      "error Config_DoubledKey:2 the key 'a.csv' of inputFiles is there twice; the last one is read",
    ],
    [
      '{"inputFiles": {\n"a.csv": {"entityType":\n"dcs:Contry"}}}',
      "warning Config_UnusualType:2 the entityType 'Contry' is no usual type; is 'Country' meant?",
    ],
    [
      '{"inputFiles": {\n"a.csv": {"columnMappings": {\n"entitty": "x"}}}}',
      `warning Config_UnknownKey:3 the key 'entitty' of columnMappings is not read; keys are ${columns}; is 'entity' meant?`,
    ],
    [
      '{"inputFiles": {"a.csv": {"columnMappings": {"Where": "entity"}}}}',
      `warning Config_UnknownKey:1 the key 'Where' of columnMappings is not read; keys are ${columns}`,
    ],
    [
      '{"inputFiles": {"a.csv": {"columnMappings": {"entity": "unit", "wher": "date"}}}}',
      `warning Config_UnknownKey:1 the key 'wher' of columnMappings is not read; keys are ${columns}`,
    ],
    [
      '{"inputFiles": {"a.csv": {"columnMappings": {"date": "x",\n"unit": "y",\n"value": "x"}}}}',
      "warning Config_BadValue:3 columnMappings names column 'x' as 'date' and as 'value'; is one of them another column?",
    ],
    [
      '{"inputFiles": {"a.csv": {"columnMappings": {\n"Where": "entity",\n"When": "date"}}}}',
      "warning Config_TurnedMappings:2 columnMappings is turned around: its keys are what columns hold and its values are columns, " +
        'as in \'"entity": "Where"\'; it is read that way',
    ],
    [
      '{"inputFiles": [{"pattern": "a", "columnMappings": {"dcid:value": "v",\n"dcid:unti": "u"}}]}',
      "warning Config_UnknownKey:2 the key 'dcid:unti' of columnMappings makes a dimension of observations; is 'dcid:unit' meant?",
    ],
    [
      '{"inputFiles": [{"pattern": "a", "columnMappings": {\n"Dcid:observatonAboud": "e"}}]}',
      "warning Config_UnknownKey:2 the key 'Dcid:observatonAboud' of columnMappings makes a dimension of observations; is 'dcid:observationAbout' meant?",
    ],
    [
      '{"inputFiles": {},\n"dataDownloadUrl": ["/x"]}',
      "info Config_KeyWithoutEffect:2 'dataDownloadUrl' has no effect: files are read where the config lies, and from nowhere else",
    ],
    [
      '{"inputFiles": {},\n"database": {}}',
      "info Config_KeyWithoutEffect:2 'database' has no effect: nothing is written to a database",
    ],
    [
      about('{"aggregation": {"period": "hour"}}'),
      "error Config_BadValue:2 the period of an aggregation is day, month or year, not 'hour': 'v' of variables",
    ],
    [
      about('{"aggregation": {"method": "sum"}}'),
      "error Config_BadValue:2 the only method of an aggregation is count, not 'sum': 'v' of variables",
    ],
    [
      about('{"aggregation": {"periode": "day"}}'),
      "warning Config_UnknownKey:2 the key 'periode' of aggregation of 'v' of variables is not read; keys are period, method; is 'period' meant?",
    ],
    [about("1"), "error Config_BadValue:2 expected an object as 'v' of variables"],
    [
      about('{"scalingFactor":\n"many"}'),
      "warning Config_BadValue:2 scalingFactor is a number, such as 1000, not 'many'",
    ],
    [
      about('{"nam": "x"}'),
      "warning Config_UnknownKey:2 the key 'nam' of 'v' of variables is not read; keys are name, description, searchDescriptions, " +
        "nlSentences, group, properties, aggregation, unit, scalingFactor, measurementMethod, observationPeriod; is 'name' meant?",
    ],
    [
      about('{\n"properties": {"unit": "Percent"}}'),
      "warning Config_BadValue:3 no observation of 'v' of variables gets the unit 'Percent': write it beside 'properties', not in it",
    ],
    [
      '{"inputFiles": {},\n"events": {"E": {"label": "x"}}}',
      "warning Config_UnknownKey:2 the key 'label' of 'E' of events is not read; keys are name, description",
    ],
    [
      '{"inputFiles": {},\n"entities": {"E": []}}',
      "error Config_BadValue:2 expected an object as 'E' of entities",
    ],
    [
      '{"inputFiles": {}, "sources": {"S": {\n"url": "todo"}}}',
      "warning Config_BadUrl:2 the url of 'S' is 'todo', which is no address, such as https://example.org/data",
    ],
    [
      '{"inputFiles": {}, "sources": {"S": {\n"provenances": {"P": "www.s.org"}}}}',
      "warning Config_BadUrl:2 the url of the provenance 'P' is 'www.s.org', which is no address, such as https://example.org/data",
    ],
    [
      '{"inputFiles": {}, "sources": {"S": {\n"name": "s"}}}',
      "warning Config_UnknownKey:2 the key 'name' of 'S' of sources is not read; keys are url, provenances",
    ],
    [
      '{"includeInputSubdirs": true}',
      "error Config_NoInputFiles:1 inputFiles is missing: without it no table is read; name the tables, " +
        'as in { "inputFiles": { "*.csv": { "format": "variablePerRow" } } }',
    ],
    ['{"inputFiles": 5}', "error Config_BadValue:1 expected an object as inputFiles"],
    [
      '{"inputFiles": {},\n"sources": []}',
      "error Config_BadValue:2 expected an object as 'sources' of the config",
    ],
  ])("%s", (text, expected) => {
    expect(told(text)).toEqual([expected]);
  });

  test.each([
    [
      '{"inputFiles": [{"pattern": "a", "columnMappings": {"Where": "entity", "When": "date"}}]}',
      "dimensions",
    ],
    [
      '{"inputFiles": {"a.csv": {"importType": "events", "columnMappings": {"loc": "entity", "when": "date"}}}}',
      "properties of events",
    ],
    [
      '{"inputFiles": [{"pattern": "a", "importType": "events", "columnMappings": {"dcid:unti": "x"}}]}',
      "properties of events that look like columns",
    ],
    [
      '{"inputFiles": {"a.csv": {"importType": "variables", "entityType": "dcid:State"}}}',
      "usual types",
    ],
    [
      '{"inputFiles": {}, "variables": {"v": {"unit": "X", "properties": {"unit": "Y"}, "scalingFactor": 1000}}}',
      "a unit in both places",
    ],
    [
      '{"inputFiles": {}, "variables": {"v": {"aggregation": {"method": "count", "period": "year"}}}}',
      "counts of years",
    ],
  ])("nothing is: %s", (text) => {
    expect(told(text)).toEqual([]);
  });
});

test("a slip of each usual type of entities is reported, and the type itself is not", () => {
  const types =
    "AdministrativeArea1 AdministrativeArea2 AdministrativeArea3 CensusTract CensusZipCodeTabulationArea City Continent " +
    "Country County EurostatNUTS1 EurostatNUTS2 EurostatNUTS3 Organization Place School SchoolDistrict State Town Village";
  const toldOf = (entityType: string) =>
    told(JSON.stringify({ inputFiles: { "a.csv": { entityType } } }));
  for (const type of types.split(" ")) {
    const slip = `Q${type}`;
    expect(toldOf(type)).toEqual([]);
    expect(toldOf(slip)).toEqual([
      `warning Config_UnusualType:1 the entityType '${slip}' is no usual type; is '${type}' meant?`,
    ]);
  }
});

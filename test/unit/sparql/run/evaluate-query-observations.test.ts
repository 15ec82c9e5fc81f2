import { describe, expect, test } from "vitest";
import { observationId } from "../../../../src/ids/observation-id.ts";
import { worldOf } from "../../../oracle/small-world.ts";
import { answerOf } from "../answers.ts";

const census = {
  importName: "Census",
  measurementMethod: "CensusPEPSurvey",
  observationPeriod: "P1Y",
  unit: "Person",
  scalingFactor: "1",
};
const aggregate = { importName: "Sum", measurementMethod: "dcAggregate/CensusPEPSurvey" };
const world = worldOf(
  [
    ["geoId/06", "typeOf", "State"],
    ["geoId/10", "typeOf", "State"],
    ["country/USA", "typeOf", "Country"],
    ["Person", "name", "=person"],
    ["wd/1", "foundingDate", "=2020"],
    ["wd/2", "foundingDate", "2020"],
    ["wd/3", "employees", "=5.50"],
  ],
  [
    ["Count_Person", "geoId/06", "2019", "100", census],
    ["Count_Person", "geoId/06", "2020", "5.50", census],
    ["Count_Person", "geoId/06", "2020", "7", aggregate],
    ["Count_Person", "country/USA", "2020", "9", { importName: "Sum" }],
    ["Median_Age", "geoId/10", "2020-01", "5.5", census],
    ["Median_Age", "geoId/10", "2021", "low", census],
  ],
);
const answer = (query: string) => answerOf(world, query);
const ofObservations = (select: string, patterns: string) =>
  answer(`SELECT ${select} WHERE { ?o typeOf StatVarObservation . ${patterns} }`).sort();

describe("observations answer as nodes with columns", () => {
  test("every combination of known variable, entity and date finds the same points", () => {
    const patterns = {
      variable: "?o variableMeasured Count_Person",
      entity: "?o observationAbout geoId/06",
      date: '?o observationDate "2020"',
    };
    const both = ["5.50", "7"];
    const value = "?o value ?v";
    const found = (...parts: string[]) => ofObservations("?v", [value, ...parts].join(" . "));
    const { variable, entity, date } = patterns;
    expect(found(variable, entity, date)).toEqual(both);
    expect(found(entity, date)).toEqual(both);
    expect(found(variable, date)).toEqual(["5.50", "7", "9"]);
    expect(found(date)).toEqual(["5.50", "7", "9"]);
    expect(found(variable, entity)).toEqual(["100", "5.50", "7"]);
    expect(found(variable)).toEqual(["100", "5.50", "7", "9"]);
    expect(found(entity)).toEqual(["100", "5.50", "7"]);
    expect(found()).toEqual(["100", "5.5", "5.50", "7", "9", "low"]);
  });

  test("lists of constants mean any of them", () => {
    expect(
      ofObservations(
        "?v",
        '?o variableMeasured (Median_Age Count_Person x) . ?o observationAbout (geoId/06 geoId/10) . ?o observationDate ("2020" "2020-01" "1900") . ?o value ?v',
      ),
    ).toEqual(["5.5", "5.50", "7"]);
    expect(ofObservations("?v", '?o value ("7" "low" "x") . ?o value ?v')).toEqual(["7", "low"]);
  });

  test("values are compared as they are written", () => {
    const entityOf = (value: string) =>
      ofObservations("?e", `?o value ${value} . ?o observationAbout ?e`);
    expect(entityOf("5.5")).toEqual(["geoId/10"]);
    expect(entityOf("5.50")).toEqual(["geoId/06"]);
    expect(entityOf('"low"')).toEqual(["geoId/10"]);
    expect(entityOf("5.500")).toEqual([]);
  });

  test("unset columns do not drop a row", () => {
    expect(
      ofObservations(
        "?v ?m ?p ?u ?f ?s ?l",
        "?o variableMeasured Count_Person . ?o value ?v . ?o measurementMethod ?m . ?o observationPeriod ?p . ?o unit ?u . ?o scalingFactor ?f . ?o samplePopulation ?s . ?o location ?l",
      ),
    ).toEqual([
      "100|CensusPEPSurvey|P1Y|Person|1|-|-",
      "5.50|CensusPEPSurvey|P1Y|Person|1|-|-",
      "7|dcAggregate/CensusPEPSurvey|-|-|-|-|-",
      "9|-|-|-|-|-|-",
    ]);
  });

  test("unset columns match no constant and join with nothing", () => {
    expect(ofObservations("?v", '?o unit "" . ?o value ?v')).toEqual([]);
    expect(
      ofObservations("?n", "?o variableMeasured Count_Person . ?o unit ?u . ?u name ?n"),
    ).toEqual(["person", "person"]);
    const pairs =
      "?o unit ?u . ?p typeOf StatVarObservation . ?p unit ?u . ?p value low . ?o value ?v";
    expect(ofObservations("?v", pairs)).toEqual(["100", "5.5", "5.50", "low"]);
  });

  test("methods are matched as imports write them", () => {
    const measuredBy = (method: string) =>
      ofObservations(
        "?v",
        `?o variableMeasured Count_Person . ?o measurementMethod ${method} . ?o value ?v`,
      );
    expect(measuredBy("CensusPEPSurvey")).toEqual(["100", "5.50"]);
    expect(measuredBy("dcAggregate/CensusPEPSurvey")).toEqual(["7"]);
  });

  test("provenance and type are columns too", () => {
    expect(
      ofObservations("?p ?t", '?o observationDate "2021" . ?o provenance ?p . ?o typeOf ?t'),
    ).toEqual(["dc/base/Census|StatVarObservation"]);
    expect(ofObservations("?v", "?o provenance dc/base/Sum . ?o value ?v")).toEqual(["7", "9"]);
    expect(ofObservations("?v", "?o typeOf State . ?o value ?v")).toEqual([]);
  });

  test("dates and values join with literals of the graph, and not with nodes", () => {
    expect(
      ofObservations("?x ?v", "?o observationDate ?d . ?x foundingDate ?d . ?o value ?v"),
    ).toEqual(["wd/1|5.50", "wd/1|7", "wd/1|9"]);
    expect(
      ofObservations("?x ?e", "?x employees ?v . ?o value ?v . ?o observationAbout ?e"),
    ).toEqual(["wd/3|geoId/06"]);
  });

  test("joins with each other, on values that the dictionary has not", () => {
    const query = `SELECT ?d ?f WHERE { ?a typeOf StatVarObservation . ?b typeOf StatVarObservation .
      ?a value "7" . ?a observationDate ?d . ?b observationDate ?d . ?b value ?f }`;
    expect(answer(query).sort()).toEqual(["2020|5.50", "2020|7", "2020|9"]);
    const same = `SELECT ?d ?e WHERE { ?a typeOf StatVarObservation . ?b typeOf StatVarObservation .
      ?a value ?v . ?b value ?v . ?a observationDate ?d . ?b observationDate ?e }`;
    expect(answer(same).length).toBe(6);
  });

  test("joins with places", () => {
    const query = `SELECT ?p ?v WHERE { ?o typeOf StatVarObservation . ?o variableMeasured Count_Person .
      ?o observationAbout ?p . ?p typeOf Country . ?o value ?v }`;
    expect(answer(query)).toEqual(["country/USA|9"]);
  });

  test("need no type where they say what they measure or about what", () => {
    expect(
      answer("SELECT ?v WHERE { ?o variableMeasured Count_Person . ?o value ?v }").length,
    ).toBe(4);
    expect(answer("SELECT ?v WHERE { ?o observationAbout country/USA . ?o value ?v }")).toEqual([
      "9",
    ]);
    expect(answer("SELECT ?v WHERE { ?o value ?v }")).toEqual([]);
  });

  test("DISTINCT needs one match for each row", () => {
    const about = "?o typeOf StatVarObservation . ?o observationAbout ?p";
    expect(answer(`SELECT DISTINCT ?p WHERE { ${about} }`).sort()).toEqual([
      "country/USA",
      "geoId/06",
      "geoId/10",
    ]);
    expect(answer(`SELECT DISTINCT ?p ?d WHERE { ${about} . ?o observationDate ?d }`).length).toBe(
      5,
    );
    expect(
      answer(`SELECT DISTINCT ?p WHERE { ${about} . ?o observationDate "2020" }`).sort(),
    ).toEqual(["country/USA", "geoId/06"]);
  });

  test("ORDER BY orders values and dates as texts", () => {
    const where = "WHERE { ?o typeOf StatVarObservation . ?o value ?v . ?o observationDate ?d }";
    expect(answer(`SELECT ?v ${where} ORDER BY ?v`)).toEqual([
      "100",
      "5.5",
      "5.50",
      "7",
      "9",
      "low",
    ]);
    expect(answer(`SELECT ?d ${where} ORDER BY DESC(?d) LIMIT 3`)).toEqual([
      "2021",
      "2020-01",
      "2020",
    ]);
    const units = `SELECT ?u WHERE { ?o typeOf StatVarObservation . ?o unit ?u } ORDER BY ?u LIMIT 3`;
    expect(answer(units)).toEqual(["-", "-", "Person"]);
  });
});

describe("the id of an observation", () => {
  const id = observationId({
    observationAbout: "country/USA",
    variableMeasured: "Count_Person",
    observationDate: "2020",
    value: "9",
    observationPeriod: "",
    unit: "",
    measurementMethod: "",
    scalingFactor: "",
  });

  test("is what the variable of the observation prints", () => {
    expect(ofObservations("?o ?d", "?o observationAbout country/USA . ?o dcid ?d")).toEqual([
      `${id}|${id}`,
    ]);
  });

  test("can be asked for, alone or with anything else", () => {
    expect(ofObservations("?v", `?o dcid ("${id}" dc/o/x) . ?o value ?v`)).toEqual(["9"]);
    expect(answer(`SELECT ?d WHERE { ?d dcid ${id} }`)).toEqual([id]);
    expect(
      answer(
        `SELECT ?v WHERE { ?o dcid ?d . ?d dcid ${id} . ?o observationAbout ?e . ?o value ?v }`,
      ),
    ).toEqual(["9"]);
    expect(ofObservations("?v", "?o dcid geoId/06 . ?o value ?v")).toEqual([]);
  });

  test("orders and tells apart", () => {
    const where = "WHERE { ?o typeOf StatVarObservation } ORDER BY ?o";
    const ids = answer(`SELECT DISTINCT ?o ${where}`);
    expect(ids.length).toBe(6);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("observations that are plain nodes", () => {
  const mixed = worldOf(
    [
      ["obs/1", "typeOf", "StatVarObservation"],
      ["obs/1", "variableMeasured", "Count_Person"],
      ["obs/1", "observationAbout", "geoId/06"],
      ["obs/1", "observationDate", "=2018"],
      ["obs/1", "value", "=1"],
      ["obs/1", "name", "=by hand"],
    ],
    [["Count_Person", "geoId/06", "2019", "2", {}]],
  );

  test("match beside those of the index, unset columns included", () => {
    const query = `SELECT ?d ?v ?u WHERE { ?o typeOf StatVarObservation .
      ?o variableMeasured Count_Person . ?o observationDate ?d . ?o value ?v . ?o unit ?u } ORDER BY ?d`;
    expect(answerOf(mixed, query)).toEqual(["2018|1|-", "2019|2|-"]);
  });

  test("have other properties too", () => {
    const query = "SELECT ?v ?n WHERE { ?o typeOf StatVarObservation . ?o value ?v . ?o name ?n }";
    expect(answerOf(mixed, query)).toEqual(["1|by hand"]);
    expect(answerOf(mixed, "SELECT ?v WHERE { obs/1 value ?v }")).toEqual(["1"]);
  });

  test("can be named by their dcid", () => {
    const query = "SELECT ?v WHERE { ?o typeOf StatVarObservation . ?o dcid obs/1 . ?o value ?v }";
    expect(answerOf(mixed, query)).toEqual(["1"]);
  });

  test("a column may be the observation itself", () => {
    expect(answerOf(mixed, "SELECT ?o WHERE { ?o observationAbout ?o }")).toEqual([]);
  });
});

test("populations and their observations are plain triples", () => {
  const old = worldOf([
    ["geoId/06", "name", "=California"],
    ["dc/p/1", "typeOf", "StatisticalPopulation"],
    ["dc/p/1", "location", "geoId/06"],
    ["dc/p/1", "numConstraints", "=0"],
    ["dc/o/1", "typeOf", "Observation"],
    ["dc/o/1", "observedNode", "dc/p/1"],
    ["dc/o/1", "measuredValue", "=39538223"],
  ]);
  const query = `SELECT ?name ?population WHERE { ?a name ?name . ?b location ?a . ?b numConstraints 0.
    ?b typeOf StatisticalPopulation . ?c observedNode ?b . ?c typeOf Observation .
    ?c measuredValue ?population . }`;
  expect(answerOf(old, query)).toEqual(["California|39538223"]);
});

describe("observations about several entities", () => {
  const flows = worldOf(
    [
      ["country/USA", "typeOf", "Country"],
      ["Trade", "observationProperties", "to"],
      ["Trade", "observationProperties", "observationAbout"],
    ],
    [
      ["Migrants", { from: "country/USA", mode: "Air", to: "country/CAN" }, "2024", "7"],
      ["Migrants", { from: "country/CAN", mode: "Sea", to: "country/USA" }, "2024", "3"],
      ["Migrants", { from: "country/USA", mode: "Sea", to: "country/USA" }, "2024", "1"],
      ["Trade", { observationAbout: "country/USA", to: "country/CAN" }, "2024", "8"],
      ["People", "country/USA", "2024", "100"],
    ],
  );
  const values = (patterns: string, select = "?value") =>
    answerOf(
      flows,
      `SELECT ${select} WHERE { ?o typeOf StatVarObservation . ?o value ?value . ${patterns} }`,
    ).sort();

  test("have a property for each of them", () => {
    expect(values("?o from country/USA")).toEqual(["1", "7"]);
    expect(values("?o to country/USA")).toEqual(["1", "3"]);
    expect(values('?o mode "Air"')).toEqual(["7"]);
    expect(values("?o to country/CAN")).toEqual(["7", "8"]);
    expect(values("?o to country/USA . ?o variableMeasured Trade")).toEqual([]);
    expect(values("?o from ?a . ?o to ?a")).toEqual(["1"]);
    expect(values("?o mode ?m . ?o from country/CAN", "?m ?value")).toEqual(["Sea|3"]);
  });

  test("have observationAbout where it is one of them", () => {
    expect(values("?o observationAbout country/USA")).toEqual(["100", "8"]);
    expect(values("?o observationAbout ?a", "?a ?value")).toEqual([
      "country/USA|100",
      "country/USA|8",
    ]);
  });

  test("are nodes of their own, as many as there are combinations", () => {
    const ids = new Set(values("?o variableMeasured Migrants", "?o"));
    expect(ids.size).toBe(3);
  });
});

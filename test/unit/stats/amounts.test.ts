/** Which variables are amounts: by their kind of statistic, their units, and words in several languages. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { isAmount, measuredOf } from "../../../src/stats/amounts.ts";

const measured = (dcid: string, name = "", statType = "", units: readonly string[] = []) => ({
  ...{ dcid, name, statType, units },
});

test.each([
  ["", true],
  ["measuredValue", true],
  ["sum", true],
  ["medianValue", false],
  ["growthRate", false],
])("statType '%s'", (statType, expected) => {
  expect(isAmount(measured("Count_Person", "People", statType))).toBe(expected);
});

test.each([
  [["USDollar"], true],
  [["Kilogram", "MetricTon"], true],
  [["USDollar", "Percent"], false],
  [["KilogramPer Person"], false],
  [["KilogramPerHectare"], false],
  [["PerCapita", "x"], false],
  [["permille"], true],
  [["Ratio"], false],
  [["Rate"], false],
  [["Index"], false],
  [["LightYear"], true],
  [["Celsius"], false],
  [["Celsius2"], true],
  [["Mg/L"], false],
  [["%"], false],
])("units %j", (units, expected) => {
  expect(isAmount(measured("Amount", "Amount", "measuredValue", units))).toBe(expected);
});

test.each([
  ["Count_Person", "Population", true],
  ["UnemploymentRate_Person", "", false],
  ["Median_Age_Person", "", false],
  ["V", "Birth rate", false],
  ["V", "Life expectancy", false],
  ["V", "Spending per guest", false],
  ["V", "Corporate profit", true],
  ["V", "Persons", true],
  ["V", "Share of women", false],
  ["V", "Bike share trips", true],
  ["V", "Market share price", true],
  ["V", "Ausgaben je Einwohner", false],
  ["V", "Anteil der Frauen", false],
  ["V", "Arbeitslosenquote", false],
  ["V", "Dépenses par habitant", false],
  ["V", "Taux de chômage", false],
  ["V", "Tasa de paro", false],
  ["V", "Gasto por persona", false],
  ["V", "Projekte", true],
  ["V", "Durchschnittspreis", false],
  ["V", "Âge médian", false],
  ["V", "Salaire moyen", false],
  ["V", "Ingreso promedio", false],
  ["V", "Porcentaje de mujeres", false],
  ["V", "Quoten", true],
  ["V", "Projekt Alpha je Einwohner", false],
  ["V", "Bauprojekt pro Kopf", false],
  ["V", "quotes", true],
  ["V", "Taxis", true],
  ["V", "gasto por mil habitantes", false],
  ["V", "dépenses par tête", false],
])("%s, '%s'", (dcid, name, expected) => {
  expect(isAmount(measured(dcid, name))).toBe(expected);
});

test("a graph describes what it has of a variable, and nothing of others", async () => {
  const { engine } = await open({
    "v.mcf":
      'Node: dcid:V\ntypeOf: dcs:StatisticalVariable\nname: "Pay"\nstatType: dcs:medianValue\n\nNode: dcid:W\ntypeOf: dcs:StatisticalVariable\n',
  });
  const { graph } = engine;
  expect(measuredOf(graph, "V", ["Euro"])).toEqual(measured("V", "Pay", "medianValue", ["Euro"]));
  expect(measuredOf(graph, "W", [])).toEqual(measured("W"));
  expect(measuredOf(graph, "X", [])).toEqual(measured("X"));
});

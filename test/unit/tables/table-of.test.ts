/** Which questions make a table. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

test("perCapita refuses a rate, a median and an average, which a denominator that is named divides", async () => {
  const own = await open({
    "graph.mcf":
      "Node: dcid:Salary\ntypeOf: dcid:StatisticalVariable\nstatType: dcid:medianValue\n",
    "obs.csv": `entity,variable,date,value,unit
a,Count_Person,2020,10,
a,Salary,2020,50,USDollar
a,UnemploymentRate_Person,2020,5,
a,Jobs,2020,4,
a,Warmth,2020,20,Celsius
a,Occupancy,2020,60,Percent
a,Spending,2020,60,USDollarPerPerson
`,
  });
  const asked = { entities: ["a"], perCapita: true } as const;
  for (const wrong of ["Salary", "UnemploymentRate_Person", "Warmth", "Occupancy", "Spending"]) {
    await expect(own.table({ ...asked, variables: ["Jobs", wrong] })).rejects.toThrow(
      `perCapita divides amounts, and '${wrong}' is a rate, a median or an average: leave perCapita out; a table with denominator: "Count_Person" divides it all the same`,
    );
  }
  const [jobs] = await own.table({ ...asked, variables: ["Jobs"] });
  expect(jobs).toMatchObject({ value: 0.4 });
  const named = { ...asked, perCapita: false, denominator: "Count_Person" } as const;
  const [salary] = await own.table({ ...named, variables: ["Salary"] });
  expect(salary).toMatchObject({ value: 5 });
});

test.each([
  ["Ausgaben je Gast", false],
  ["Schulden pro Kopf", false],
  ["Arbeitslosenquote", false],
  ["Anteil der Frauen", false],
  ["Dépenses par habitant", false],
  ["Taux de chômage", false],
  ["Gasto por habitante", false],
  ["Gäste", true],
  ["Population par sexe", true],
  ["Pro Players", true],
  ["Quoten", true],
])(
  "perCapita knows by the words of its name in German, French and Spanish whether '%s' is an amount",
  async (name, isOne) => {
    const own = await open({
      "v.mcf": `Node: dcid:V\ntypeOf: dcs:StatisticalVariable\nname: "${name}"\n`,
      "o.csv": "entity,variable,date,value\na,Count_Person,2020,10\na,V,2020,50\n",
    });
    const asked = own.table({ entities: ["a"], variables: ["V"], perCapita: true });
    if (isOne) expect([...(await asked)][0]).toMatchObject({ value: 5 });
    else await expect(asked).rejects.toThrow("perCapita divides amounts, and 'V' is");
  },
);

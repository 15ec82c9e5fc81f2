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
`,
  });
  const asked = { entities: ["a"], perCapita: true } as const;
  for (const wrong of ["Salary", "UnemploymentRate_Person", "Warmth"]) {
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

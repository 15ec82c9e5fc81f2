import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open, type TableQuestion } from "../../../../src/index.ts";

const header =
  "entity,variable,date,value,provenance,unit,scaling_factor,measurement_method,observation_period,properties";
const loan = (from: string, to: string, date: string, value: number, source = "dc/base/A") =>
  `,Loans,${date},${value},${source},,,,,"{""donor"": ""country/${from}"", ""recipient"": ""country/${to}""}"`;

let commons: Commons;
beforeAll(async () => {
  commons = await open({
    "o.csv": [
      header,
      loan("USA", "CAN", "2020", 1),
      loan("USA", "CAN", "2021", 2),
      loan("USA", "CAN", "2019", 9, "dc/base/B"),
      loan("USA", "MEX", "2021", 3),
      loan("FRA", "MEX", "2020", 4),
      "country/USA,People,2021,100,dc/base/A,,,,,{}",
    ].join("\n"),
    "g.mcf": `Node: dcid:country/MEX
typeOf: dcs:Country
name: "Mexico"
containedInPlace: dcid:northamerica
`,
  });
});

async function rows(question: TableQuestion): Promise<readonly unknown[][]> {
  const table = await commons.table(question);
  const wanted = ["entity", "donor", "recipient", "recipient_name", "date", "value", "Loans"];
  const all = table.columns.map(({ name }) => name);
  const kept = [...all.keys()].filter((at) => wanted.includes(all[at]!));
  return [all, ...table.rows()].map((row) => kept.map((at) => row[at]));
}

describe("a table about entities by property", () => {
  test("has a column for each property, and a series for each combination", async () => {
    expect(await rows({ entities: { donor: ["country/USA"] }, variables: ["Loans"] })).toEqual([
      ["date", "donor", "recipient", "value"],
      ["2021", "country/USA", "country/CAN", 2],
      ["2021", "country/USA", "country/MEX", 3],
    ]);
    const all = { variables: ["Loans"], date: "all", facet: "all" } as const;
    const entities = { donor: ["country/USA"], recipient: ["country/CAN", "country/GBR"] };
    expect(await rows({ ...all, entities })).toEqual([
      ["date", "donor", "recipient", "value"],
      ["2020", "country/USA", "country/CAN", 1],
      ["2021", "country/USA", "country/CAN", 2],
      ["2019", "country/USA", "country/CAN", 9],
    ]);
  });

  test("takes an expression, names, a date and other shapes", async () => {
    const entities = { recipient: "northamerica<-containedInPlace+{typeOf:Country}" } as const;
    const question = { entities, variables: ["Loans"] };
    expect(await rows({ ...question, date: "2020", names: true })).toEqual([
      ["date", "donor", "recipient", "recipient_name", "value"],
      ["2020", "country/FRA", "country/MEX", "Mexico", 4],
    ]);
    expect(await rows({ ...question, shape: "variables" })).toEqual([
      ["donor", "recipient", "Loans"],
      ["country/FRA", "country/MEX", 4],
      ["country/USA", "country/MEX", 3],
    ]);
  });

  test("may be about one entity by observationAbout", async () => {
    const entities = { observationAbout: ["country/USA"] };
    const table = await commons.table({ entities, variables: ["People"] });
    expect(table.columns.map(({ name }) => name).slice(0, 3)).toEqual([
      "date",
      "observationAbout",
      "variable",
    ]);
    expect([...table.rows()].map(([, about]) => about)).toEqual(["country/USA"]);
  });

  test("has each of the entities by observationAbout, with its best series", async () => {
    const own = await open({
      "o.csv": "entity,variable,date,value,import_name\na,V,2020,1,I\na,V,2021,2,J\nb,V,2020,3,I\n",
    });
    const question = { entities: { observationAbout: ["a", "b"] }, variables: ["V"] } as const;
    const table = await own.table({ ...question, shape: "variables" });
    expect([...table.rows()]).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
  });

  test("refuses a property that the variable does not have, and a denominator", async () => {
    const variables = ["Loans"];
    await expect(commons.table({ entities: { lender: [] }, variables })).rejects.toThrow(
      "observations of 'Loans' are about entities by donor, recipient, not by 'lender'",
    );
    const perCapita = commons.table({ entities: { donor: [] }, variables, perCapita: true });
    await expect(perCapita).rejects.toThrow("have no denominator");
    const odd = { donor: 5 } as unknown as { donor: string[] };
    await expect(commons.table({ entities: odd, variables })).rejects.toThrow("'entities.donor'");
  });
});

describe("a table about entities", () => {
  test("has each combination of the further ones in a row of its own", async () => {
    const question = { entities: ["country/USA"], variables: ["Loans", "People"] };
    expect(await rows(question)).toEqual([
      ["date", "entity", "donor", "recipient", "value"],
      ["2021", "country/USA", "country/USA", "country/CAN", 2],
      ["2021", "country/USA", "country/USA", "country/MEX", 3],
      ["2021", "country/USA", null, null, 100],
    ]);
    await expect(commons.table({ ...question, shape: "variables" })).rejects.toThrow(
      "observations of 'Loans' are about several entities",
    );
  });
});

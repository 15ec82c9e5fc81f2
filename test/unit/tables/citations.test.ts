/** `commons.cite`: where observations come from. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";

const graph = `Node: dcid:dc/base/People
typeOf: dcs:Provenance
name: "People"
isPartOf: dcid:Census
url: "https://people.example/"
source: dcid:Bureau
licenseType: dcid:CC0

Node: dcid:Census
name: "Yearly Census"

Node: dcid:Bureau
name: "The Bureau"

Node: dcid:CC0
name: "Public domain"

Node: dcid:dc/base/Money
name: "Money"
source: dcid:Bank

Node: dcid:Bank
name: "The Bank"
license: "Terms of the bank"
`;

const observations = `variable,entity,date,value,import_name,provenance,provenance_url,is_dc_aggregate
Count_Person,geoId/06,2018,100,People,dc/base/People,https://people.example/all,
Count_Person,geoId/06,2020-04,110,People,dc/base/People,https://people.example/all,
Count_Person,geoId/48,2015,50,People,dc/base/People,,true
Income,geoId/06,2020,1100,Money,dc/base/Money,https://bank.example/,
Income,geoId/48,2021,900,Unknown,,,
Rate,geoId/48,2021,9,,,,
`;

const people =
  "The Bureau, Yearly Census, 2018–2020 (https://people.example/), licence: Public domain";

describe("cite", () => {
  let commons: Commons;
  beforeAll(async () => {
    commons = await open({ "graph.mcf": graph, "observations.csv": observations });
  });

  const textsOf = async (answer: object) => (await commons.cite(answer)).map(({ text }) => text);
  const tableOf = (more: object) =>
    commons.table({ entities: ["geoId/06"], variables: ["Count_Person"], ...more });
  const answerOf = (variable: string, entities: readonly string[]) =>
    commons.v2.observation({
      variable: { dcids: [variable] },
      entity: { dcids: entities },
      select: ["variable", "entity", "date", "value", "facet"],
    });

  test("says source, dataset, years, address and licence", async () => {
    const answer = answerOf("Count_Person", ["geoId/06"]);
    expect(await commons.cite(answer)).toEqual([
      {
        source: "The Bureau",
        provenance: "Yearly Census",
        provenanceId: "dc/base/People",
        url: "https://people.example/",
        license: "Public domain",
        from: "2018",
        to: "2020-04",
        facetIds: Object.keys(answer.facets ?? {}),
        text: people,
      },
    ]);
  });

  test("takes the licence of the source, and the address of the facet, where the provenance has none", async () => {
    expect(await textsOf(await tableOf({ variables: ["Income"] }))).toEqual([
      "The Bank, Money, 2020 (https://bank.example/), licence: Terms of the bank",
    ]);
  });

  test("names the import where nothing is said of it, and says that nothing is known", async () => {
    expect(await textsOf(answerOf("Income", ["geoId/48"]))).toEqual(["Unknown, 2021"]);
    expect(await textsOf(answerOf("Rate", ["geoId/48"]))).toEqual(["unknown source, 2021"]);
  });

  test("says that Data Commons processed an aggregate, and nothing else", async () => {
    const both = answerOf("Count_Person", ["geoId/06", "geoId/48"]);
    expect(await textsOf(both)).toEqual([
      people,
      "The Bureau, Yearly Census, 2015 (https://people.example/), licence: Public domain, with minor processing by Data Commons",
    ]);
    expect(
      await textsOf(await tableOf({ entities: ["geoId/06", "geoId/48"], date: "all" })),
    ).toEqual(await textsOf(both));
  });

  test("cites what values were divided by, and that they were divided", async () => {
    const table = await tableOf({ variables: ["Income"], perCapita: true });
    expect(await textsOf(table)).toEqual([
      "The Bank, Money, 2020 (https://bank.example/), licence: Terms of the bank, with minor processing",
      "The Bureau, Yearly Census, 2020 (https://people.example/), licence: Public domain, with minor processing",
    ]);
  });

  test("cites only the facets and the years of the rows that are left of a table", async () => {
    const table = await tableOf({ variables: ["Income", "Count_Person"], date: "all" });
    expect(await textsOf(table)).toHaveLength(2);
    const [last] = [...table.objects()].flatMap(({ date }, at) => (date === "2018" ? [at] : []));
    expect(await textsOf(table.take(Uint32Array.of(last ?? 0)))).toEqual([
      people.replace("2018–2020", "2018"),
    ]);
    expect(await textsOf(table.head(0))).toEqual([]);
  });

  test.each(["dates", "variables"] as const)("reads tables of the shape %s", async (shape) => {
    expect(await textsOf(await tableOf({ date: "all", shape }))).toEqual([people]);
    expect(await textsOf(await tableOf({ date: "2018", shape }))).toEqual([
      people.replace("2018–2020", "2018"),
    ]);
  });

  test("reads what the fast reads, older endpoints, rows and SDMX name", async () => {
    const latest = people.replace("2018–2020", "2020");
    expect(await textsOf(commons.latest("Count_Person", "geoId/06") ?? {})).toEqual([latest]);
    expect(await textsOf(commons.series("Count_Person", "geoId/06"))).toEqual([people]);
    const bulk = { entities: ["geoId/06"], variables: ["Count_Person"], date: "2018" };
    expect(await textsOf(commons.v1.bulkObservationPoint(bulk))).toEqual([
      people.replace("2018–2020", "2018"),
    ]);
    expect(await textsOf((await tableOf({})).toJSON())).toEqual([latest]);
    const filters = { variableMeasured: "Count_Person", observationAbout: "geoId/06" };
    expect(await textsOf(await commons.sdmx.data({ filters }))).toEqual([people]);
  });

  test("cites both values of a correlation, and what was read of a question", async () => {
    const { answer } = await commons.understand("Income against Count_Person", {
      places: ["geoId/06"],
      variables: ["Income", "Count_Person"],
      intent: "correlation",
    });
    expect(await textsOf(answer ?? {})).toEqual([
      "The Bank, Money, 2020 (https://bank.example/), licence: Terms of the bank",
      people.replace("2018–2020", "2020"),
    ]);
  });

  test("cites of a change both of its dates", async () => {
    const { answer } = await commons.understand("Count_Person", {
      places: ["geoId/06"],
      variables: ["Count_Person"],
      intent: "change",
    });
    expect(answer?.rows).toMatchObject([{ date: "2020-04", before: { date: "2018" } }]);
    expect(await textsOf(answer ?? {})).toEqual([people]);
  });

  test("cites what divided the answer to a question, which its rows do not name", async () => {
    const read = await commons.understand("Income per capita", {
      places: ["geoId/06"],
      variables: ["Income"],
      perCapita: true,
    });
    const { answer } = read;
    expect(answer?.rows.map(({ value }) => value)).toEqual([10]);
    const cited = await textsOf(answer ?? {});
    expect(cited).toEqual(await textsOf(await commons.table(answer!.question)));
    expect(cited[1]).toContain("The Bureau, Yearly Census");
    expect(await textsOf(read)).toEqual(cited);
  });

  test("answers nothing where there are no observations, and refuses what is no answer", async () => {
    expect(await commons.cite(answerOf("Count_Person", ["geoId/99"]))).toEqual([]);
    await expect(commons.cite("text" as unknown as object)).rejects.toThrow(
      'cite takes an answer or a table, not "text"',
    );
    await expect(commons.cite(Promise.resolve({}))).rejects.toThrow(
      "not a Promise: await it first",
    );
  });

  test("refuses numbers that name no facet: parts and copies of a series, and rows of the shape variables", async () => {
    const series = commons.series("Count_Person", "geoId/06");
    const table = await tableOf({ shape: "variables" });
    for (const part of [
      series.slice(-1),
      [...series],
      series[0]!,
      structuredClone(series),
      JSON.parse(JSON.stringify(series)),
      table.toJSON(),
      table.columns,
    ]) {
      await expect(commons.cite(part)).rejects.toThrow("cite finds no facet beside these numbers");
    }
    expect(await commons.cite(commons.series("Count_Person", "geoId/99"))).toEqual([]);
  });

  test("a question that has no answer has no sources, whatever numbers say how it was read", async () => {
    for (const text of ["people in California in 1650", "top 3 of nothing"]) {
      const read = await commons.understand(text);
      expect(read.answer?.rows ?? []).toEqual([]);
      expect([await commons.cite(read), await commons.cite(read.answer ?? {})]).toEqual([[], []]);
    }
  });

  test("stops at a limit", async () => {
    const many = Array.from({ length: 100_000 }, () => ({ facetId: "1" }));
    await expect(commons.cite(many, { timeout: 0 })).rejects.toThrow("timeout");
  });
});

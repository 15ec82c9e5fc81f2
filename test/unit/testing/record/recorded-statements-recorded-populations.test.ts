/** The statements that answers about populations become, with the dcids that they have. */
import { describe, expect, test } from "vitest";
import { olderObservationId, populationId } from "../../../../src/ids/observation-id.ts";
import { type Answered, folded } from "./folded.ts";

const payload = (content: unknown) => ({ payload: JSON.stringify(content) });

describe("populations", () => {
  const alike = "observations of populations come without their dcids";
  const idOf = (values: Readonly<Record<string, string>>) =>
    olderObservationId((property) => (values[property] === undefined ? [] : [values[property]]));
  const observed = {
    measuredProp: "count",
    observationDate: "2011",
    unit: "Cat",
    measurementMethod: "by hand",
    measuredValue: 7,
  };
  const linesOf = (dcid: string, about: string) => [
    `${dcid} -measuredProperty-> count`,
    `${dcid} -measuredValue-> "7"`,
    `${dcid} -measurementMethod-> "by hand"`,
    `${dcid} -observationDate-> "2011"`,
    `${dcid} -observedNode-> ${about}`,
    `${dcid} -typeOf-> Observation`,
    `${dcid} -unit-> Cat`,
  ];
  const idAbout = (about: string) =>
    idOf({
      ...{ observedNode: about, observationDate: "2011", measuredProperty: "count", unit: "Cat" },
      ...{ measurementMethod: "by hand", measuredValue: "7" },
    })!;

  test("of a node have their dcids, and observations those of the service's importer", async () => {
    const constraints = {
      gender: "Male",
      income: "10 to 20",
      rank: "-1.5",
      list: "[1]",
      sign: 'a"b',
    };
    const answer = payload({
      name: "A",
      populations: {
        "dc/p/1": { popType: "Person", propertyValues: constraints, observations: [observed] },
      },
      observations: [observed],
    });
    const { reasons, lines } = await folded(["v0.popObs", { dcid: "a" }, answer]);
    expect(reasons).toEqual([alike]);
    expect(lines).toEqual(
      [
        ...[
          'a -name-> "A"',
          ...linesOf(idAbout("a"), "a"),
          ...linesOf(idAbout("dc/p/1"), "dc/p/1"),
        ],
        ...["dc/p/1 -gender-> Male", 'dc/p/1 -income-> "10 to 20"', 'dc/p/1 -list-> "[1]"'],
        ...["dc/p/1 -location-> a", "dc/p/1 -populationType-> Person", 'dc/p/1 -rank-> "-1.5"'],
        ...['dc/p/1 -sign-> "a\\"b"', "dc/p/1 -typeOf-> StatisticalPopulation"],
      ].sort(),
    );
  });

  test("without members, type or name say what there is", async () => {
    expect(await folded(["v0.popObs", { dcid: "a" }, payload({})])).toEqual({
      reasons: [alike],
      lines: [],
    });
    const bare = payload({ populations: { "dc/p/1": {} } });
    expect((await folded(["v0.popObs", { dcid: "a" }, bare])).lines).toEqual([
      "dc/p/1 -location-> a",
      "dc/p/1 -typeOf-> StatisticalPopulation",
    ]);
  });

  const pvs = [
    { property: "gender", value: "Male" },
    { property: "age", value: "Years10" },
  ];
  const asked = { placeType: "State", populationType: "Person", pvs };
  const places = payload({ places: [{ place: "a", name: "A", observations: [observed] }] });

  test("of places get the dcid of the service's importer", async () => {
    const constraints = new Map(pvs.map(({ property, value }) => [property, value]));
    const dcid = populationId({
      populationType: "Person",
      location: "a",
      memberOf: "",
      constraints,
    });
    const { reasons, lines } = await folded(["v0.placeObs", asked, places]);
    expect(reasons).toEqual([alike]);
    expect(lines).toEqual(
      [
        ...['a -name-> "A"', "a -typeOf-> State", ...linesOf(idAbout(dcid), dcid)],
        ...[`${dcid} -age-> Years10`, `${dcid} -gender-> Male`, `${dcid} -location-> a`],
        ...[`${dcid} -populationType-> Person`, `${dcid} -typeOf-> StatisticalPopulation`],
      ].sort(),
    );
    expect(
      (await folded(["v0.placeObs", { placeType: "State", populationType: "Person" }, payload({})]))
        .lines,
    ).toEqual([]);
    const nameless = payload({ places: [{ place: "a", observations: [] }] });
    expect((await folded(["v0.placeObs", asked, nameless])).lines.slice(0, 1)).toEqual([
      "a -typeOf-> State",
    ]);
  });

  test("of places have the dcid that another answer says, in whatever order it has their properties", async () => {
    const populations = {
      "dc/p/1": { popType: "Person", propertyValues: { age: "Years10", gender: "Male" } },
    };
    const named: Answered = ["v0.popObs", { dcid: "a" }, payload({ populations })];
    for (const answers of [
      [named, ["v0.placeObs", asked, places]],
      [["v0.placeObs", asked, places], named],
    ] as Answered[][]) {
      const { lines } = await folded(...answers);
      expect(lines.filter((line) => line.includes("-location->"))).toEqual([
        "dc/p/1 -location-> a",
      ]);
      expect(lines).toEqual(expect.arrayContaining(linesOf(idAbout("dc/p/1"), "dc/p/1")));
    }
  });

  test("keep observations apart that one dcid would be made for, and equal ones are one", async () => {
    const other = { ...observed, provenance: "p" };
    const about = { observations: [observed, other, observed, { ...observed, provenance: "q" }] };
    const { lines } = await folded(["v0.popObs", { dcid: "a" }, payload(about)]);
    const id = idAbout("a");
    expect(lines.filter((line) => line.includes("-typeOf->"))).toEqual(
      [id, `${id}_2`, `${id}_3`].map((one) => `${one} -typeOf-> Observation`),
    );
    const incomplete = { observations: [{ measuredValue: 1 }, { measuredValue: 2 }] };
    const made = await folded(["v0.popObs", { dcid: "a" }, payload(incomplete)]);
    expect(made.lines.filter((line) => line.includes("-measuredValue->"))).toEqual([
      'recorded/a -measuredValue-> "1"',
      'recorded/a_2 -measuredValue-> "2"',
    ]);
  });
});

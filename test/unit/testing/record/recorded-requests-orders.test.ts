/** The order of facets: a service ranks them by whole series, of which a recorded answer may show one date. */
import { expect, test } from "vitest";
import { world } from "../../../../src/index.ts";
import { servedDouble } from "../../../../src/testing/served-mock.ts";
import { mock, record } from "../../../../src/testing.ts";

const service = await mock(
  world()
    .place("a", "A", "City")
    .place("b", "B", "City")
    .series("V", "a", { 2018: 100, 2020: 102 }, { importName: "Zeta" })
    .series("V", "a", { 2020: 555 }, { importName: "Alpha" })
    .series("V", "a", { 2020: 777 }, { importName: "Beta" })
    .series("V", "b", { 2020: 1 }, { importName: "Zeta" })
    .series("V", "b", { 2020: 2 }, { importName: "Alpha" }),
);
const origin = "https://api.datacommons.org";
const pathOf = (entities: readonly string[], date: string) =>
  `/v2/observation?key=k&date=${date}&variable.dcids=V&${entities.map((one) => `entity.dcids=${one}&`).join("")}select=date&select=value&select=variable&select=entity&select=facet`;

type Body = {
  readonly byVariable: Readonly<
    Record<
      string,
      {
        readonly byEntity: Record<
          string,
          { orderedFacets?: { observations: { value: number }[] }[] }
        >;
      }
    >
  >;
};
const valuesIn = ({ byVariable }: Body) =>
  Object.entries(byVariable["V"]?.byEntity ?? {}).map(([entity, { orderedFacets = [] }]) => [
    entity,
    ...orderedFacets.map(({ observations }) => observations[0]?.value),
  ]);
const valuesOf = async (fetch: typeof service.fetch, ...asked: Parameters<typeof pathOf>) =>
  valuesIn((await (await fetch(origin + pathOf(...asked))).json()) as Body);

const ofBoth = [
  ["a", 102, 555, 777],
  ["b", 2, 1],
];

test("is that of the service in a replay, in any batch, by fetch, at once and from a server", async () => {
  expect(await valuesOf(service.fetch, ["a", "b"], "LATEST")).toEqual(ofBoth);
  const recorder = record(service.fetch);
  await valuesOf(recorder.fetch, ["a", "b"], "LATEST");
  const { commons, differences } = await recorder.replay();
  expect(differences).toEqual([]);
  const replayed = await mock(commons);
  expect(await valuesOf(replayed.fetch, ["a", "b"], "LATEST")).toEqual(ofBoth);
  expect(await valuesOf(replayed.fetch, ["a"], "LATEST")).toEqual([ofBoth[0]]);
  const { body } = replayed.answer({ url: origin + pathOf(["b", "a"], "LATEST") });
  expect(new Map(valuesIn(JSON.parse(body)).map((one) => [one[0], one]))).toEqual(
    new Map(ofBoth.map((one) => [one[0], one])),
  );
  const plain = commons.service();
  const url = pathOf(["a"], "LATEST");
  const request = { method: "GET", url, body: "" };
  const answer = () =>
    plain.answer({ method: "GET", url, headers: { "x-api-key": "k" }, body: "" });
  // The world alone ranks by what was recorded.
  expect(valuesIn(JSON.parse(answer().body))).toEqual([["a", 555, 777, 102]]);
  const served = await servedDouble({})(commons, request, answer);
  expect(valuesIn(JSON.parse(String(served.body)))).toEqual([ofBoth[0]]);
});

test("is another one for each date", async () => {
  const recorder = record(service.fetch);
  const dates = ["2018", "2020", "LATEST"];
  const found = [];
  for (const date of dates) found.push(await valuesOf(recorder.fetch, ["a"], date));
  const { fetch } = await mock((await recorder.replay()).commons);
  for (const [at, date] of dates.entries())
    expect(await valuesOf(fetch, ["a"], date)).toEqual(found[at]);
});

test("of older endpoints is a difference where it is another one", async () => {
  const recorder = record(service.fetch);
  const path = "/v1/bulk/observations/point?key=k&variables=V&entities=a&date=2020&all_facets=true";
  await recorder.fetch(origin + path);
  const { differences } = await recorder.replay();
  expect(differences.map(({ at }) => at)).toEqual(["observationsByVariable"]);
});

/** Questions about values by quarter, and about rates beside counts. */
import { expect, test, vi } from "vitest";
import { open } from "../../../src/index.ts";
import { meaning } from "../../../src/search/meaning.ts";

const variable = (dcid: string, name: string) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:StatisticalVariable\nname: "${name}"\n`;
const observed = (of: string, about: string, date: string, value: number) =>
  `Node: ${of}${about}${date}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:${of}\n` +
  `observationAbout: dcid:${about}\nobservationDate: "${date}"\nvalue: ${value}\n`;
const place = (dcid: string, name: string) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:State\nname: "${name}"\ncontainedInPlace: dcid:country/USA\n`;

const text = [
  'Node: dcid:country/USA\ntypeOf: dcs:Country\nname: "United States"\n',
  place("geoId/48", "Texas"),
  place("geoId/49", "Utah"),
  variable("Visits", "Visits"),
  variable("Deaths_Heart", "Deaths, heart disease"),
  variable("Rate_Heart", "Death rate per 100,000, heart disease"),
  variable("Count_Person", "Total population"),
  ...["geoId/48", "geoId/49"].flatMap((about, at) => [
    ...["03", "06", "09", "12"].map((month, quarter) =>
      observed("Visits", about, `2022-${month}`, 10 * at + quarter + 1),
    ),
    observed("Deaths_Heart", about, "2019", 500 + at),
    observed("Rate_Heart", about, "2019", 21.5 + at),
    observed("Count_Person", about, "2024", 1000 + at),
  ]),
].join("\n");
const commons = await open({ "world.mcf": text });
const valuesOf = async (question: string) =>
  ((await commons.understand(question)).answer?.rows ?? []).map(({ value }) => value);

test("a year of quarters is all of them for one place, and the last one of each of several", async () => {
  expect(await valuesOf("visits in texas in 2022")).toEqual([1, 2, 3, 4]);
  expect(await valuesOf("visits in texas in Q3 2022")).toEqual([3]);
  expect(await valuesOf("visits in texas")).toEqual([4]);
  expect(await valuesOf("visits by state in 2022")).toEqual([14, 4]);
});

test("a rate is answered where a rate is asked for, and a count where it is not", async () => {
  expect(await valuesOf("death rate per 100,000 from heart disease in utah in 2019")).toEqual([
    22.5,
  ]);
  expect(await valuesOf("heart disease death rate in utah in 2019")).toEqual([22.5]);
  expect(await valuesOf("heart disease deaths in utah in 2019")).toEqual([501]);
});

test("values per person say by how many people of which year they were divided", async () => {
  const { answer } = await commons.understand("heart disease deaths per capita in utah in 2019");
  expect(answer?.rows).toMatchObject([
    { date: "2019", value: 501 / 1001, denominator: { date: "2024", value: 1001 } },
  ]);
});

test("a question waits for the table of meanings, unless it is to be read by words alone", async () => {
  let isThere = false;
  const load = vi.spyOn(meaning, "load").mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isThere = true;
  });
  await commons.understand("visits in texas", { meaning: false });
  expect(load).not.toHaveBeenCalled();
  await commons.understand("visits in texas");
  expect(isThere).toBe(true);
  load.mockReturnValue(new Promise(() => {}));
  const waiting = new AbortController();
  const asked = commons.understand("visits in texas", { signal: waiting.signal });
  setImmediate(() => waiting.abort(new Error("too late")));
  await expect(asked).rejects.toThrow("too late");
  load.mockRestore();
});

test("a correlation takes one source for all places, unless that loses more than a tenth of them", async () => {
  const towns = (count: number, ofOther: number) => {
    const measured = (of: string, at: number, method: string, date: string) =>
      `${observed(of, `geoId/${at}`, date, at)}measurementMethod: dcs:${method}\n`;
    const blocks = Array.from({ length: count }, (_, at) => [
      place(`geoId/${at}`, `Town ${at}`),
      measured("Income", at, at < ofOther ? "Other" : "Main", "2019"),
      measured("Age", at, "Main", "2019"),
    ]);
    return open({
      "world.mcf": [variable("Income", "Income"), variable("Age", "Age"), ...blocks.flat()].join(
        "\n",
      ),
    });
  };
  const pairsOf = async (world: Promise<Awaited<ReturnType<typeof open>>>) =>
    (await (await world).understand("income against age by state")).answer?.rows.length;
  expect(await pairsOf(towns(10, 0))).toBe(10);
  expect(await pairsOf(towns(10, 1))).toBe(9);
  expect(await pairsOf(towns(10, 4))).toBe(10);
});

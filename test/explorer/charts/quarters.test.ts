/** The axis of quarterly values: months would say that each value is of one month. */
import { expect, test } from "vitest";
import { tablePicture } from "../../../explorer/charts/picture.ts";

async function textsOf(dates: readonly string[]): Promise<string> {
  const points = dates.map((date, at) => ({ date, value: at + 1 }));
  const picture = { series: [{ name: "Visits", points }], title: "Visits", about: "", sources: [] };
  const svg = await tablePicture(picture);
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text).join("|");
}

const monthsOf = (year: number, ...months: readonly number[]) =>
  months.map((month) => `${year}-${`${month}`.padStart(2, "0")}`);

test("quarters have quarters on their axis", async () => {
  const quarters = await textsOf(monthsOf(2023, 3, 6, 9, 12));
  expect(quarters).toContain("Q1 2023|Q2 2023|Q3 2023|Q4 2023");
  const years = Array.from({ length: 10 }, (_, at) => monthsOf(2010 + at, 3, 6, 9, 12)).flat();
  const many = await textsOf(years);
  expect(many).toContain("Q1 2010|Q1 2012|Q1 2014");
  expect(many).not.toContain("Q2");
});

test.each([
  ["months", monthsOf(2023, 3, 4, 5, 6)],
  ["halves of years", [...monthsOf(2022, 6, 12), ...monthsOf(2023, 6, 12)]],
  ["years", ["2020", "2021", "2022"]],
])("%s have no quarters", async (_, dates) => {
  expect(await textsOf(dates)).not.toMatch(/Q\d/);
});

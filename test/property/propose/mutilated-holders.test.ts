/** Damaged tables in zips, workbooks, Parquet, Arrow and JSON-stat are read right or refused: no number is ever wrong. */
import { expect, test } from "vitest";
import { type GalleryPoint, galleryBytes, tryTable } from "../../gallery.ts";
import { sized } from "../runs.ts";
import { cellsOf, mutilate } from "./mutilated-tables.ts";
import { arrowOf, odsParts, parquetOf, xlsxParts, zipped } from "./table-forms.ts";

/** Tables whose values are all different, and a word in their headers. */
const tables: readonly (readonly [file: string, heading: RegExp])[] = [
  ["world-bank/API_SP.POP.TOTL_DS2_en_csv_v2_31.csv", /Country Code/],
  ["sdmx-csv/unicef-global.csv", /OBS_VALUE/],
  ["who-odata/life-expectancy.csv", /IndicatorCode/],
  ["statcan/17100005.csv", /REF_DATE/],
];

const step = sized(4, 1);

const place = ({ entity, date, value }: GalleryPoint) => [entity, date, Number(value)].join(" ");

test.each(tables)(
  "%s in a zip, in workbooks, in Parquet and in Arrow",
  { timeout: 120_000 },
  async (file, heading) => {
    const name = file.slice(file.indexOf("/") + 1);
    const content = galleryBytes(file);
    const right = await tryTable(name, content, {});
    if ("problems" in right) throw new Error(right.problems.join("; "));
    const known = new Set(right.map(place));
    const all = mutilate(cellsOf(new TextDecoder().decode(content), heading));
    const wrong: string[] = [];
    let readCount = 0;
    for (const { how, text } of all.filter((_, at) => at % step === 0)) {
      const { rows } = cellsOf(text, /^/);
      const stem = name.replace(/csv$/, "");
      const held = [
        ["table.zip", zipped({ [name]: text })],
        [`${stem}xlsx`, zipped(xlsxParts(rows))],
        [`${stem}ods`, zipped(odsParts(rows))],
        [`${stem}parquet`, parquetOf(rows)],
        [`${stem}arrow`, arrowOf(rows)],
      ] as const;
      for (const [holder, bytes] of held) {
        const found = await tryTable(holder, Buffer.from(bytes), {}).catch(() => undefined);
        if (found === undefined || "problems" in found) continue;
        readCount += 1;
        const odd = found.find((point) => !known.has(place(point)));
        if (odd !== undefined) wrong.push(`${holder}, ${how}: ${place(odd)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(readCount).toBeGreaterThan(0);
  },
);

/** Values by sex and year, in thousands of persons. */
const dataset = {
  version: "2.0",
  class: "dataset",
  id: ["geo", "sex", "time", "contents"],
  size: [2, 2, 2, 1],
  role: { time: ["time"], geo: ["geo"], metric: ["contents"] },
  dimension: {
    geo: { category: { index: ["FR", "DE"], label: { FR: "France", DE: "Germany" } } },
    sex: { category: { index: ["F", "M"], label: { F: "Females", M: "Males" } } },
    time: { category: { index: ["2019", "2020"] } },
    contents: {
      category: { label: { pop: "Population" }, unit: { pop: { base: "persons", multiplier: 3 } } },
    },
  },
  value: [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5],
};
type Dataset = typeof dataset;

const damages: readonly (readonly [string, (data: Dataset) => void])[] = [
  ["a dimension less", (data) => void data.id.splice(1, 1)],
  ["a dimension and its size less", (data) => [data.id, data.size].map((one) => one.splice(1, 1))],
  ["a dimension twice", (data) => void data.id.splice(1, 1, "geo")],
  ["a code less", (data) => void data.dimension.sex.category.index.pop()],
  ["a code twice", (data) => void data.dimension.sex.category.index.splice(0, 1, "M")],
  ["a value less", (data) => void data.value.pop()],
  ["a value more", (data) => void data.value.push(9.5)],
  ["other sizes", (data) => void data.size.splice(0, 2, 4, 1)],
  ["no sizes", (data) => void data.size.splice(0)],
  [
    "a power in other words",
    (data) => Object.assign(data.dimension.contents.category.unit.pop, { multiplier: "lots" }),
  ],
  ["no category", (data) => Object.assign(data.dimension.geo, { category: undefined })],
];

test("JSON-stat as it is", async () => {
  const found = await tryTable("pop.json", Buffer.from(JSON.stringify(dataset)), {});
  const points = "problems" in found ? found.problems : found.map(place).sort();
  expect(points.slice(0, 2)).toEqual(["country/DEU 2019 5500", "country/DEU 2019 7500"]);
});

test("JSON-stat with codes of an office of its own, whose places have names", async () => {
  const text = JSON.stringify(dataset).replaceAll('"FR"', '"0301"').replaceAll('"DE"', '"1103"');
  const found = await tryTable(
    "pop.json",
    Buffer.from(
      text.replaceAll('"geo"', '"Region"').replace('"Region":["Region"]', '"geo":["Region"]'),
    ),
    {},
  );
  const points = "problems" in found ? found.problems : found.map(place).sort();
  expect(points.slice(0, 2)).toEqual(["country/DEU 2019 5500", "country/DEU 2019 7500"]);
});

test.each(damages)("JSON-stat with %s is refused", async (_, damage) => {
  const data = structuredClone(dataset);
  damage(data);
  const content = Buffer.from(JSON.stringify(data));
  const found = await tryTable("pop.json", content, {}).catch((error: Error) => ({
    problems: [error.message],
  }));
  expect("problems" in found ? found.problems.length : found).toBeGreaterThan(0);
});

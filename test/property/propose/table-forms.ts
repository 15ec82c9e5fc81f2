/** A table in the forms in which offices publish it: workbooks, typed columns, SDMX and JSON-stat. */
import * as arrow from "@uwdata/flechette";
import { zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";

type Rows = readonly (readonly string[])[];
export type Parts = Readonly<Record<string, string>>;

export const bytesOf = (text: string) => new TextEncoder().encode(text);

export function zipped(parts: Parts): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, bytesOf(text)])),
  );
}

const escaped = (cell: string) =>
  cell
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
const isNumber = (cell: string) => /^\d+(?:\.\d+)?$/.test(cell) && !/^0\d/.test(cell);

/** A workbook of Excel with one sheet, whose numbers are numbers. */
export function xlsxParts(rows: Rows): Parts {
  const lines = rows.map((row) => {
    const cells = row.map((cell) =>
      isNumber(cell)
        ? `<c><v>${cell}</v></c>`
        : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`,
    );
    return `<row>${cells.join("")}</row>`;
  });
  const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r" Type="${types}/${type}" Target="${target}"/></Relationships>`;
  return {
    "_rels/.rels": relation("officeDocument", "xl/workbook.xml"),
    "xl/workbook.xml": `<workbook xmlns:r="${types}"><sheets><sheet name="a" sheetId="1" r:id="r"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relation("worksheet", "sheet.xml"),
    "xl/sheet.xml": `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`,
  };
}

/** The same as a workbook of OpenDocument. */
export function odsParts(rows: Rows): Parts {
  const lines = rows.map((row) => {
    const cells = row.map((cell) =>
      isNumber(cell)
        ? `<table:table-cell office:value-type="float" office:value="${cell}"/>`
        : `<table:table-cell office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`,
    );
    return `<table:table-row>${cells.join("")}</table:table-row>`;
  });
  const names = ["office", "table", "text"].map((name) => `xmlns:${name}="urn:${name}"`).join(" ");
  return {
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "content.xml": `<office:document-content ${names}><office:body><office:spreadsheet><table:table table:name="a">${lines.join("")}</table:table></office:spreadsheet></office:body></office:document-content>`,
  };
}

/** Columns of texts, and of numbers where all cells are. A heading may come twice, or be missing. */
function columnsOf(
  rows: Rows,
): { name: string; cells: (string | undefined)[]; isNumbers: boolean }[] {
  const [head = [], ...below] = rows;
  const width = Math.max(...rows.map((row) => row.length));
  // Columns of one name have one type.
  const isClear = new Set(head).size === width;
  return Array.from({ length: width }, (_, at) => {
    const cells = below.map((row) => (row[at] === "" ? undefined : row[at]));
    const isNumbers = isClear && cells.every((cell) => cell === undefined || isNumber(cell));
    return { name: head[at] ?? "", cells, isNumbers };
  });
}

export function parquetOf(rows: Rows): Uint8Array {
  const columnData = columnsOf(rows).map(({ name, cells, isNumbers }) =>
    isNumbers
      ? {
          name,
          data: cells.map((cell) => (cell === undefined ? undefined : Number(cell))),
          type: "DOUBLE" as const,
        }
      : { name, data: cells, type: "STRING" as const },
  );
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 5 }));
}

export function arrowOf(rows: Rows): Uint8Array {
  const { utf8, float64 } = arrow;
  const columns = columnsOf(rows).map(({ name, cells, isNumbers }) => {
    const [type, data] = isNumbers
      ? [float64(), cells.map((cell) => (cell === undefined ? null : Number(cell)))]
      : [utf8(), cells.map((cell) => cell ?? null)];
    return [name, arrow.columnFromArray(data, type)] as const;
  });
  return arrow.tableToIPC(arrow.tableFromColumns(columns as never), { format: "file" })!;
}

/** One row as members: only codes of dimensions, a date, a value and a flag. */
export interface Point {
  readonly key: Readonly<Record<string, string>>;
  readonly date: string;
  readonly value: string;
}

const attributes = (key: Point["key"]) =>
  Object.entries(key)
    .map(([id, value]) => `${id}="${value}"`)
    .join(" ");

function message(name: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<m:${name} xmlns:m="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" xmlns:g="urn:g" xmlns:c="urn:c" xmlns:x="urn:x"><m:Header><m:ID>i</m:ID>
<m:Structure structureID="S" dimensionAtObservation="TIME_PERIOD"><c:Structure><Ref agencyID="OURS" id="DSD" version="1.0"/></c:Structure></m:Structure></m:Header>
${body}</m:${name}>`;
}

export function genericOf(points: readonly Point[]): string {
  const series = points.map(({ key, date, value }) => {
    const values = Object.entries(key).map(([id, code]) => `<g:Value id="${id}" value="${code}"/>`);
    return `<g:Series><g:SeriesKey>${values.join("")}</g:SeriesKey><g:Obs><g:ObsDimension value="${date}"/><g:ObsValue value="${value}"/></g:Obs></g:Series>`;
  });
  return message(
    "GenericData",
    `<m:DataSet structureRef="S" action="Replace">\n${series.join("\n")}</m:DataSet>`,
  );
}

export function specificOf(points: readonly Point[]): string {
  const series = points.map(
    ({ key, date, value }) =>
      `<x:Series ${attributes(key)}><x:Obs TIME_PERIOD="${date}" OBS_VALUE="${value}"/></x:Series>`,
  );
  return message(
    "StructureSpecificData",
    `<m:DataSet x:structureRef="S" x:action="Replace">\n${series.join("\n")}</m:DataSet>`,
  );
}

function codesOf(points: readonly Point[]): [id: string, codes: string[]][] {
  const ids = Object.keys(points[0]!.key);
  return ids.map((id) => [id, [...new Set(points.map(({ key }) => key[id]!))]]);
}

const datesOf = (points: readonly Point[]) => [...new Set(points.map(({ date }) => date))];

export function sdmxJsonOf(points: readonly Point[]) {
  const [components, dates] = [codesOf(points), datesOf(points)];
  const series: Record<string, { observations: Record<string, (number | string)[]> }> = {};
  for (const { key, date, value } of points) {
    const at = components.map(([id, codes]) => codes.indexOf(key[id]!)).join(":");
    series[at] ??= { observations: {} };
    series[at].observations[dates.indexOf(date)] = [value];
  }
  const valued = (codes: readonly string[]) => codes.map((id) => ({ id }));
  const dimensions = {
    dataSet: [] as object[],
    series: components.map(([id, codes], keyPosition) => ({
      id,
      keyPosition,
      values: valued(codes),
    })),
    observation: [{ id: "TIME_PERIOD", keyPosition: components.length, values: valued(dates) }],
  };
  const structure = {
    dimensions,
    measures: { observation: [{ id: "OBS_VALUE" }] },
    attributes: {},
  };
  return {
    meta: {},
    data: { structures: [structure], dataSets: [{ structure: 0, action: "Replace", series }] },
  };
}

export function jsonStatOf(points: readonly Point[]) {
  const all: [id: string, codes: string[]][] = [...codesOf(points), ["time", datesOf(points)]];
  const size = all.map(([, codes]) => codes.length);
  const value: (number | null)[] = Array(size.reduce((product, one) => product * one, 1)).fill(
    null,
  );
  for (const point of points) {
    const codes: Point["key"] = { ...point.key, time: point.date };
    const at = all.reduce((sum, [id, of]) => sum * of.length + of.indexOf(codes[id]!), 0);
    value[at] = Number(point.value);
  }
  return {
    version: "2.0",
    class: "dataset",
    label: "Population",
    id: all.map(([id]) => id),
    size,
    role: { time: ["time"], geo: ["geo"] },
    dimension: Object.fromEntries(
      all.map(([id, index]) => [id, { category: { index } as { index?: string[] } }]),
    ),
    value,
  };
}

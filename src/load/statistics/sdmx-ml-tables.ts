/** SDMX-ML 2.1 and 3.0, generic and structure-specific: series, groups and observations as a table. */
import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { Contents } from "../held/contents.ts";
import { readXml } from "../held/xml.ts";
import {
  type CodedColumn,
  dataflowColumn,
  flowOf,
  NamedColumns,
  timePeriod,
} from "./named-codes.ts";
import { type Cells, DataHandler, type DataShape } from "./sdmx-ml-data.ts";
import { type DataStructure, messageIn, startOf, structuresBeside } from "./sdmx-structures.ts";

const dataMark = /^(?:StructureSpecific|Generic|Compact)(?:TimeSeries)?Data$/;

/** @returns undefined for XML of another kind. */
export async function openXml(input: InputFile): Promise<Contents | undefined> {
  const message = messageIn(await startOf(input));
  if (message === "Structure") {
    return {
      nothing:
        "is a structure message, which holds no observations: it names the codes of data beside it",
    };
  }
  if (!dataMark.test(message)) return undefined;
  const shapes = await shapesOf(input);
  if (shapes.size === 0) return { nothing: "holds no data" };
  const structures = await structuresBeside(input);
  const tables = Array.from(shapes, ([name, shape]) => {
    const structure = structures.of(shape.reference);
    return { sheet: name, rows: () => rowsOf(input, name, shape, structure) };
  });
  return { tables };
}

/** What the data sets consist of, by the structure that they name. */
async function shapesOf(input: InputFile): Promise<ReadonlyMap<string, DataShape>> {
  const handler = new DataHandler(undefined);
  const blocks = readBytes(input, new Progress(0));
  for await (const _ of readXml(blocks, input.path, handler, () => undefined));
  return handler.shapes;
}

async function* rowsOf(
  input: InputFile,
  name: string,
  shape: DataShape,
  structure: DataStructure | undefined,
): AsyncGenerator<readonly string[]> {
  const columns = columnsOf(shape, structure);
  const named = new NamedColumns(columns);
  const { reference } = shape;
  const flow = reference && flowOf(reference);
  const before = flow === undefined ? [] : [flow];
  yield [...(flow === undefined ? [] : [dataflowColumn]), ...named.headings];
  const rows: string[][] = [];
  const take = (cells: Cells): void => {
    rows.push([...before, ...named.cells(columns.map(({ id }) => cells.get(id) ?? ""))]);
  };
  const handler = new DataHandler({ name, shape, take });
  const blocks = readBytes(input, new Progress(0));
  const made = () => rows.splice(0);
  for await (const some of readXml(blocks, input.path, handler, made)) yield* some;
}

/** Cross-domain attributes: without a structure nothing else says that they are none of the dimensions. */
const attributeForm =
  /^(?:TITLE|COLLECTION|COMPILATION|COMMENT|SOURCE|EMBARGO|PUBL|DISS|BREAKS?|COVERAGE|AVAILABILITY|OBS|CONF|NAT_TITLE|DOM_SER_IDS|DECIMALS|UNIT_MULT|UNIT_INDEX_BASE|TIME_FORMAT|PRE_BREAK_VALUE)(?:_\w+)?$/;

/** Dimensions, the time, values, attributes; all that the data have, even if the structure has not. */
function columnsOf(shape: DataShape, structure: DataStructure | undefined): CodedColumn[] {
  const known = new Map<string, CodedColumn>();
  const measures = structure?.measures.map(({ id }) => id) ?? [];
  const attributes = structure?.attributes.map(({ id }) => id) ?? [];
  for (const part of structure === undefined
    ? []
    : [structure.dimensions, structure.measures, structure.attributes]) {
    for (const column of part) known.set(column.id, column);
  }
  const isValue = (id: string) => id === "OBS_VALUE" || measures.includes(id);
  const isAttribute = (id: string): boolean => {
    if (known.has(id)) return attributes.includes(id);
    return shape.attributes.has(id) || (!shape.keys.has(id) && attributeForm.test(id));
  };
  const isTime = (id: string) => id === timePeriod;
  const ids = [...shape.ids];
  const order = structure?.dimensions.map(({ id }) => id) ?? [];
  const dimensions = ids.filter((id) => !(isValue(id) || isTime(id) || isAttribute(id)));
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  const sorted = [
    ...dimensions.toSorted((left, right) => place(left) - place(right)),
    ...ids.filter(isTime),
    ...(ids.some(isValue) ? ids.filter(isValue) : ["OBS_VALUE"]),
    ...ids.filter((id) => isAttribute(id) && !(isValue(id) || isTime(id))),
  ];
  return sorted.map((id) => known.get(id) ?? { id, names: new Map<string, string>() });
}

/** SDMX-ML 2.1 and 3.0, generic and structure-specific: series, groups and observations as a table. */

import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { Contents } from "./contents.ts";
import {
  type CodedColumn,
  dataflowColumn,
  flowOf,
  NamedColumns,
  type Reference,
  referenceIn,
  timePeriod,
} from "./named-codes.ts";
import { type DataStructure, messageIn, startOf, structuresBeside } from "./sdmx-structures.ts";
import { localName, readXml, type XmlPlace } from "./xml.ts";

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

export type Cells = ReadonlyMap<string, string>;

/** What the data sets of one structure consist of: it is known when all was read once. */
interface DataShape {
  readonly reference: Reference | undefined;
  /** All components in the order in which they were met. */
  readonly ids: Set<string>;
  /** Of series and observations, which are parts of the key for sure. */
  readonly keys: Set<string>;
  /** Components that are attributes for sure. */
  readonly attributes: Set<string>;
  /** Components that series and observations have themselves. */
  readonly own: Set<string>;
  /** Attributes of all observations that have the codes of a group. */
  readonly groups: Cells[];
}

/** Which data sets are read, and what takes their observations. */
interface Reading {
  readonly name: string;
  readonly shape: DataShape;
  readonly take: (cells: Cells) => void;
}

interface HeaderStructure {
  at: string;
  reference: Reference | undefined;
}

/** Says how data are exchanged, and is no component. */
const meta = new Set(
  "action dataScope structureRef setID validFromDate validToDate publicationYear publicationPeriod reportingBeginDate reportingEndDate type keyFamilyURI datasetID isAvailable dataProviderID dataProviderSchemeAgencyId dataProviderSchemeId".split(
    " ",
  ),
);

const holders = new Set(["DataSet", "Group", "Atts", "Series", "Obs"]);
const groupsMax = 1_000_000;

/** Of groups with codes of the same components: these, and the groups by their codes. */
type GroupsByKey = ReadonlyMap<
  string,
  readonly [ids: readonly string[], groups: Map<string, Map<string, string>>]
>;

function keyOf(ids: readonly string[], cells: Cells): string {
  return JSON.stringify(ids.map((id) => cells.get(id)));
}

function groupsByKey({ groups, own }: DataShape): GroupsByKey {
  const found = new Map<string, readonly [string[], Map<string, Map<string, string>>]>();
  for (const group of groups) {
    const ids = [...group.keys()].filter((id) => own.has(id)).sort();
    const name = ids.join();
    const [, known] = found.get(name) ?? [ids, new Map<string, Map<string, string>>()];
    const key = keyOf(ids, group);
    known.set(key, new Map([...(known.get(key) ?? []), ...group]));
    found.set(name, [ids, known]);
  }
  return found;
}

class DataHandler {
  readonly shapes = new Map<string, DataShape>();
  readonly #reading: Reading | undefined;
  readonly #headers = new Map<string, HeaderStructure>();
  #header: HeaderStructure = { at: timePeriod, reference: undefined };
  #headerId = "";
  #name = "";
  #shape: DataShape | undefined;
  /** The cells of the elements around, the data set first. */
  readonly #open: { readonly name: string; readonly cells: Map<string, string> }[] = [];
  #component = "";
  #groups: GroupsByKey | undefined;

  /** @param reading default: shapes are found, and observations are left out. */
  constructor(reading: Reading | undefined) {
    this.#reading = reading;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (place.names[1] === "Header") this.#inHeader(name, attributes, place);
    else if (holders.has(name)) this.#enter(name, attributes, place);
    else if (this.#open.length > 0) this.#inData(name, attributes, place);
  }

  close(name: string, text: string, place: XmlPlace): void {
    if (place.names[1] === "Header") {
      if (name === "URN" || name === "Structure")
        this.#header.reference ??= referenceIn(text.trim());
      return;
    }
    if (name === "Value" && place.parent === "Comp") this.#add(this.#component, text.trim(), place);
    else if (name === "Time" && place.parent === "Obs")
      this.#put(timePeriod, text.trim(), place, true);
    if (!holders.has(name)) return;
    const { cells } = this.#open.pop()!;
    if (name === "Obs") this.#observation(cells, place);
    else if (name === "Group" || name === "Atts") this.#group(cells, place);
  }

  #inHeader(
    name: string,
    attributes: Readonly<Record<string, string>>,
    { parent }: XmlPlace,
  ): void {
    if (name === "Structure" && parent === "Header") {
      const { structureID = "", dimensionAtObservation: at = timePeriod } = attributes;
      this.#headerId = structureID;
      this.#header = { at, reference: undefined };
      this.#headers.set(this.#headerId, this.#header);
    } else if (name === "Ref") {
      const { agencyID: agency = "", id = "", version = "1.0" } = attributes;
      this.#header.reference ??= { agency, id, version };
    }
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (name === "DataSet") this.#startSet(attributes, place);
    else if (this.#open.length === 0) place.fail("stands in no data set");
    this.#open.push({ name, cells: new Map() });
    for (const [key, value] of Object.entries(attributes)) {
      if (key.includes(":") || key === "xmlns" || meta.has(key)) continue;
      this.#put(key, value, place, false);
    }
  }

  #startSet(attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (this.#open.length > 0) place.fail("stands in another data set");
    const said = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
    if (said.get("action")?.toLowerCase() === "delete") {
      place.fail("says to delete observations: it holds none");
    }
    const [only] = this.#headers.size === 1 ? this.#headers.keys() : [];
    this.#name = said.get("structureRef") ?? only ?? "";
    this.#header = this.#headers.get(this.#name) ?? { at: timePeriod, reference: undefined };
    const known = this.#reading?.shape ?? this.shapes.get(this.#name);
    const { reference } = this.#header;
    const fresh = {
      ids: new Set<string>(),
      keys: new Set<string>(),
      attributes: new Set<string>(),
    };
    this.#shape = known ?? { reference, ...fresh, own: new Set<string>(), groups: [] };
    this.shapes.set(this.#name, this.#shape);
  }

  /** The generic form: ids and values of components as elements. */
  #inData(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    const { value, id = attributes["concept"] } = attributes;
    const { parent = "" } = place;
    if (name === "Comp") this.#component = id ?? place.fail("names no component");
    else if (name === "ObsDimension") this.#put(id ?? this.#header.at, value, place, true);
    else if (name === "ObsValue") this.#put(id ?? "OBS_VALUE", value ?? "", place, false);
    else if (name === "Value" && /^(?:Series|Obs|Group)Key$/.test(parent)) {
      this.#put(id ?? place.fail("names no component"), value, place, parent !== "GroupKey");
    } else if (name === "Value" && parent === "Attributes") {
      const component = id ?? place.fail("names no component");
      this.#put(component, value, place, false);
      this.#shape?.attributes.add(component);
    }
  }

  #put(id: string, value: string | undefined, place: XmlPlace, isKey: boolean): void {
    if (value === undefined) place.fail(`says no value of ${id}`);
    const { name, cells } = this.#open.at(-1)!;
    if (cells.has(id)) place.fail(`says ${id} twice`);
    cells.set(id, value);
    this.#meet(id, name, isKey);
  }

  /** A component of several values. */
  #add(id: string, value: string, place: XmlPlace): void {
    const { name, cells } = this.#open.at(-1) ?? place.fail("stands in no data set");
    const before = cells.get(id);
    cells.set(id, before === undefined ? value : `${before}, ${value}`);
    this.#meet(id, name, false);
  }

  #meet(id: string, holder: string, isKey: boolean): void {
    const shape = this.#shape!;
    shape.ids.add(id);
    if (isKey) shape.keys.add(id);
    if (holder === "Series" || holder === "Obs") shape.own.add(id);
    if (holder === "DataSet") shape.attributes.add(id);
  }

  #group(cells: Cells, place: XmlPlace): void {
    if (this.#reading !== undefined) return;
    const { groups } = this.#shape!;
    if (groups.length >= groupsMax) place.fail("is one of too many groups");
    groups.push(cells);
  }

  #observation(own: Cells, place: XmlPlace): void {
    const reading = this.#reading;
    if (reading?.name !== this.#name) return;
    const cells = new Map<string, string>();
    for (const part of [...this.#open.map(({ cells: around }) => around), own]) {
      for (const [id, value] of part) {
        if ((cells.get(id) ?? value) !== value)
          place.fail(`says another ${id} than what is around it`);
        cells.set(id, value);
      }
    }
    this.#groups ??= groupsByKey(reading.shape);
    for (const [ids, groups] of this.#groups.values()) {
      for (const [id, value] of groups.get(keyOf(ids, cells)) ?? []) cells.set(id, value);
    }
    reading.take(cells);
  }
}

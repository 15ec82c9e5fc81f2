/** SDMX-JSON 1.0 and 2.0: observations by the numbers of their codes. */
import type { Cell } from "./cells.ts";
import type { HeldTable } from "./contents.ts";
import type { JsonPlace } from "./json-place.ts";
import {
  type CodedColumn,
  dataflowColumn,
  flowOf,
  NamedColumns,
  referenceIn,
} from "./named-codes.ts";

/** A dimension, an attribute or a measure, and what its numbers mean. */
interface Component extends CodedColumn {
  /** The texts of codes by their numbers; undefined if values stand where numbers would. */
  readonly codes: readonly string[] | undefined;
  readonly position: number;
}

const dimensionLevels = ["dataSet", "series", "observation"] as const;
const attributeLevels = ["dataSet", "dimensionGroup", "series", "observation"] as const;

interface Structure {
  readonly dimensions: Readonly<Record<(typeof dimensionLevels)[number], readonly Component[]>>;
  readonly attributes: Readonly<Record<(typeof attributeLevels)[number], readonly Component[]>>;
  readonly measures: readonly Component[];
  /** The dataflow, or else the data structure. */
  readonly flow: string | undefined;
  /** All dimensions, in the order of keys. */
  readonly key: readonly Component[];
}

/** Cells by component. */
type Cells = ReadonlyMap<string, Cell>;

/** @throws LoadError for a message that is not as the format has it. */
export function sdmxJsonTables(message: JsonPlace): HeldTable[] {
  const data = message.at("data") ?? message;
  const structures = data.at("structures")?.items() ?? [data.need("structure")];
  const read = structures.map((place) => structureOf(place));
  const sets = data.need("dataSets").items();
  for (const set of sets) {
    if (set.at("action")?.text().toLowerCase() === "delete") {
      set.need("action").fail("says to delete observations: it holds none");
    }
  }
  const numbers = sets.map((set) => set.at("structure")?.count() ?? 0);
  const used = [...new Set(numbers)];
  return used.map((number) => {
    const structure = read[number] ?? data.fail(`has no structure ${number}`);
    const own = sets.filter((_, at) => numbers[at] === number);
    return { sheet: `structure ${number + 1}`, rows: () => rowsOf(structure, own) };
  });
}

function structureOf(place: JsonPlace): Structure {
  const groups = <Level extends string>(key: string, levels: readonly Level[]) => {
    const all = place.at(key);
    const entries = levels.map((level) => [level, all?.at(level)?.items().map(componentOf) ?? []]);
    return Object.fromEntries(entries) as Record<Level, Component[]>;
  };
  const dimensions = groups("dimensions", dimensionLevels);
  const attributes = groups("attributes", attributeLevels);
  const said = place.at("measures")?.at("observation")?.items().map(componentOf) ?? [];
  const plain = {
    id: "OBS_VALUE",
    names: new Map<string, string>(),
    codes: undefined,
    position: 0,
  };
  const measures = said.length > 0 ? said : [plain];
  const listed = dimensionLevels.flatMap((level) => dimensions[level]);
  const key = listed.toSorted((left, right) => left.position - right.position);
  const ids = [...listed, ...measures, ...Object.values(attributes).flat()].map(({ id }) => id);
  const double = ids.find((id, at) => ids.indexOf(id) < at);
  if (double !== undefined) place.fail(`has two components of the name ${double}`);
  return { dimensions, attributes, measures, key, flow: flowIn(place) };
}

/** By the links of the structure. */
function flowIn(place: JsonPlace): string | undefined {
  const urns =
    place
      .at("links")
      ?.items()
      .map((link) => link.at("urn")?.label() ?? "") ?? [];
  const urn = ["Dataflow=", "DataStructure="].map((kind) => urns.find((one) => one.includes(kind)));
  const reference = referenceIn(urn[0] ?? urn[1] ?? "");
  return reference && flowOf(reference);
}

function componentOf(place: JsonPlace, at: number): Component {
  const values = place.at("values")?.items();
  const named = values?.map((value) => {
    const code = value.isObject ? (value.at("id") ?? value.at("value") ?? value.at("name")) : value;
    const text = String(code?.isObject ? code.label() : code?.cell());
    const name = value.isObject ? (value.at("name") ?? value.at("names"))?.label() : undefined;
    return { text, name: name ?? text };
  });
  return {
    id: place.need("id").text(),
    name: (place.at("name") ?? place.at("names"))?.label(),
    names: new Map(named?.map(({ text, name }) => [text, name])),
    codes: named === undefined || named.length === 0 ? undefined : named.map(({ text }) => text),
    position: place.at("keyPosition")?.count() ?? at,
  };
}

function* rowsOf(structure: Structure, sets: readonly JsonPlace[]): Generator<readonly Cell[]> {
  const { key, measures, attributes, flow } = structure;
  const before = flow === undefined ? [] : [flow];
  const columns = [...key, ...measures, ...attributeLevels.flatMap((level) => attributes[level])];
  const named = new NamedColumns(columns);
  yield [...before.map(() => dataflowColumn), ...named.headings];
  for (const set of sets) {
    for (const cells of observationsOf(structure, set)) {
      yield [...before, ...named.cells(columns.map(({ id }) => String(cells.get(id) ?? "")))];
    }
  }
}

function* observationsOf(structure: Structure, set: JsonPlace): Generator<Cells> {
  const { dimensions, attributes } = structure;
  const fixed = dimensions.dataSet.map((one) => {
    if (one.codes?.length !== 1) set.fail(`does not say which ${one.id} it is of`);
    return [one.id, one.codes![0]!] as const;
  });
  const before = new Map<string, Cell>([
    ...fixed,
    ...listed(attributes.dataSet, set.at("attributes")),
  ]);
  const groups = groupsOf(structure, set);
  const observations = function* (place: JsonPlace | undefined, known: Cells): Generator<Cells> {
    for (const [key, values] of place?.entries() ?? []) {
      const cells = new Map([...known, ...keyed(dimensions.observation, key, values)]);
      const all = [...structure.measures, ...attributes.observation];
      for (const [id, cell] of listed(all, values)) cells.set(id, cell);
      yield withGroups(cells, groups);
    }
  };
  for (const [key, series] of set.at("series")?.entries() ?? []) {
    if (!series.isObject) series.fail("is no object");
    const known = new Map([...before, ...keyed(dimensions.series, key, series)]);
    for (const [id, cell] of listed(attributes.series, series.at("attributes")))
      known.set(id, cell);
    yield* observations(series.at("observations"), known);
  }
  const flat = set.at("observations");
  if (flat === undefined) return;
  if (dimensions.series.length > 0) flat.fail("stand beside series, of which they would be part");
  yield* observations(flat, before);
}

/** Attributes of all observations whose codes a partial key has. */
interface Group {
  readonly key: Cells;
  readonly cells: Cells;
}

function groupsOf({ key, dimensions, attributes }: Structure, set: JsonPlace): Group[] {
  return (set.at("dimensionGroupAttributes")?.entries() ?? []).map(([text, values]) => {
    const parts = text.split(":");
    const own = [key, dimensions.series].find(({ length }) => length === parts.length);
    if (own === undefined) return values.fail("has a key of another length than the dimensions");
    const wanted = own.flatMap((component, at) =>
      parts[at] === "" ? [] : [[component.id, codeOf(component, parts[at]!, values)] as const],
    );
    const cells = listed(attributes.dimensionGroup, values.at("attributes") ?? values);
    return { key: new Map(wanted), cells: new Map(cells) };
  });
}

function withGroups(cells: Map<string, Cell>, groups: readonly Group[]): Cells {
  for (const { key, cells: further } of groups) {
    if (![...key].every(([id, code]) => cells.get(id) === code)) continue;
    for (const [id, cell] of further) if (cell !== null) cells.set(id, cell);
  }
  return cells;
}

/** The codes of a key, as `0:3:1`. */
function keyed(
  components: readonly Component[],
  key: string,
  place: JsonPlace,
): (readonly [string, Cell])[] {
  const parts = key === "" ? [] : key.split(":");
  if (parts.length !== components.length) {
    place.fail(
      `has a key of ${parts.length} numbers, and there are ${components.length} dimensions`,
    );
  }
  return components.map((one, at) => [one.id, codeOf(one, parts[at]!, place)] as const);
}

function codeOf({ id, codes }: Component, number: string, place: JsonPlace): string {
  const code = /^\d{1,9}$/.test(number) ? codes?.[Number(number)] : undefined;
  return code ?? place.fail(`has the code ${number} of ${id}, which the structure has not`);
}

/** Values of components in their order: numbers of codes, or the values themselves. */
function listed(
  components: readonly Component[],
  place: JsonPlace | undefined,
): (readonly [string, Cell])[] {
  if (place === undefined) return [];
  const values = place.items();
  if (values.length > components.length) place.fail("has more values than there are components");
  return values.map((value, at): readonly [string, Cell] => {
    const component = components[at]!;
    if (component.codes !== undefined && value.node.kind === "number") {
      return [component.id, codeOf(component, value.node.text, value)];
    }
    if (value.isObject) return [component.id, value.label()];
    if (value.isList)
      return [
        component.id,
        value
          .items()
          .map((one) => one.cell())
          .join(", "),
      ];
    return [component.id, value.cell()];
  });
}

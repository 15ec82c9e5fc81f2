/**
 * Tables of observations → statements: a variable per column, or one per row (behaviour: inputs
 * 5.2). Usual rows are read as bytes. A row of which there is something to say is read as texts.
 */
import {
  aboutProperty,
  entitiesMax,
  type MeasuredField,
  measuredFields,
} from "../../stats/facet-fields.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import {
  CellText,
  dateColumn,
  KnownColumn,
  type PlainColumn,
  plainColumn,
  repeatedBits,
} from "../records/cell-columns.ts";
import { FacetSlots, facetIn, ObservationCells } from "../records/known-cells.ts";
import { tellFurther } from "../statements/further-properties.ts";
import { partsOf } from "../statements/sink.ts";
import { type FacetTexts, facetTexts, type Statements } from "../statements/statements.ts";
import { withoutNamespace } from "../values/mcf-value.ts";
import { isNothing, reportNoValue } from "../values/no-value.ts";
import { acceptDate, isAcceptedDate } from "../values/observation-dates.ts";
import { observationValue } from "../values/observation-parts.ts";
import { monthFirst } from "../values/table-dates.ts";
import type { CustomNodes } from "./custom-nodes.ts";
import {
  type CustomTable,
  fatal,
  fixedProperties,
  type KeyColumns,
  keyColumns,
  type RowColumns,
  rowColumns,
} from "./custom-table.ts";
import { EmptyCells } from "./empty-cells.ts";
import {
  type CellReader,
  EntityColumn,
  type RowContext,
  type RowReader,
  reportNameless,
  type TableRow,
} from "./row-reader.ts";

/** What an observation of a row is about, as texts. */
interface About {
  readonly entity: string;
  readonly date: string;
  readonly line: number;
}

export function perColumn(table: CustomTable): RowReader | undefined {
  const key = keyColumns(table);
  return key && new WideRows(table, key);
}

/** A table with a variable per column. */
class WideRows implements RowReader {
  readonly entityColumns: RowReader["entityColumns"];
  readonly parts: RowReader["parts"];
  readonly cells: RowReader["cells"];
  readonly #table: CustomTable;
  readonly #key: KeyColumns;
  readonly #entity: EntityColumn;
  /** By the positions of the columns of variables. */
  readonly #facets: ReadonlyMap<number, FacetTexts>;
  readonly #further: ReadonlyMap<string, string>;
  readonly #empty = new EmptyCells();

  constructor(table: CustomTable, key: KeyColumns) {
    const { config, entry, header, positions } = table;
    const others = positions.filter((at) => at !== key.entityAt && at !== key.dateAt);
    const nameless = others.filter((at) => header[at] === "");
    reportNameless(table, nameless);
    const fixed = fixedProperties(table);
    this.#table = table;
    this.#key = key;
    this.#entity = new EntityColumn(header[key.entityAt]!, entry.entityType, true);
    this.#further = furtherProperties(table, fixed.others);
    // What the config states about one variable goes before what it states about all.
    const facetAt = (at: number) => {
      const own = config.variables.get(header[at]!)?.facet;
      return facetTexts((name) => own?.get(name) ?? fixed.facet.get(name) ?? "");
    };
    const named = others.filter((at) => !nameless.includes(at));
    this.#facets = new Map(named.map((at) => [at, facetAt(at)]));
    this.entityColumns = new Map([[key.entityAt, this.#entity]]);
    this.parts = fixedParts(table, fixed.facet.keys());
    this.cells = this.#further.size > 0 ? undefined : (context) => this.#cells(context);
  }

  register(nodes: CustomNodes): void {
    const { config, header, provenance, variables } = this.#table;
    for (const at of this.#facets.keys()) {
      variables.set(header[at]!, nodes.variable(header[at]!, config, provenance));
    }
  }

  row({ cells, line }: TableRow, context: RowContext): void {
    const { questions, log } = context;
    const { entityAt, dateAt, hasDates } = this.#key;
    const date = monthFirst(cells[dateAt]!, log, line);
    if (!hasDates(date, line)) return;
    const entity = this.#entity.dcidOf(cells[entityAt]!, line, questions, log);
    const others = this.#facets.size > 1 ? ", nor any other of its row" : "";
    if (entity === undefined || !hasKey(log, { entity, date }, line, others)) return;
    this.#addEntity(entity, context);
    this.#empty.rows += 1;
    const about = { entity, date, line };
    for (const at of this.#facets.keys()) this.#write(at, cells[at]!, about, context);
  }

  #cells(context: RowContext): CellReader {
    const { sink } = context;
    const { provenance } = this.#table;
    const { entityAt, dateAt, hasDates } = this.#key;
    const entities = entityColumn(entityAt, this.#entity, context);
    const dates = dateColumn(dateAt);
    const columns = Array.from(this.#facets, ([at, texts]) => {
      const facet = new FacetSlots(0, () => facetIn(sink, texts, provenance.dcid));
      const variable = { current: new CellText(this.#variableAt(at)) };
      const cells = new ObservationCells(sink, { variable, entity: entities, date: dates, facet });
      return { at, cells };
    });
    let added: CellText | undefined;
    return (row) => {
      const entity = entities.take(row);
      const date = dates.take(row);
      if (entity === undefined || date === undefined) return false;
      if (!hasDates(date.text, row.line)) return true;
      if (entity !== added) this.#addEntity(entity.text, context);
      added = entity;
      this.#empty.rows += 1;
      for (const { at, cells } of columns) {
        const start = row.starts[at]!;
        const end = row.ends[at]!;
        if (start !== end && cells.write(row.bytes, start, end)) continue;
        const about = { entity: entity.text, date: date.text, line: row.line };
        this.#write(at, row.text(at), about, context);
      }
      return true;
    };
  }

  #addEntity(dcid: string, { nodes }: RowContext): void {
    nodes.entity(dcid, this.#table);
  }

  #variableAt(at: number): string {
    const { header, variables } = this.#table;
    return variables.get(header[at]!)!;
  }

  end({ log }: RowContext): void {
    this.#empty.report(log);
  }

  #write(at: number, cell: string, about: About, { statements, log }: RowContext): void {
    const { header, provenance } = this.#table;
    const { entity, date, line } = about;
    if (cell === "") {
      this.#empty.add(header[at]!, line);
      return;
    }
    const cure = this.#empty.cureOfWords(header[at]!, cell);
    const value = valueIn(log, cell, header[at]!, line, cure);
    if (value === undefined) return;
    placeFields(this.#table, header[at]!, this.parts, line, statements);
    const variable = this.#variableAt(at);
    const texts = { facet: this.#facets.get(at)!, provenance: provenance.dcid };
    statements.observation({ variable, entity, date, value, ...texts, further: this.#further });
  }
}

export function perRow(table: CustomTable): RowReader | undefined {
  const columns = rowColumns(table);
  if (columns === undefined) return undefined;
  const { dimensions } = columns;
  if (dimensions.size > entitiesMax) {
    const problem = `an observation is about ${entitiesMax} entities at most; columnMappings names ${dimensions.size}: ${[...dimensions.keys()].join(", ")}`;
    fatal(table.log, "Config_TooManyEntities", table.headerLine, problem);
    return undefined;
  }
  return new LongRows(table, columns);
}

/** A table with a variable per row. */
class LongRows implements RowReader {
  readonly entityColumns: ReadonlyMap<number, EntityColumn>;
  readonly parts: RowReader["parts"];
  readonly cells: RowReader["cells"];
  readonly #table: CustomTable;
  readonly #columns: RowColumns;
  /** Fields of a facet, and others, that all rows have in common. */
  readonly #fixed: ReturnType<typeof fixedProperties>;
  readonly #further: ReadonlyMap<string, string>;
  readonly #empty = new EmptyCells();

  constructor(table: CustomTable, columns: RowColumns) {
    const { entry, header } = table;
    const { dimensions } = columns;
    const columnAt = (at: number) => {
      const isLookedUp = entry.entityColumns.includes(header[at]!);
      return new EntityColumn(header[at]!, entry.entityType, isLookedUp);
    };
    this.#table = table;
    this.#columns = columns;
    this.#fixed = fixedProperties(table);
    this.#further = furtherProperties(table, this.#fixed.others);
    this.entityColumns = new Map(Array.from(dimensions.values(), (at) => [at, columnAt(at)]));
    const fixed = measuredFields.filter((name) => columns.at(name) < 0);
    this.parts = fixedParts(
      table,
      fixed.filter((name) => this.#fixed.facet.has(name)),
    );
    const isUsual = dimensions.size === 1 && dimensions.has(aboutProperty);
    const hasMore = !isUsual || this.#further.size > 0;
    this.cells = hasMore ? undefined : (context) => this.#cells(context);
  }

  register(): void {
    // Rows name variables by their dcids.
  }

  row({ cells, line }: TableRow, { statements, questions, log }: RowContext): void {
    const { at, dimensions } = this.#columns;
    const named = new Map<string, string>();
    for (const [property, column] of dimensions) {
      const dcid = this.entityColumns.get(column)!.dcidOf(cells[column]!, line, questions, log);
      if (dcid === undefined) return;
      named.set(withoutNamespace(property), dcid);
    }
    const variable = withoutNamespace(cells[at("variable")]!);
    const date = monthFirst(cells[at("date")]!, log, line);
    const entities =
      named.size === 1 ? { entity: [...named.values()][0]! } : Object.fromEntries(named);
    if (!hasKey(log, { variable, ...entities, date }, line)) return;
    const { header, provenance } = this.#table;
    const [cell, heading] = [cells[at("value")]!, header[at("value")]!];
    this.#empty.rows += 1;
    if (cell === "") this.#empty.add(heading, line);
    const value = valueIn(log, cell, heading, line);
    if (value === undefined) return;
    const isOwn = (name: MeasuredField) => at(name) < 0 || isNothing(cells[at(name)]!);
    placeFields(this.#table, variable, this.parts, line, statements, isOwn);
    const facet = this.#facetOf(variable, (column) => cells[column]!);
    const key = { variable, date, value, facet, provenance: provenance.dcid };
    statements.observationAbout(named, { ...key, further: this.#further });
  }

  #cells(context: RowContext): CellReader {
    const { sink } = context;
    const { at } = this.#columns;
    const { provenance } = this.#table;
    const [[entityAt, column]] = [...this.entityColumns] as [[number, EntityColumn]];
    const entity = entityColumn(entityAt, column, context);
    const variable = plainColumn(at("variable"), withoutNamespace);
    const date = dateColumn(at("date"));
    const valueAt = at("value");
    const facetColumns = measuredFields.map(at).filter((place) => place >= 0);
    const parts = facetColumns.map((place) => new KnownColumn(place, (cell) => new CellText(cell)));
    const facet = new FacetSlots(1 + parts.length, ([of = "", ...texts]) => {
      const found = this.#facetOf(of, (place) => texts[facetColumns.indexOf(place)]!);
      return facetIn(sink, found, provenance.dcid);
    });
    const facetBits = repeatedBits([at("variable"), ...facetColumns]);
    const rows = new ObservationCells(sink, { variable, entity, date, facet });
    return (row) => {
      const isPlain = variable.take(row) !== undefined && entity.take(row) !== undefined;
      if (!isPlain || date.take(row) === undefined) return false;
      const start = row.starts[valueAt]!;
      const end = row.ends[valueAt]!;
      if (facetBits === 0 || (row.repeated & facetBits) !== facetBits) {
        facet.set(0, variable.current);
        for (let part = 0; part < parts.length; part++) {
          facet.set(1 + part, parts[part]!.take(row));
        }
      }
      // A row that cannot be written is read as texts, and counted then.
      if (start !== end && !rows.write(row.bytes, start, end)) return false;
      this.#empty.rows += 1;
      if (start === end) this.#empty.add(this.#table.header[valueAt]!, row.line);
      return true;
    };
  }

  end({ log }: RowContext): void {
    this.#empty.report(log);
  }

  /** The cells of the row go before the config's entry of the variable, and that before what all rows have. */
  #facetOf(variable: string, cellAt: (at: number) => string): FacetTexts {
    const own = this.#table.config.variables.get(variable)?.facet;
    return facetTexts((name) => {
      const at = this.#columns.at(name);
      const cell = at < 0 ? "" : cellAt(at);
      if (!isNothing(cell)) return withoutNamespace(cell);
      return own?.get(name) ?? this.#fixed.facet.get(name) ?? "";
    });
  }
}

function entityColumn(
  at: number,
  column: EntityColumn,
  { questions }: Pick<RowContext, "questions">,
): PlainColumn {
  return plainColumn(at, (cell, log) => column.dcidOf(cell, 0, questions, log));
}

/** Where the config says a part of all observations of a table. */
function fixedParts({ config, entry }: CustomTable, names: Iterable<string>) {
  const line = entry.observationPropertiesLine;
  return partsOf(
    config.path,
    Array.from(names, (name) => [name, line] as const),
  );
}

/** The place of the next statements, if the config says for one variable how it is measured: there these fields stand. */
function placeFields(
  { config, input }: CustomTable,
  variable: string,
  parts: RowReader["parts"],
  line: number,
  statements: Statements,
  isOwn: (name: MeasuredField) => boolean = () => true,
): void {
  // Another column of the row may have set a place of its own.
  if (!config.hasFields) return;
  statements.at(() => {
    const lines = [...(config.variables.get(variable)?.facetLines ?? [])];
    const own = partsOf(
      config.path,
      lines.filter(([name]) => isOwn(name)),
    );
    return { file: input.path, line, parts: new Map([...(parts ?? []), ...own]) };
  });
}

/**
 * Whether a row has what an observation needs, apart from its value.
 * @param others what else is not loaded with an observation without a date
 */
function hasKey(
  log: FileLog,
  key: Readonly<Record<string, string>>,
  line: number,
  others = "",
): boolean {
  const counter = "Sanity_MissingOrEmpty";
  const absent = Object.keys(key).filter((name) => key[name] === "");
  for (const suffix of absent) {
    const message = () => `the row has no ${suffix}; row not loaded`;
    log.report({ level: "error", counter, suffix, line, message });
  }
  const { date = "" } = key;
  const lost = isAcceptedDate(date) ? "" : others;
  return (date === "" || acceptDate(date, line, log, lost)) && absent.length === 0;
}

/** @returns undefined for an empty cell, which is counted elsewhere, and for what is not a number, which is reported. */
function valueIn(
  log: FileLog,
  cell: string,
  column: string,
  line: number,
  cure = "",
): string | undefined {
  if (cell === "") return undefined;
  const where = () => `column ${shown(column)}`;
  if (isNothing(cell)) {
    reportNoValue(cell, { log, line, where });
    return undefined;
  }
  const place = { log, line, where };
  const { text, isNumber } = observationValue(cell, place, `it is not loaded${cure}`);
  return isNumber ? text : undefined;
}

/**
 * Properties that the config gives to all observations of a table, and that series cannot hold.
 * Each is reported.
 */
function furtherProperties(
  { log, config, entry }: CustomTable,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const further = new Map<string, string>();
  for (const [key, text] of others) {
    const property = withoutNamespace(key);
    further.set(property, text);
    tellFurther(log.of(config.path), property, entry.observationPropertiesLine);
  }
  return further;
}

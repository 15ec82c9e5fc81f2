/** Observations about several entities, as rows and columns of a table. */
import type { TableAnswer } from "../backend/world.ts";
import { grouped, type Observation, observationsIn } from "../parts/observations.ts";

interface Entity {
  readonly dcid: string;
  readonly name: string;
}

export interface Flow extends Observation {
  /** Of each property. */
  readonly about: ReadonlyMap<string, Entity>;
}

export function flowsIn(answer: TableAnswer, properties: readonly string[]): readonly Flow[] {
  const places = new Map(answer.columns.map((name, at) => [name, at]));
  return observationsIn(answer).map((observation, row) => {
    const textAt = (name: string) => `${answer.rows[row]?.[places.get(name) ?? -1] ?? ""}`;
    const entities = properties.map((property) => {
      const dcid = textAt(property);
      return [property, { dcid, name: textAt(`${property}_name`) || dcid }] as const;
    });
    return { ...observation, about: new Map(entities) };
  });
}

export interface FlowRow {
  /** What the row is about. */
  readonly first: Flow;
  /** By the dcid of the column. */
  readonly cells: ReadonlyMap<string, Flow>;
}

export interface FlowRows {
  readonly heads: readonly Entity[];
  readonly rows: readonly FlowRow[];
}

/** A row for all that some properties say, and a column for each entity of another property. */
export function flowRows(
  flows: readonly Flow[],
  { rows, column }: { readonly rows: readonly string[]; readonly column: string },
): FlowRows {
  const dcidOf = ({ about }: Flow, property: string) => about.get(property)?.dcid ?? "";
  const byRow = grouped(flows, (flow) => JSON.stringify(rows.map((one) => dcidOf(flow, one))));
  const heads = new Map(
    flows.map(({ about }) => {
      const { dcid, name } = about.get(column) ?? { dcid: "", name: "" };
      return [dcid, name] as const;
    }),
  );
  const names = grouped([...heads], ([, name]) => name);
  return {
    // Its name identifies a column: equal ones get their dcid.
    heads: [...heads]
      .map(([dcid, name]) =>
        names.get(name)?.length === 1 ? { dcid, name } : { dcid, name: `${name} (${dcid})` },
      )
      .sort((a, b) => a.name.localeCompare(b.name, "en")),
    rows: [...byRow.values()].flatMap((ofRow) => {
      const cells = new Map(ofRow.map((flow) => [dcidOf(flow, column), flow]));
      return ofRow[0] === undefined ? [] : [{ first: ofRow[0], cells }];
    }),
  };
}

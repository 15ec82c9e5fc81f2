/** What a row of the table of tools says. */
import type { Commons } from "../../index.ts";
import {
  described,
  type Field,
  type FieldTable,
  type Layout,
  layoutOf,
  numberWithin,
  type ParamsOf,
  required,
  text,
} from "../../router/fields.ts";
import { tools as style } from "../styles.ts";
import type { Schema } from "./answer-schemas.ts";

/** What a tool may need besides the world and its arguments. */
export interface ToolContext {
  /** Whether there is a folder for large answers. */
  readonly hasFolder: boolean;
}

interface ToolDeclaration<Table extends FieldTable, Params> {
  /** Its name. */
  readonly path: string;
  readonly title: string;
  /** For the model: when to use it. */
  readonly about: string;
  readonly fields: Table;
  /** What an answer holds. */
  readonly output: Schema;
  /** `always`: it writes files, and is there only with a folder. `perhaps`: it writes large answers. */
  readonly writes?: "always" | "perhaps";
  /** An object, or a `LargeAnswer`. */
  readonly answer: (commons: Commons, params: Params, context: ToolContext) => unknown;
}

export interface Tool extends ToolDeclaration<FieldTable, never> {
  readonly layout: Layout<unknown>;
}

export function tool<const Table extends FieldTable>(
  row: ToolDeclaration<Table, ParamsOf<Table>>,
): Tool {
  const declared = row as unknown as ToolDeclaration<FieldTable, never>;
  return { ...declared, layout: layoutOf("", {}, row.fields as never, style.spellings) };
}

export const needed = <AnyField extends Field>(field: AnyField, about: string): AnyField =>
  required(described(field, about));

export const offset = described(
  numberWithin("offset", 0, 0, 2 ** 31),
  "how many rows to pass over: the 'next' of the answer before",
);

export const variable = needed(text("variable_dcid"), "dcid of the variable, as a search gives it");

/** Which dates and which source. */
export const choice = {
  date: described(
    text("date", "latest"),
    "'latest', 'all', 'range', or one date: 2020, 2020-05, 2020-05-17",
  ),
  start: described(text("date_range_start"), "first date of a range"),
  end: described(text("date_range_end"), "last date of a range"),
  source: described(text("source_override"), "id of the source to take: 'sourceId' of an answer"),
};

/** Which values of a series. */
export type Choice = ParamsOf<typeof choice>;

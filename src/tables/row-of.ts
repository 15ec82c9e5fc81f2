/** What a row of a table has, as far as its question says. */

import type { Cell } from "./column-data.ts";
import type { EntitiesByProperty, TableQuestion } from "./table-question.ts";

/** A question without members that there are not: TypeScript reports one where it is written. */
export type Checked<Question> = Question & {
  readonly [Member in Exclude<keyof Question, keyof TableQuestion>]: never;
};

/** A row of the table of a question, cells by the names of their columns. */
export type RowOf<Question extends TableQuestion> = Question extends
  | { readonly entities: EntitiesByProperty }
  | { readonly join: object }
  ? Readonly<Record<string, Cell>>
  : PlainRow<Question>;

type PlainRow<Question extends TableQuestion> = Question extends {
  readonly shape: "dates";
}
  ? SeriesCells<Question> & Readonly<Record<string, Cell>>
  : Question extends { readonly shape: "variables" }
    ? VariableRow<Question>
    : IsRecords<Question> extends true
      ? RecordRow<Question>
      : Readonly<Record<string, Cell>>;

type IsRecords<Question> = Question extends { readonly shape: infer Shape }
  ? Shape extends "records" | undefined
    ? true
    : false
  : "shape" extends keyof Question
    ? false
    : true;

type Named<Question, Name extends string> = Question extends { readonly names: true }
  ? { readonly [Column in `${Name}_name`]: string | null }
  : unknown;

type SeriesCells<Question> = {
  readonly entity: string;
  readonly variable: string;
  readonly facetId: string;
  readonly importName: string | null;
  readonly measurementMethod: string | null;
  readonly observationPeriod: string | null;
  readonly provenanceUrl: string | null;
  readonly unit: string | null;
} & Named<Question, "entity" | "variable">;

type RecordRow<Question> = SeriesCells<Question> & {
  readonly date: string;
  readonly value: number | null;
} & (Question extends { readonly perCapita: true } | { readonly denominator: string }
    ? { readonly denominator: number | null; readonly denominatorDate: string | null }
    : unknown);

type VariableRow<Question extends TableQuestion> = {
  readonly entity: string;
} & Named<Question, "entity"> &
  (Question extends { readonly date: "all" | object } ? { readonly date: string } : unknown) &
  (string extends Question["variables"][number]
    ? Readonly<Record<string, Cell>>
    : { readonly [Variable in Question["variables"][number]]: number | null });

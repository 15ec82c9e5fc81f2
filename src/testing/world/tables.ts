/** Statements as the tables that the loader reads. */

import { csvRow } from "../../export/csv-text.ts";
import { type Facet, facetFields, fieldText, tableFields } from "../../stats/index.ts";

export interface TripleRow {
  readonly subject: string;
  readonly predicate: string;
  /** One of both is empty: the dcid of the object, or its text. */
  readonly node: string;
  readonly text: string;
  /** dcid; empty for none. */
  readonly provenance: string;
}

export interface ObservationRow {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
  readonly facet: Partial<Facet>;
}

export function tripleTable(rows: readonly TripleRow[]): string {
  const header = ["subject_id", "predicate", "object_id", "object_value", "provenance"];
  const cells = rows.map(({ subject, predicate, node, text, provenance }) => [
    subject,
    predicate,
    node,
    text,
    provenance,
  ]);
  return [header, ...cells].map(csvRow).join("");
}

const noFacet: Facet = {
  importName: "",
  provenanceUrl: "",
  measurementMethod: "",
  observationPeriod: "",
  scalingFactor: "",
  unit: "",
  isDcAggregate: false,
  provenanceId: "",
};

export function observationTable(rows: readonly ObservationRow[]): string {
  const columns = tableFields.map((field) => facetFields[field].column);
  const cells = rows.map(({ entity, variable, date, value, facet }) => {
    const whole = { ...noFacet, ...facet };
    return [entity, variable, date, value, ...tableFields.map((field) => fieldText(whole, field))];
  });
  return [["entity", "variable", "date", "value", ...columns], ...cells].map(csvRow).join("");
}

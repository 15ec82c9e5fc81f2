/** Answers of the endpoints as rows. */
import type { SparqlResponse, V2NodeResponse, V2ObservationResponse } from "../../src/wire.ts";

export interface AnswerTable {
  readonly columns: readonly {
    readonly name: string;
    readonly isNode: boolean;
    readonly isNumber: boolean;
  }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Undefined for an answer that is no table. */
export function tableIn(body: unknown): AnswerTable | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("header" in body) return queryTable(body as SparqlResponse);
  if ("byVariable" in body) return observationTable(body as V2ObservationResponse);
  if ("data" in body || Object.keys(body).length === 0) return nodeTable(body as V2NodeResponse);
  return undefined;
}

const column = (name: string, kind: "text" | "node" | "number" = "text") => ({
  name,
  isNode: kind === "node",
  isNumber: kind === "number",
});

function queryTable({ header = [], rows = [] }: SparqlResponse): AnswerTable {
  const cells = rows.map((row) => (row.cells ?? []).map(({ value }) => value ?? null));
  const columns = header.map((name, at) => {
    const isNumber = cells.length > 0 && cells.every((row) => isNumeric(row[at] ?? null));
    return column(name, isNumber ? "number" : "text");
  });
  return {
    columns,
    rows: cells.map((row) =>
      row.map((value, at) => (columns[at]?.isNumber && value !== null ? Number(value) : value)),
    ),
  };
}

const isNumeric = (value: string | null): boolean =>
  value === null || /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(value);

function nodeTable({ data = {} }: V2NodeResponse): AnswerTable {
  const rows = Object.entries(data).flatMap(([dcid, { arcs = {}, properties = [] }]) => [
    ...properties.map((property) => [dcid, property, "", "", ""]),
    ...Object.entries(arcs).flatMap(([property, { nodes = [] }]) =>
      nodes.map((entry) => [
        dcid,
        property,
        entry.dcid ?? "",
        entry.name ?? entry.value ?? "",
        entry.provenanceId ?? "",
      ]),
    ),
  ]);
  return {
    columns: [
      column("Node", "node"),
      column("Property"),
      column("Leads to", "node"),
      column("Name or value"),
      column("Provenance", "node"),
    ],
    rows,
  };
}

function observationTable({ byVariable = {}, facets = {} }: V2ObservationResponse): AnswerTable {
  const rows = Object.entries(byVariable).flatMap(([variable, { byEntity = {} }]) =>
    Object.entries(byEntity).flatMap(([entity, { orderedFacets = [] }]) =>
      orderedFacets.flatMap(({ facetId, observations = [] }) =>
        observations.map(({ date, value }) => [
          variable,
          entity,
          date,
          value ?? null,
          facets[facetId]?.importName ?? facetId,
        ]),
      ),
    ),
  );
  return {
    columns: [
      column("Variable", "node"),
      column("Entity", "node"),
      column("Date"),
      column("Value", "number"),
      column("Source"),
    ],
    rows,
  };
}

/** What observations consist of in SDMX: the components of the one dataflow, in their order. */

import type { FacetField } from "../stats/facet-fields.ts";

/** Dimensions say which point it is, the measure is its value, and attributes describe that. */
export type SdmxKind = "dimension" | "measure" | "attribute";

/** The one dataflow. */
export const dataflow = { agency: "DC", id: "DF_OBS", version: "1.0.0" } as const;

/** A component: its id names a column of CSV, and a filter `c[id]`. */
export interface SdmxComponent {
  readonly id: string;
  readonly kind: SdmxKind;
}

interface ComponentRow extends SdmxComponent {
  /** The field of the facet that it shows. */
  readonly field?: FacetField | "facetId";
  /** What may filter by it. Default: nothing. */
  readonly filters?: "data" | "both";
}

/** Stands for a dimension without a value. */
export const notApplicable = "NotApplicable";

const variable: ComponentRow = { id: "variableMeasured", kind: "dimension", filters: "both" };

/** Properties of observations stand before these. */
const rows: readonly ComponentRow[] = [
  { id: "unit", kind: "dimension", field: "unit", filters: "both" },
  { id: "measurementMethod", kind: "dimension", field: "measurementMethod", filters: "both" },
  { id: "observationPeriod", kind: "dimension", field: "observationPeriod", filters: "both" },
  { id: "provenance", kind: "dimension", field: "provenanceId", filters: "both" },
  { id: "TIME_PERIOD", kind: "dimension", filters: "both" },
  { id: "OBS_VALUE", kind: "measure" },
  { id: "scalingFactor", kind: "attribute", field: "scalingFactor" },
  { id: "facetId", kind: "attribute", field: "facetId", filters: "data" },
];

const fixed: ReadonlyMap<string, ComponentRow> = new Map(
  [variable, ...rows].map((row) => [row.id, row]),
);

/** The components that show something of the facet. */
export const facetComponents = rows.filter(
  (row): row is ComponentRow & Required<Pick<ComponentRow, "field">> => row.field !== undefined,
);

/** A request for data, or for the values that a component has. */
export type SdmxQuestion = "data" | "availability";

/** The components of variables that have these properties. */
export function componentsFor(properties: readonly string[]): SdmxComponent[] {
  const dimensions = properties.map((id): SdmxComponent => ({ id, kind: "dimension" }));
  return [variable, ...dimensions, ...rows].map(({ id, kind }) => ({ id, kind }));
}

/** Whether an id names a component whatever the variable, so that no property may have it. */
export const isFixed = (id: string): boolean => fixed.has(id);

/** What an id consists of. */
export const idForm = /^[A-Za-z0-9_]+$/;
/** An id that a property of observations could have, by its form. */
const propertyForm = /^[a-z][A-Za-z0-9_]*$/;

/** Whether a component with this id can be filtered by, before the variables are known. */
export function mayFilter(id: string, question: SdmxQuestion): boolean {
  const row = fixed.get(id);
  if (row === undefined) return propertyForm.test(id);
  return row.filters === "both" || row.filters === question;
}

/** Whether a component with this id can have its values listed, before the variables are known. */
export const mayList = (id: string): boolean =>
  id !== "TIME_PERIOD" && mayFilter(id, "availability");

/** Ids of the components that requests about variables with these properties may filter by. */
export function filtersFor(properties: readonly string[], question: SdmxQuestion): string[] {
  const ids = [...fixed.keys()].filter((id) => mayFilter(id, question));
  return [...ids, ...properties];
}

/**
 * The fields of a facet: keys, columns of tables, names on the wire, exports and SPARQL follow from
 * this list. It imports nothing, so that loaders can read it.
 */

/** An observation is about an entity by this property, unless its variable names others. */
export const aboutProperty = "observationAbout";

/** An observation is about so many entities at most. */
export const entitiesMax = 3;

/** The property of a variable that names the properties by which observations are about entities. */
export const entityProperties = "observationProperties";

/** Who published a series and how it was measured. Texts are empty when unset. */
export interface Facet {
  /** The import that supplied the series. */
  readonly importName: string;
  /** Home page of who published it. */
  readonly provenanceUrl: string;
  /** dcid of the method. */
  readonly measurementMethod: string;
  /** ISO 8601 duration, such as `P1Y`. */
  readonly observationPeriod: string;
  /** Denominator of percentages and ratios. */
  readonly scalingFactor: string;
  /** dcid of the unit. */
  readonly unit: string;
  /** Whether Data Commons computed the series from other series. */
  readonly isDcAggregate: boolean;
  /** dcid of the provenance node that supplied the series. */
  readonly provenanceId: string;
}

export type FacetField = keyof Facet;

/** The fields of a facet. Fields that are left out or undefined are empty. */
export type FacetFields = { readonly [Field in keyof Facet]?: Facet[Field] | undefined };

interface FieldFacts {
  /** Its column in tables of observations. */
  readonly column: string;
  /** What its value is as a property: a node, a literal, or "true" or nothing. */
  readonly object: "node" | "literal" | "flag";
  /** Whether it says how the series was measured, as a property of each observation. */
  readonly isMeasured: boolean;
  /** Whether its text counts for the id on the wire, where `isDcAggregate` leaves a mark instead. */
  readonly isIdText: boolean;
  /** Its place among the facet's columns in exported tables and RDF. */
  readonly tablePlace: number;
  /** Its place among the facet's columns in exports for data frames; 0 where it is left out. */
  readonly framePlace: number;
}

/** In the order of answers (behaviour: http 7.2). */
export const facetFields = {
  importName: {
    column: "import_name",
    object: "literal",
    isMeasured: false,
    isIdText: true,
    tablePlace: 2,
    framePlace: 5,
  },
  provenanceUrl: {
    column: "provenance_url",
    object: "literal",
    isMeasured: false,
    isIdText: false,
    tablePlace: 3,
    framePlace: 6,
  },
  measurementMethod: {
    column: "measurement_method",
    object: "node",
    isMeasured: true,
    isIdText: true,
    tablePlace: 4,
    framePlace: 2,
  },
  observationPeriod: {
    column: "observation_period",
    object: "literal",
    isMeasured: true,
    isIdText: true,
    tablePlace: 5,
    framePlace: 3,
  },
  scalingFactor: {
    column: "scaling_factor",
    object: "literal",
    isMeasured: true,
    isIdText: true,
    tablePlace: 7,
    framePlace: 4,
  },
  unit: {
    column: "unit",
    object: "node",
    isMeasured: true,
    isIdText: true,
    tablePlace: 6,
    framePlace: 1,
  },
  isDcAggregate: {
    column: "is_dc_aggregate",
    object: "flag",
    isMeasured: false,
    isIdText: false,
    tablePlace: 8,
    framePlace: 0,
  },
  provenanceId: {
    column: "provenance",
    object: "node",
    isMeasured: false,
    isIdText: false,
    tablePlace: 1,
    framePlace: 0,
  },
} as const satisfies Readonly<Record<FacetField, FieldFacts>>;

type FieldsWith<T> = {
  [F in FacetField]: (typeof facetFields)[F] extends T ? F : never;
}[FacetField];

/** Fields that say how a series was measured. */
export type MeasuredField = FieldsWith<{ readonly isMeasured: true }>;

/** Of these, fields whose texts are dcids. */
export type NodeField = FieldsWith<{ readonly isMeasured: true; readonly object: "node" }>;

/** All but the provenance, which loaders give as a node. */
export type SourceField = Exclude<FacetField, "provenanceId">;

export const allFields: readonly FacetField[] = Object.keys(facetFields) as FacetField[];

export const measuredFields: readonly MeasuredField[] = allFields.filter(
  (field): field is MeasuredField => facetFields[field].isMeasured,
);

export const nodeFields: readonly NodeField[] = measuredFields.filter(
  (field): field is NodeField => facetFields[field].object === "node",
);

export const sourceFields: readonly SourceField[] = allFields.filter(
  (field) => field !== "provenanceId",
);

/** In the order of exported tables. */
export const tableFields: readonly FacetField[] = inPlace("tablePlace");

/** In the order of exports for data frames. */
export const frameFields: readonly FacetField[] = inPlace("framePlace");

export const idFields: readonly FacetField[] = allFields.filter(
  (field) => facetFields[field].isIdText,
);

/** In the order in which facets are compared: first what counts for the id. */
export const comparedFields: readonly FacetField[] = [
  ...idFields,
  ...allFields.filter((field) => !idFields.includes(field)),
];

/** A facet, or a part of one, field by field. */
export function fieldsOf<F extends FacetField>(
  fields: readonly F[],
  read: (field: F) => Facet[F],
): Pick<Facet, F> {
  const values = {} as { -readonly [Field in F]: Facet[Field] };
  for (const field of fields) values[field] = read(field);
  return values;
}

/** The fields of a facet that a source gives, from the text of each field. */
export function facetOfTexts(
  textOf: (field: SourceField) => string,
  isTrue: (text: string) => boolean = (text) => text === "true",
): Pick<Facet, SourceField> {
  return fieldsOf(sourceFields, (field) =>
    facetFields[field].object === "flag" ? isTrue(textOf(field)) : textOf(field),
  );
}

/** A source that says nothing. */
export const unsetSource: Pick<Facet, SourceField> = facetOfTexts(() => "");

/** A field as a property of an observation; empty when unset. */
export function fieldText(facet: FacetFields, field: FacetField): string {
  const value = facet[field];
  return typeof value === "string" ? value : value ? "true" : "";
}

function inPlace(order: "tablePlace" | "framePlace"): FacetField[] {
  const place = (field: FacetField) => facetFields[field][order];
  return allFields.filter((field) => place(field) > 0).sort((a, b) => place(a) - place(b));
}

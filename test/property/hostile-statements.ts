/** Triples and observations with hostile texts, for tests of whole worlds. */
import fc from "fast-check";

const properties = ["name", "typeOf", "containedInPlace", "geoId", "__proto__", "url"];

interface StatementParts<Facet> {
  /** Dcids of subjects, objects and provenances. */
  readonly node: fc.Arbitrary<string>;
  /** Dcids of variables and entities. */
  readonly few: fc.Arbitrary<string>;
  /** Literals. */
  readonly texts: readonly string[];
  readonly facet: fc.Arbitrary<Facet>;
  readonly date: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<string>;
}

/** @param most triples and observations */
export function someStatements<Facet>(
  { node, few, texts, facet, date, value }: StatementParts<Facet>,
  most: { readonly triples: number; readonly observations: number },
) {
  const triple = fc.record({
    subject: node,
    predicate: fc.constantFrom(...properties),
    object: fc.oneof(
      node.map((text) => ({ text, isNode: true })),
      fc.constantFrom(...texts).map((text) => ({ text, isNode: false })),
    ),
    provenance: fc.option(node, { nil: undefined }),
  });
  const observation = fc.record({ variable: few, entity: few, facet, date, value });
  return {
    triples: fc.array(triple, { maxLength: most.triples }),
    observations: fc.array(observation, { maxLength: most.observations }),
  };
}

/** Facets of some imports; each field is often empty. */
export function someFacet(fields: {
  readonly provenance: string;
  readonly importNames: readonly string[];
  readonly provenanceUrls: readonly string[];
  readonly measurementMethods: readonly string[];
}) {
  return fc.record({
    provenance: fc.constantFrom(undefined, "p/1", fields.provenance),
    importName: fc.constantFrom("", ...fields.importNames),
    provenanceUrl: fc.constantFrom("", ...fields.provenanceUrls),
    measurementMethod: fc.constantFrom("", ...fields.measurementMethods),
    observationPeriod: fc.constantFrom("", "P1Y"),
    scalingFactor: fc.constantFrom("", "100"),
    unit: fc.constantFrom("", "USDollar"),
    isDcAggregate: fc.boolean(),
  });
}

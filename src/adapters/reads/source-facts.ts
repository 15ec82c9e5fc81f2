/** Who published the series of a facet, as the statements about its provenance say it. */

import type { Facet } from "../../stats/facet-fields.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";

/** What says where a series comes from. */
type FacetOrigin = Partial<Pick<Facet, "provenanceId" | "importName">>;

interface SourceFacts {
  /** Dcid of the provenance: that of the facet, or the one that is named after its import; or "". */
  readonly provenanceId: string;
  /** Whether the world has statements about it. */
  readonly isKnown: boolean;
  readonly sourceName: string | undefined;
  readonly provenanceName: string;
  readonly provenanceUrl: string | undefined;
  /** The name of its `licenseType`. */
  readonly license: string | undefined;
  readonly licenseDcid: string | undefined;
  /** What `license` of the provenance, or else of its source, says. */
  readonly licenseText: string | undefined;
}

export function sourceFactsOf(graph: Graph, facet: FacetOrigin): SourceFacts {
  const { importName = "" } = facet;
  const provenanceId = `${facet.provenanceId || (importName && `dc/base/${importName}`)}`;
  const node = graph.dictionary.nodeOf(provenanceId);
  const source = firstOf(graph, node, "source");
  const license = firstOf(graph, node, "licenseType");
  const isNode = license !== undefined && license < graph.dictionary.nodeCount;
  const textOf = (from: TermId | undefined, property: string) =>
    nameIn(graph, firstOf(graph, from, property));
  return {
    provenanceId,
    isKnown: node !== undefined && graph.predicatesOf(node, "out").length > 0,
    sourceName: nameIn(graph, source),
    provenanceName:
      textOf(node, "isPartOf") ??
      textOf(node, "name") ??
      (importName || (provenanceId.split("/").at(-1) as string)),
    provenanceUrl: termText(graph, firstOf(graph, node, "url")),
    license: nameIn(graph, license),
    licenseDcid: isNode ? graph.dictionary.textOf(license) : undefined,
    licenseText: textOf(node, "license") ?? textOf(source, "license"),
  };
}

/** The first value of a property in the order of answers: literals come before nodes. */
function firstOf(graph: Graph, node: TermId | undefined, property: string): TermId | undefined {
  const { nodeCount } = graph.dictionary;
  if (node === undefined || node >= nodeCount) return undefined;
  const values = graph.linked(node, property);
  return values.find((term) => term >= nodeCount) ?? values[0];
}

const termText = (graph: Graph, term: TermId | undefined) =>
  term === undefined ? undefined : graph.dictionary.textOf(term);

/** A literal, or the name of a node. */
function nameIn(graph: Graph, term: TermId | undefined): string | undefined {
  const isNode = term !== undefined && term < graph.dictionary.nodeCount;
  return termText(graph, isNode ? firstOf(graph, term, "name") : term) || undefined;
}

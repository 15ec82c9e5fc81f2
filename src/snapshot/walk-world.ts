/** All that must hold in a snapshot whose checksums are right: a checksum shows damage, not intent. */

import { Catalog } from "../catalog/catalog.ts";
import { SnapshotError } from "../errors/errors.ts";
import { wrongFacet } from "../stats/facets.ts";
import type { ObservationMeta } from "../stats/read/observation-meta.ts";
import { walkObservations } from "../stats/read/walk-observations.ts";
import type { ColumnSource } from "../store/columns/column-source.ts";
import { walkList } from "../store/stored/stored-lists.ts";
import { type WalkedGraph, walkGraph } from "../store/stored/walk-graph.ts";
import { walkTexts } from "../store/stored/walk-texts.ts";
import { TextReader } from "../store/stored/walked-texts.ts";
import { literalsName } from "../store/texts/dictionary.ts";
import { again, preludeBytes } from "./format.ts";
import type { SectionTable } from "./section-table.ts";
import { type WorldContents, worldFrom } from "./world-contents.ts";

/**
 * Walks every column of a world once or a few times.
 * @param source the same columns, for what follows from a whole world
 * @throws SnapshotError `damaged`, with section and offset, when there is a world whose freeze would not
 * be this one in all that questions read
 */
export function walkWorld(
  sections: SectionTable,
  contents: WorldContents,
  source: ColumnSource,
): void {
  const { observations } = contents;
  const wrong = (reason: string) => wrongHeader(reason, sections.file);
  const facet = wrongFacet(observations.facets);
  if (facet >= 0) throw wrong(`facet ${facet} is out of place`);
  sections.checkLengths();
  sections.walkEach();
  if (contents.inParts !== undefined) {
    if (contents.inParts.parts === undefined) walkPart(sections, observations);
    return;
  }
  const walked = walkGraph(sections);
  walkObservations(sections, observations, walked.literals);
  const provenances = provenancesOf(walked, contents);
  const different = differentCount(contents, sections, walked.subjects, provenances);
  if (different !== undefined) throw wrong(`${different} is another one`);
  // Without the lists that it has: they are made anew.
  const column = (name: string) => source.column(name);
  const lazyRows = (name: string) => source.lazyRows(name);
  const { world } = worldFrom({ column, lazyRows }, contents, sections.file);
  for (const [name, lines] of new Catalog(world).lists()) {
    if (sections.has(`${name}.ends`)) walkList(sections, name, lines);
  }
}

/** The part of a world: its literals are values of observations. */
function walkPart(sections: SectionTable, observations: ObservationMeta): void {
  walkTexts(sections, literalsName);
  walkObservations(sections, observations, new TextReader(sections, literalsName));
}

/** Distinct provenances of triples and facets. */
function provenancesOf(
  { provenances, hasProvenance }: WalkedGraph,
  { observations }: WorldContents,
): number {
  // A node without a text is none.
  let count = provenances - (hasProvenance("") ? 1 : 0);
  const others = new Set(observations.facets.map(({ provenanceId }) => provenanceId));
  others.delete("");
  for (const dcid of others) if (!hasProvenance(dcid)) count++;
  return count;
}

/** A number of the header that does not agree with the others and the columns. */
function differentCount(
  { graph, observations, info }: WorldContents,
  sections: SectionTable,
  subjects: number,
  provenances: number,
): string | undefined {
  const graphBytes = sections.byteLength("graph.", "dictionary.");
  const observationBytes = sections.byteLength("observations.");
  const pairs: readonly (readonly [string, number, number])[] = [
    ["subjectCount", graph.subjectCount, subjects],
    ["nodeCount", info.nodeCount, subjects],
    ["tripleCount", info.tripleCount, graph.tripleCount],
    ["observationCount", info.observationCount, observations.pointCount],
    ["seriesCount", info.seriesCount, observations.seriesCount],
    ["facetCount", info.facetCount, observations.facets.length],
    ["variableCount", info.variableCount, observations.variableCount],
    ["entityCount", info.entityCount, observations.entityCount],
    ["provenanceCount", info.provenanceCount, provenances],
    ["byteLength of the graph", graph.byteLength, graphBytes],
    ["byteLength of the observations", observations.byteLength, observationBytes],
    ["bytes", info.bytes, graphBytes + observationBytes],
  ];
  return pairs.find(([, given, counted]) => given !== counted)?.[0];
}

function wrongHeader(reason: string, file: string | undefined): SnapshotError {
  const message = `its header cannot be true (${reason}): ${again}`;
  return new SnapshotError("damaged", message, { file, offset: preludeBytes });
}

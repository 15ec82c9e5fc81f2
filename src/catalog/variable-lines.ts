/** The lines about variables. Many variables share types and facets: these are put in order once. */

import type { ObservationTable } from "../stats/index.ts";
import { compareUtf8, type Graph, type TermId } from "../store/index.ts";
import type { CatalogVariable } from "./entries.ts";
import { MadeOfMarks, Marks } from "./marks.ts";
import { named, textsOf } from "./search.ts";

type Writable<Line> = { -readonly [Member in keyof Line]: Line[Member] };

export class VariableLines {
  readonly #graph: Graph;
  readonly #observations: ObservationTable;
  readonly #facets: Marks;
  readonly #typeSets: Marks;
  readonly #ofFacets: MadeOfMarks<Pick<CatalogVariable, "units" | "facetIds">>;
  readonly #ofTypeSets: MadeOfMarks<readonly string[]>;

  constructor(graph: Graph, observations: ObservationTable) {
    this.#graph = graph;
    this.#observations = observations;
    const { facets } = observations;
    this.#facets = new Marks(facets.length);
    this.#typeSets = new Marks(graph.typeSetCount);
    this.#ofFacets = new MadeOfMarks((members) => {
      const used = Array.from(members, (number) => facets[number]!);
      const units = [...new Set(used.map(({ unit }) => unit))].sort(compareUtf8);
      const facetIds = [...new Set(used.map(({ id }) => id))];
      return { units: Object.freeze(units), facetIds: Object.freeze(facetIds) };
    });
    this.#ofTypeSets = new MadeOfMarks((members) => {
      const types = new Set([...members].flatMap((set) => graph.typesOfSet(set)));
      return Object.freeze(
        textsOf(
          graph,
          [...types].sort((a, b) => a - b),
        ),
      );
    });
  }

  lineOf(node: TermId): CatalogVariable {
    const observations = this.#observations;
    const [facets, typeSets] = [this.#facets, this.#typeSets];
    const range = observations.seriesOfVariable(node);
    facets.clear();
    typeSets.clear();
    let entities = 0;
    let entity = -1;
    let first = Number.POSITIVE_INFINITY;
    let last = -1;
    for (let series = range.start; series < range.end; series++) {
      first = Math.min(first, observations.firstDateOf(series));
      last = Math.max(last, observations.lastDateOf(series));
      facets.add(observations.facetNumberOf(series));
      const about = observations.entityOf(series);
      if (about === entity) continue;
      entity = about;
      entities++;
      typeSets.add(this.#graph.typeSetOf(about));
    }
    const points = observations.pointsOfSeries(range);
    const { units, facetIds } = this.#ofFacets.of(facets);
    // Member by member: spreading one object into another takes ten times as long.
    const line: Partial<Writable<CatalogVariable>> = named(this.#graph, node);
    line.entities = entities;
    line.series = range.end - range.start;
    line.points = points.end - points.start;
    line.firstDate = observations.dateOfCode(first);
    line.lastDate = observations.dateOfCode(last);
    line.entityTypes = this.#ofTypeSets.of(typeSets);
    line.units = units;
    line.facetIds = facetIds;
    return line as CatalogVariable;
  }
}

/**
 * Which entities have data, where variables may be groups and topics, entities sources and datasets, and
 * observations about several entities (behaviour: observation 13).
 */
import type { Governor } from "../../options/governor.ts";
import { entityProperties } from "../../stats/facet-fields.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import type { EntityCursor } from "../../stats/read/series-lookup.ts";
import type { Range } from "../../store/columns/column-source.ts";
import type { Direction, Graph } from "../../store/graph/graph.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import { numericPoints } from "../reads/numeric-points.ts";
import type {
  Entities,
  ObservationAnswer,
  ObservationListener,
  Selection,
} from "../reads/observation-answer.ts";
import { calculationsOf } from "./calculations.ts";

type Links = readonly (readonly [property: string, direction: Direction])[];

/** From a group or topic to what is below it. */
const members: Links = [
  ["memberOf", "in"],
  ["specializationOf", "in"],
  ["relevantVariable", "out"],
  ["member", "out"],
];

/** From a source or dataset to its imports. */
const imports: Links = [
  ["source", "in"],
  ["isPartOf", "in"],
];

export const groupId = /^[^/]+\/(?:g|topic)\//;
export const groupTypes = ["StatVarGroup", "Topic"];
const sourceId = /^[^/]+\/[ds]\//;

/** What a request about existence asks. */
interface ExistenceQuestion {
  readonly entities: Entities;
  readonly selection: Selection;
  /** Whether the variables are those that have data. */
  readonly isList: boolean;
  readonly variableCount: number;
  /** Whether a variable that can be calculated counts, as one that was asked for does. */
  readonly hasCalculations: boolean;
}

/** Finds out which entities have data about one variable after the other, and reports it. */
export class Existence {
  readonly #world: World;
  readonly #question: ExistenceQuestion;
  readonly #plain: ObservationAnswer;
  readonly #form: ObservationListener;
  readonly #governor: Governor;
  /** Whether variables with data are variables and no more, entities entities, and series about one. */
  readonly #isOrdinary: boolean;
  /** See `ObservationAnswer.addExistence`. */
  readonly #byEntity: boolean;
  /** By source or dataset of the request: its facets. */
  readonly #facets: ReadonlyMap<TermId, ReadonlySet<FacetEntry>>;

  /** @param plain what answers where variables and entities are no more than that */
  constructor(
    world: World,
    question: ExistenceQuestion,
    plain: ObservationAnswer,
    form: ObservationListener,
    governor: Governor,
  ) {
    this.#world = world;
    this.#question = question;
    this.#plain = plain;
    this.#form = form;
    this.#governor = governor;
    this.#facets = facetsOfSources(world, question.entities);
    const { isList, entities, variableCount } = question;
    // Near, to list the variables of an entity takes longer than to look for a few of them.
    const isFar = world.observations.source.isFar === true;
    this.#byEntity = isList || (isFar && entities.nodes.length < variableCount);
    const isAboutSeveral = world.graph.predicateOf(entityProperties) !== undefined;
    this.#isOrdinary = this.#facets.size === 0 && !isAboutSeveral && !question.hasCalculations;
  }

  add(dcid: string, variable: TermId | undefined): void {
    const isPlain =
      variable === undefined ||
      (this.#isOrdinary && (this.#question.isList || this.#isObserved(variable)));
    const alternatives = isPlain ? [] : this.#alternativesOf(dcid, variable);
    if (isPlain || (this.#isOrdinary && alternatives.length === 0)) {
      this.#plain.addExistence(dcid, variable, this.#byEntity);
      return;
    }
    alternatives.push([variable]);
    const form = this.#form;
    const { nodes, dcids } = this.#question.entities;
    const cursors = new Map<TermId, EntityCursor>();
    form.beginVariable(dcid);
    nodes.forEach((node, at) => {
      if (node === noTerm) return;
      const has = (one: TermId) => this.#has(one, node, cursors);
      if (!alternatives.some((variables) => variables.every(has))) return;
      form.beginEntity(node, dcids?.[at]);
      form.endEntity();
    });
    form.endVariable();
  }

  /** An entity has data if it has data of all variables of one of these. */
  #alternativesOf(dcid: string, variable: TermId): TermId[][] {
    const { graph } = this.#world;
    if (!this.#isObserved(variable) && isGroup(graph, dcid, variable)) {
      const below = [...reachable(graph, variable, members, this.#governor)];
      return below.filter((one) => this.#isObserved(one)).map((one) => [one]);
    }
    if (!this.#question.hasCalculations) return [];
    const { dictionary } = graph;
    return calculationsOf(graph, variable)
      .map(({ inputs }) => inputs.map((input) => dictionary.nodeOf(input)))
      .filter((nodes): nodes is TermId[] => !nodes.includes(undefined));
  }

  #isObserved(variable: TermId): boolean {
    return this.#world.observations.seriesCountOf(variable) > 0;
  }

  #has(variable: TermId, entity: TermId, cursors: Map<TermId, EntityCursor>): boolean {
    this.#governor.work(2);
    const { observations } = this.#world;
    const all = observations.seriesOfVariable(variable);
    const facets = this.#facets.get(entity);
    if (facets !== undefined) {
      this.#governor.work(all.end - all.start);
      return this.#isIn(all, (facet) => facets.has(facet));
    }
    const cursor = cursors.get(variable) ?? observations.cursorOf(variable);
    cursors.set(variable, cursor);
    const { entities, selection } = this.#question;
    const isFiltered = entities.dcids === undefined;
    const isKept = (facet: FacetEntry) => !isFiltered || selection.filter.keeps(facet);
    if (cursor.seek(entity) && this.#isIn(cursor, isKept)) return true;
    // It may be the second or third entity of a series.
    const further = observations.further.seriesWith(entity, all);
    return further.some((series) => this.#isIn({ start: series, end: series + 1 }, isKept));
  }

  /** Is there a number in one of the series? */
  #isIn({ start, end }: Range, isWanted: (facet: FacetEntry) => boolean): boolean {
    const { observations } = this.#world;
    const numbers = numericPoints(observations);
    for (let series = start; series < end; series++) {
      if (numbers.isInSeries(series) && isWanted(observations.facetOf(series))) return true;
    }
    return false;
  }
}

function isGroup(graph: Graph, dcid: string, node: TermId): boolean {
  if (groupId.test(dcid)) return true;
  const types = graph.typesOfSet(graph.typeSetOf(node));
  return types.some((type) => groupTypes.includes(graph.dictionary.textOf(type)));
}

function facetsOfSources(
  { graph, observations }: World,
  { nodes, dcids = [] }: Entities,
): ReadonlyMap<TermId, ReadonlySet<FacetEntry>> {
  const found = new Map<TermId, ReadonlySet<FacetEntry>>();
  dcids.forEach((dcid, at) => {
    const node = nodes[at] as TermId;
    if (node === noTerm || !sourceId.test(dcid)) return;
    const provenances = reachable(graph, node, imports);
    const facets = observations.facets.filter(({ provenanceId, importName }) => {
      const provenance = graph.dictionary.nodeOf(provenanceId || `dc/base/${importName}`);
      return provenance !== undefined && provenances.has(provenance);
    });
    if (facets.length > 0) found.set(node, new Set(facets));
  });
  return found;
}

/** What links lead to, at any distance. */
function reachable(
  graph: Graph,
  from: TermId,
  links: Links,
  governor?: Governor,
): ReadonlySet<TermId> {
  const found = new Set([from]);
  for (const node of found) {
    for (const [property, direction] of links) {
      const next = graph.linked(node, property, direction);
      governor?.work(1 + next.length);
      for (const one of next) if (one < graph.dictionary.nodeCount) found.add(one);
    }
  }
  found.delete(from);
  return found;
}

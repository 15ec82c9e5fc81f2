/**
 * Series that `StatisticalCalculation` nodes describe, where an answer has none of its own (behaviour:
 * observation 12).
 */
import { refused } from "../../errors/rpc.ts";
import {
  combined,
  evaluated,
  type Formula,
  type Leaf,
  leavesOf,
  type Points,
  parseFormula,
} from "../../expr-parser/formula.ts";
import type { Governor } from "../../options/governor.ts";
import { measuredFields } from "../../stats/facet-fields.ts";
import { type FacetEntry, facetId } from "../../stats/facets.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import type { Graph } from "../../store/graph/graph.ts";
import { noTerm, type TermId } from "../../store/texts/dictionary.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { World } from "../../world/world.ts";
import { pointsIn } from "../reads/numeric-points.ts";
import {
  type CalculationListener,
  type Entities,
  type Extent,
  ObservationAnswer,
  type ObservationListener,
  type Selection,
} from "../reads/observation-answer.ts";

/** A formula that gives a variable its values. */
interface Calculation {
  readonly formula: Formula;
  /** Variables that it needs, each once. */
  readonly inputs: readonly string[];
}

/** The calculations of a variable, ascending by their texts. */
export function calculationsOf(graph: Graph, variable: TermId | undefined): readonly Calculation[] {
  const output = graph.predicateOf("outputProperty");
  const input = graph.predicateOf("inputPropertyExpression");
  const type = graph.predicateOf("typeOf");
  const { dictionary } = graph;
  const wanted = dictionary.nodeOf("StatisticalCalculation");
  const known = [variable, output, input, type, wanted].every((id) => id !== undefined);
  if (!known) return [];
  const texts = graph
    .valuesOf(variable as TermId, output as number, "in")
    .filter((node) => graph.has(node, type as number, wanted as TermId))
    .flatMap((node) => graph.valuesOf(node, input as number))
    .map((term) => dictionary.textOf(term));
  return [...new Set(texts)].sort(compareUtf8).map(calculationOf);
}

function calculationOf(text: string): Calculation {
  const formula = parseFormula(text, true);
  const inputs = [...new Set(leavesOf(formula).map(({ variable }) => variable))];
  if (inputs.length === 0) throw refused("invalidArgument", "formula missing variables");
  return { formula, inputs };
}

interface Calculated {
  readonly facet: FacetEntry;
  readonly points: Points;
}

/** By variable, then by entity. */
type Inputs = ReadonlyMap<string, ReadonlyMap<TermId, readonly Calculated[]>>;

/**
 * Passes an answer on, and fills its holes: listed entities without a series, and variables that no
 * entity of an expression has.
 */
export class HoleFiller implements ObservationListener {
  readonly #world: World;
  readonly #entities: Entities;
  readonly #selection: Selection;
  readonly #form: CalculationListener;
  readonly #governor: Governor;
  readonly #aggregates = new Map<FacetEntry, FacetEntry>();
  #calculations: readonly Calculation[] = [];
  #entity: TermId = noTerm;
  #isEntityEmpty = true;
  #isVariableEmpty = true;

  constructor(
    world: World,
    entities: Entities,
    selection: Selection,
    form: CalculationListener,
    governor: Governor,
  ) {
    this.#world = world;
    this.#entities = entities;
    this.#selection = selection;
    this.#form = form;
    this.#governor = governor;
  }

  beginVariable(dcid: string): void {
    const { graph } = this.#world;
    this.#calculations = calculationsOf(graph, graph.dictionary.nodeOf(dcid));
    this.#isVariableEmpty = true;
    this.#form.beginVariable(dcid);
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = node;
    this.#isEntityEmpty = true;
    this.#isVariableEmpty = false;
    this.#form.beginEntity(node, dcid);
  }

  addSeries(series: number, start: number, end: number): void {
    this.#isEntityEmpty = false;
    this.#form.addSeries(series, start, end);
  }

  addFacet(facetNumber: number, extent: Extent): void {
    this.#form.addFacet(facetNumber, extent);
  }

  endEntity(): void {
    if (this.#isEntityEmpty && this.#entity !== noTerm) {
      const nodes = Uint32Array.of(this.#entity);
      this.#fill({ nodes, dcids: [""] }, (_, found) => this.#addAll(found));
    }
    this.#form.endEntity();
  }

  endVariable(): void {
    if (this.#isVariableEmpty && this.#entities.dcids === undefined) {
      this.#fill(this.#entities, (node, found) => {
        this.#form.beginEntity(node, undefined);
        this.#addAll(found);
        this.#form.endEntity();
      });
    }
    this.#form.endVariable();
  }

  #addAll(found: readonly Calculated[]): void {
    for (const { facet, points } of found) this.#form.addPoints(this.#aggregateOf(facet), points);
  }

  /** Tries one calculation after the other, until one has a value for any of the entities. */
  #fill(entities: Entities, add: (entity: TermId, found: readonly Calculated[]) => void): void {
    for (const { formula, inputs } of this.#calculations) {
      const given = this.#inputsOf(inputs, entities);
      let isFilled = false;
      for (const entity of entities.nodes) {
        this.#governor.work(2);
        const found = calculated(formula, given, entity);
        if (found.length === 0) continue;
        isFilled = true;
        add(entity, found);
      }
      if (isFilled) return;
    }
  }

  /** What the request would get if it asked for the inputs. */
  #inputsOf(inputs: readonly string[], entities: Entities): Inputs {
    const { graph, observations } = this.#world;
    const collected = new CollectedSeries(observations);
    const answer = new ObservationAnswer(
      observations,
      entities,
      this.#selection,
      collected,
      this.#governor,
    );
    for (const dcid of inputs) answer.addValues(dcid, graph.dictionary.nodeOf(dcid));
    return collected.byVariable;
  }

  /** The facet of what is calculated from series of a facet. */
  #aggregateOf(facet: FacetEntry): FacetEntry {
    const known = this.#aggregates.get(facet);
    if (known !== undefined) return known;
    const aggregate = { ...facet, isDcAggregate: true };
    const entry = { ...aggregate, facetId: facetId(aggregate) };
    this.#aggregates.set(facet, entry);
    return entry;
  }
}

/** A series, or a number, which has no facet. */
interface Operand {
  readonly facet: FacetEntry | undefined;
  readonly points: Points | number;
}

/** Series of one facet id are calculated with each other, and each series with numbers. */
function calculated(formula: Formula, inputs: Inputs, entity: TermId): readonly Calculated[] {
  const operands = evaluated<readonly Operand[]>(formula, {
    leaf: (leaf) =>
      inputs
        .get(leaf.variable)
        ?.get(entity)
        ?.filter(({ facet }) => passes(leaf, facet)) ?? [],
    constant: (points) => [{ facet: undefined, points }],
    combine: (operator, left, right) =>
      left.flatMap((a) =>
        right.filter(areAlike(a)).map((b) => ({
          facet: a.facet ?? b.facet,
          points: combined(operator, a.points, b.points, "invalidArgument"),
        })),
      ),
  });
  return operands.filter(
    (one): one is Calculated => typeof one.points === "object" && one.points.dates.length > 0,
  );
}

const areAlike =
  ({ facet: a }: Operand) =>
  ({ facet: b }: Operand): boolean =>
    a === undefined || b === undefined || a.facetId === b.facetId;

/** A leaf with a filter names all four fields: one that it leaves out must be empty. */
const passes = ({ measured }: Leaf, facet: FacetEntry): boolean =>
  measured === undefined ||
  measuredFields.every((field) => facet[field] === (measured[field] ?? ""));

/** Keeps the values of an answer. */
class CollectedSeries implements ObservationListener {
  readonly byVariable = new Map<string, Map<TermId, Calculated[]>>();
  readonly #observations: ObservationTable;
  #ofVariable = new Map<TermId, Calculated[]>();
  #ofEntity: Calculated[] = [];

  constructor(observations: ObservationTable) {
    this.#observations = observations;
  }

  beginVariable(dcid: string): void {
    this.#ofVariable = new Map();
    this.byVariable.set(dcid, this.#ofVariable);
  }

  beginEntity(node: TermId): void {
    this.#ofEntity = [];
    this.#ofVariable.set(node, this.#ofEntity);
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    const points = pointsIn(table, { start, end });
    this.#ofEntity.push({ facet: table.facetOf(series), points });
  }

  addFacet(): void {
    // Values are asked.
  }

  endEntity(): void {
    // The next one begins.
  }

  endVariable(): void {
    // The next one begins.
  }
}

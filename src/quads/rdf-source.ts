/** A world as a source of RDF/JS: quads by pattern, for engines of SPARQL and other programs. */

import type { AskedCommons, Commons } from "../commons/commons.ts";
import type { RequestLimits } from "../options/governor.ts";
import { type OptionRows, requireCommons, requireOptions } from "../options/required-options.ts";
import { GraphQuads } from "./graph-quads.ts";
import { ObservationQuads } from "./observation-quads.ts";
import { type Pattern, type PatternTerm, patternOf } from "./pattern.ts";
import { QuadStream } from "./quad-stream.ts";
import type { RdfQuad } from "./terms.ts";

/** What a source shows. */
export interface RdfSourceOptions {
  /** Whether observations are blank nodes with their properties, as in exports of RDF. Default: false. */
  readonly observations?: boolean | undefined;
}

export const rdfSourceRows = {
  observations: { is: ["flag"] },
} satisfies OptionRows<RdfSourceOptions>;

/** A world here or elsewhere. */
type SourceOfQuads = Pick<AskedCommons, "ask">;

/** The quads of a world that is here at the moment. */
class Quads {
  readonly #graph: GraphQuads;
  readonly #observations: ObservationQuads | undefined;

  constructor({ engine }: Commons, hasObservations: boolean) {
    this.#graph = new GraphQuads(engine.graph);
    this.#observations = hasObservations ? new ObservationQuads(engine) : undefined;
  }

  *match(pattern: Pattern): Generator<RdfQuad> {
    yield* this.#graph.match(pattern);
    if (this.#observations !== undefined) yield* this.#observations.match(pattern);
  }

  count(pattern: Pattern): number {
    return this.#graph.count(pattern) + (this.#observations?.count(pattern) ?? 0);
  }
}

/** Quads of a world here that are made at once. */
const batchSize = 64;
/** The first quads of a world elsewhere that are asked for together; then twice as many each time. */
const firstFarBatch = 256;

/**
 * The statements of a world, as RDF/JS and engines such as Comunica ask for them. Dcids are IRIs below
 * `https://datacommons.org/browser/`, as in exports of N-Quads. In the default graph each statement is
 * once; the graph of a provenance has its statements.
 */
export class RdfSource {
  readonly #commons: SourceOfQuads;
  readonly #hasObservations: boolean;
  readonly #made = new WeakMap<Commons, Quads>();

  /** @internal */
  constructor(commons: SourceOfQuads, { observations = false }: RdfSourceOptions) {
    this.#commons = commons;
    this.#hasObservations = observations;
  }

  /** Quads that fit. Null, undefined and variables stand for everything. */
  match(
    subject?: PatternTerm,
    predicate?: PatternTerm,
    object?: PatternTerm,
    graph?: PatternTerm,
  ): QuadStream {
    const pattern = patternOf([subject, predicate, object, graph]);
    if (pattern === undefined) return new QuadStream(() => []);
    let quads: Iterator<RdfQuad> | undefined;
    let isFar = false;
    let [taken, size] = [0, firstFarBatch];
    const far = async (): Promise<readonly RdfQuad[]> => {
      isFar = true;
      const batch = await this.#far(pattern, taken, size);
      taken += batch.length;
      size *= 2;
      return batch;
    };
    return new QuadStream(() => {
      if (isFar) return far();
      if (quads === undefined) {
        const made = this.#commons.ask((commons) => this.#quadsOf(commons).match(pattern));
        if (made instanceof Promise) return made.then(far);
        quads = made;
      }
      return batchOf(quads, batchSize);
    });
  }

  /**
   * The same quads as a list.
   *
   * @param limits of the question; default: none
   */
  getQuads(
    subject?: PatternTerm,
    predicate?: PatternTerm,
    object?: PatternTerm,
    graph?: PatternTerm,
    limits?: RequestLimits,
  ): RdfQuad[] | Promise<RdfQuad[]> {
    const pattern = patternOf([subject, predicate, object, graph]);
    if (pattern === undefined) return [];
    return this.#commons.ask((commons) => read([...this.#quadsOf(commons).match(pattern)]), limits);
  }

  /**
   * About how many quads fit: exact, unless statements have several provenances. Far away it is a
   * promise.
   */
  countQuads(
    subject?: PatternTerm,
    predicate?: PatternTerm,
    object?: PatternTerm,
    graph?: PatternTerm,
  ): number | Promise<number> {
    const pattern = patternOf([subject, predicate, object, graph]);
    if (pattern === undefined) return 0;
    return this.#commons.ask((commons) => this.#quadsOf(commons).count(pattern));
  }

  async #far(pattern: Pattern, from: number, size: number): Promise<readonly RdfQuad[]> {
    return await this.#commons.ask((commons) => {
      const quads = this.#quadsOf(commons).match(pattern);
      for (let at = 0; at < from; at++) if (quads.next().done === true) return [];
      return read(batchOf(quads, size));
    });
  }

  #quadsOf(commons: Commons): Quads {
    let quads = this.#made.get(commons);
    if (quads === undefined) {
      quads = new Quads(commons, this.#hasObservations);
      this.#made.set(commons, quads);
    }
    return quads;
  }
}

/**
 * A source of quads over a world, here or elsewhere.
 *
 * @throws TypeError for what is no Commons, and for options that there are not
 */
export function rdfSource(
  commons: Pick<AskedCommons, "ask">,
  options: RdfSourceOptions = {},
): RdfSource {
  requireCommons("rdfSource", commons, "ask");
  requireOptions("rdfSource", options, rdfSourceRows);
  return new RdfSource(commons, options);
}

function batchOf(quads: Iterator<RdfQuad>, size: number): RdfQuad[] {
  const batch: RdfQuad[] = [];
  while (batch.length < size) {
    const next = quads.next();
    if (next.done === true) break;
    batch.push(next.value);
  }
  return batch;
}

/** Reads all texts, as long as the world is there. */
function read(quads: RdfQuad[]): RdfQuad[] {
  for (const { subject, predicate, object, graph } of quads) {
    void [subject.value, predicate.value, object.value, graph.value];
  }
  return quads;
}

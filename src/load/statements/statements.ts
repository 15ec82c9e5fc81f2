/** Triples and observations by their texts, for readers whose rows are few next to a dump's. */
import {
  aboutProperty,
  type Facet,
  fieldsOf,
  type MeasuredField,
  measuredFields,
  unsetSource,
} from "../../stats/facet-fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { textOf } from "../bytes/native.ts";
import { isPlainNumber } from "../values/observation-parts.ts";
import { observationDcid } from "./further-properties.ts";
import { noId, type Place, type Sink } from "./sink.ts";

/** The texts of a facet that an observation has as properties; empty when unset. */
export type FacetTexts = Pick<Facet, MeasuredField>;

export function facetTexts(textOf: (field: MeasuredField) => string): FacetTexts {
  return fieldsOf(measuredFields, textOf);
}

export const noFacet: FacetTexts = facetTexts(() => "");

/** One value about one entity; only texts of the facet and the provenance may be empty. */
interface ObservationTexts {
  readonly variable: string;
  readonly entity: string;
  readonly date: string;
  readonly value: string;
  readonly facet: FacetTexts;
  /** Dcid of the provenance node, or "". */
  readonly provenance: string;
  /** Texts of further properties. */
  readonly further?: ReadonlyMap<string, string>;
}

/** Of the last observation: texts, and the ids that the sink gave them. */
interface LastObservation {
  variable: string;
  variableId: number;
  entity: string;
  entityId: number;
  facet: FacetTexts | undefined;
  provenance: string;
  facetId: number;
}

function isSame(one: FacetTexts | undefined, other: FacetTexts): boolean {
  return one !== undefined && measuredFields.every((field) => one[field] === other[field]);
}

/** The first of an observation's entities, and its facet with the others: ids of a sink. */
export function aboutIds(
  sink: Sink,
  facet: number,
  entities: ReadonlyMap<string, string>,
): { readonly entity: number; readonly facet: number } {
  const usual = entities.size === 1 ? entities.get(aboutProperty) : undefined;
  if (usual !== undefined) return { entity: sink.node(usual), facet };
  const ordered = [...entities].sort(([one], [other]) => compareUtf8(one, other));
  const properties = ordered.map(([property]) => sink.node(property));
  const [entity = noId, ...others] = ordered.map(([, dcid]) => sink.node(dcid));
  return { entity, facet: sink.facetAbout(facet, properties, others) };
}

/** Entities as one text, which stands for them in the id of an observation. */
export function entityKey(entities: ReadonlyMap<string, string>): string {
  const ordered = [...entities].sort(([one], [other]) => compareUtf8(one, other));
  return ordered.map(([, entity]) => entity).join("^");
}

export class Statements {
  readonly #sink: Sink;
  #place: Place | undefined;
  readonly #last: LastObservation = {
    variable: "",
    variableId: noId,
    entity: "",
    entityId: noId,
    facet: undefined,
    provenance: "",
    facetId: noId,
  };

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /**
   * Where what follows stands.
   * @param place a function is called only if the sink asks for places.
   */
  at(place: Place | (() => Place)): void {
    if (this.#sink.at === undefined) return;
    this.#place = typeof place === "function" ? place() : place;
    this.#sink.at(this.#place);
  }

  /** What `write` says is what the importer adds by its own rules. */
  made(write: () => void): void {
    const { file, line } = this.#place ?? { file: "", line: undefined };
    this.#sink.at?.({ file, line, isMade: true });
    write();
    this.#sink.at?.(this.#place ?? { file, line });
  }

  /** A triple whose object is a node; none if any of the three has no dcid. */
  link(subject: string, predicate: string, object: string, provenance: string): void {
    if (subject === "" || predicate === "" || object === "") return;
    const sink = this.#sink;
    const nodes = [sink.node(subject), sink.node(predicate), sink.node(object)] as const;
    sink.link(...nodes, this.#provenance(provenance));
  }

  /** A triple whose object is a text; none if that or a dcid is empty. */
  text(subject: string, predicate: string, text: string, provenance: string): void {
    if (subject === "" || predicate === "" || text === "") return;
    const sink = this.#sink;
    const nodes = [sink.node(subject), sink.node(predicate), sink.literal(text)] as const;
    sink.attribute(...nodes, this.#provenance(provenance));
  }

  /** @param entity stands in `observation` as a rule; apart, it spares callers a copy. */
  observation(observation: ObservationTexts): void;
  observation(observation: Omit<ObservationTexts, "entity">, entity: string): void;
  observation(observation: ObservationTexts, entity: string = observation.entity): void {
    const { variable, date, value, facet, provenance } = observation;
    const last = this.#last;
    const sink = this.#sink;
    if (last.variable !== variable) last.variableId = sink.node(variable);
    if (last.entity !== entity) last.entityId = sink.node(entity);
    last.variable = variable;
    last.entity = entity;
    sink.observation(
      last.variableId,
      last.entityId,
      this.#facetId(facet, provenance),
      sink.date(date),
      value,
    );
    this.#writeFurther(observation, entity);
  }

  /**
   * One value about entities by these properties. By `observationAbout` alone, it is a usual one.
   */
  observationAbout(
    entities: ReadonlyMap<string, string>,
    rest: Omit<ObservationTexts, "entity">,
  ): void {
    const usual = entities.size === 1 ? entities.get(aboutProperty) : undefined;
    if (usual !== undefined) {
      this.observation(rest, usual);
      return;
    }
    const { variable, date, value, facet, provenance } = rest;
    const sink = this.#sink;
    const about = aboutIds(sink, this.#facetId(facet, provenance), entities);
    sink.observation(sink.node(variable), about.entity, about.facet, sink.date(date), value);
    this.#writeFurther(rest, entityKey(entities));
  }

  #facetId(facet: FacetTexts, provenance: string): number {
    const last = this.#last;
    // Neighbours have most of it in common.
    if (last.facet !== facet || last.provenance !== provenance) {
      if (!isSame(last.facet, facet) || last.provenance !== provenance) {
        const source = { ...unsetSource, ...facet, provenance: this.#provenance(provenance) };
        last.facetId = this.#sink.facet(source);
      }
      last.facet = facet;
      last.provenance = provenance;
    }
    return last.facetId;
  }

  #writeFurther(observation: Omit<ObservationTexts, "entity">, entity: string): void {
    const { further, provenance } = observation;
    if (further === undefined || further.size === 0) return;
    const node = observationDcid({ ...observation, entity });
    for (const [property, text] of further) this.text(node, property, text, provenance);
  }

  #provenance(dcid: string): number {
    return dcid === "" ? noId : this.#sink.node(dcid);
  }
}

/** Keeps nothing. A file is read into it to find what it defers or reports. */
export class IdleSink implements Sink {
  #ids = 0;

  node(): number {
    return this.#next();
  }

  literal(): number {
    return this.#next();
  }

  date(): number {
    return this.#next();
  }

  facet(): number {
    return this.#next();
  }

  facetAbout(): number {
    return this.#next();
  }

  nodeOf(): number {
    return this.#next();
  }

  literalOf(): number {
    return this.#next();
  }

  dateOf(): number {
    return this.#next();
  }

  link(): void {}

  attribute(): void {}

  observation(): void {}

  observationOf(
    _variable: number,
    _entity: number,
    _facet: number,
    _date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    return isPlainNumber(textOf(bytes, start, end));
  }

  /** No two texts look the same: what is remembered by id is remembered of no other text. */
  #next(): number {
    return this.#ids++;
  }
}

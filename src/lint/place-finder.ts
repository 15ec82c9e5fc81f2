/**
 * A sink that keeps no statements, but the places of those that findings are about. A second load
 * of the same sources by the same plan gives the same statements, so that each place is exact.
 */

import { shown } from "../load/bytes/diagnostics.ts";
import { textOf } from "../load/bytes/native.ts";
import type { FacetSource, Place, Sink } from "../load/statements/sink.ts";
import { isPlainNumber } from "../load/values/observation-parts.ts";
import { type Facet, fieldsOf, type NodeField, nodeFields } from "../stats/facet-fields.ts";
import { facetKey } from "../stats/facets.ts";
import { facetOf } from "../world/given-facets.ts";
import type { World } from "../world/world.ts";
import type { KeptFinding, Target } from "./lint-log.ts";

/** The id of all texts that no finding is about. The id of "no provenance" differs. */
const other = -2;

/** Takes the first mentions of some dcids. */
interface MentionVisitor {
  readonly sought: Iterable<string>;
  mention(dcid: string, place: Place): void;
}

interface ReadFacet {
  /** Equal for equal facets of the world. */
  readonly key: string;
  /** Its texts that are dcids. */
  readonly names: Pick<Facet, NodeField>;
  /** Id of the provenance. */
  readonly provenance: number;
}

/** Observations with one date, to which findings belong. */
interface SoughtPoint {
  readonly finding: KeptFinding;
  /** undefined for what stands twice: that may be in any facet. */
  readonly facet: string | undefined;
  readonly part: string;
  /** Of what stands twice: whether with the same value. */
  readonly isSame: boolean;
  /** The value before, by facet; all findings of one date share it. */
  readonly values: Map<string, PlacedValue>;
}

interface PlacedValue {
  readonly value: string;
  readonly place: Pick<Place, "file" | "line">;
}

type TargetAbout<About extends Target["about"]> = Extract<Target, { readonly about: About }>;

export class PlaceFinder implements Sink {
  readonly #world: World;
  readonly #mentions: MentionVisitor;
  readonly #nodes = new SoughtTexts();
  readonly #dates = new SoughtTexts();
  readonly #mentioned: ReadonlySet<number>;
  /** Findings by subject; by subject, predicate and perhaps object; by name. */
  readonly #described = new Map<number, KeptFinding[]>();
  readonly #stated = new Map<string, KeptFinding[]>();
  readonly #observed = {
    variableMeasured: new Map<number, KeptFinding[]>(),
    observationAbout: new Map<number, KeptFinding[]>(),
  };
  readonly #named: Readonly<Record<NodeField, Map<string, KeptFinding[]>>> = {
    measurementMethod: new Map(),
    unit: new Map(),
  };
  readonly #provenances = new Map<number, KeptFinding[]>();
  /** By subject and predicate. */
  readonly #values = new Map<
    string,
    { readonly finding: KeptFinding; first: string | number | undefined }[]
  >();
  /** Literals of the current place. */
  readonly #literals: string[] = [];
  /** By variable, entity and date. */
  readonly #points = new Map<string, SoughtPoint[]>();
  readonly #facets: ReadFacet[] = [];
  readonly #facetNumbers = new Map<string, number>();
  #place: Place | undefined;

  constructor(findings: readonly KeptFinding[], world: World, mentions: MentionVisitor) {
    this.#world = world;
    this.#mentions = mentions;
    for (const finding of findings) {
      if (finding.target !== undefined && finding.file === undefined) {
        this.#seek(finding, finding.target);
      }
    }
    if (this.#points.size > 0) {
      for (const { provenanceId } of world.observations.facets) this.#nodes.add(provenanceId);
    }
    this.#mentioned = new Set(Array.from(mentions.sought, (dcid) => this.#nodes.add(dcid)));
  }

  /** Whether there is nothing to find. */
  get isIdle(): boolean {
    return this.#nodes.size === 0 && this.#points.size === 0 && !this.#hasTexts;
  }

  get #hasTexts(): boolean {
    return nodeFields.some((field) => this.#named[field].size > 0);
  }

  at(place: Place): void {
    this.#place = place;
    this.#literals.length = 0;
  }

  node(dcid: string): number {
    const id = this.#nodes.idOf(dcid);
    if (this.#mentioned.has(id) && this.#place !== undefined) {
      this.#mentions.mention(dcid, this.#place);
    }
    return id;
  }

  nodeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#nodes.mayHave(end - start) ? this.node(textOf(bytes, start, end)) : other;
  }

  literal(text: string): number {
    return this.#literals.push(text) - 1;
  }

  literalOf(bytes: Uint8Array, start: number, end: number): number {
    return this.literal(textOf(bytes, start, end));
  }

  date(text: string): number {
    return this.#dates.idOf(text);
  }

  dateOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#dates.mayHave(end - start) ? this.date(textOf(bytes, start, end)) : other;
  }

  facet(source: FacetSource): number {
    const own = JSON.stringify(source);
    const known = this.#facetNumbers.get(own);
    if (known !== undefined) return known;
    const facet = facetOf(source, this.#nodes.textOf(source.provenance), this.#world.graph);
    const names = fieldsOf(nodeFields, (field) => facet[field]);
    const number =
      this.#facets.push({ key: facetKey(facet), names, provenance: source.provenance }) - 1;
    this.#facetNumbers.set(own, number);
    return number;
  }

  facetAbout(facet: number, _properties: readonly number[], others: readonly number[]): number {
    const own = `${facet} ${others.join(" ")}`;
    const known = this.#facetNumbers.get(own);
    if (known !== undefined) return known;
    const { key, ...rest } = this.#facets[facet]!;
    const about = others.map((node) => this.#nodes.textOf(node));
    const number = this.#facets.push({ ...rest, key: seriesKey(key, about) }) - 1;
    this.#facetNumbers.set(own, number);
    return number;
  }

  link(subject: number, predicate: number, object: number, provenance = other): void {
    this.#found(this.#provenances, provenance);
    if (subject === other) return;
    this.#found(this.#described, subject, "node");
    if (predicate === other) return;
    this.#found(this.#stated, `${subject} ${predicate}`);
    if (object === other) return;
    this.#found(this.#stated, `${subject} ${predicate} ${object}`);
    this.#meetValue(`${subject} ${predicate}`, object);
  }

  attribute(subject: number, predicate: number, literal: number, provenance = other): void {
    this.link(subject, predicate, other, provenance);
    if (subject === other || predicate === other) return;
    const text = this.#literals[literal]!;
    this.#found(this.#stated, `${subject} ${predicate} ${JSON.stringify(text)}`);
    this.#meetValue(`${subject} ${predicate}`, text);
  }

  #meetValue(key: string, value: string | number): void {
    for (const sought of this.#values.get(key) ?? []) {
      sought.first ??= value;
      if (sought.first !== value && sought.finding.file === undefined)
        this.#put(sought.finding, "");
    }
  }

  observation(variable: number, entity: number, facet: number, date: number, value: string): void {
    const { names, key, provenance } = this.#facets[facet]!;
    this.#found(this.#provenances, provenance);
    this.#found(this.#observed.variableMeasured, variable, "variableMeasured");
    this.#found(this.#observed.observationAbout, entity, "observationAbout");
    for (const field of nodeFields) this.#found(this.#named[field], names[field], field);
    if (Math.min(variable, entity, date) < 0) return;
    const points = this.#points.get(`${variable} ${entity} ${date}`);
    if (points !== undefined) this.#meet(points, key, value);
  }

  observationOf(
    variable: number,
    entity: number,
    facet: number,
    date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    const value = textOf(bytes, start, end);
    if (!isPlainNumber(value)) return false;
    this.observation(variable, entity, facet, date, value);
    return true;
  }

  #seek(finding: KeptFinding, target: Target): void {
    const id = (dcid: string): number => this.#nodes.add(dcid);
    switch (target.about) {
      case "observation":
        this.#seekPoint(finding, target);
        break;
      case "node":
        addTo(this.#described, id(target.node), finding);
        break;
      case "statement": {
        const { subject, predicate, object, text } = target;
        const parts = object === undefined ? [subject, predicate] : [subject, predicate, object];
        const key = parts.map(id).join(" ");
        addTo(this.#stated, text === undefined ? key : `${key} ${JSON.stringify(text)}`, finding);
        break;
      }
      case "otherValue": {
        const key = `${id(target.subject)} ${id(target.predicate)}`;
        for (const object of target.objects ?? []) id(object);
        addTo(this.#values, key, { finding, first: undefined });
        break;
      }
      case "provenance":
        addTo(this.#provenances, id(target.name), finding);
        break;
      case "variableMeasured":
      case "observationAbout":
        addTo(this.#observed[target.about], id(target.name), finding);
        break;
      default:
        addTo(this.#named[target.about], target.name, finding);
    }
  }

  #seekPoint(finding: KeptFinding, target: TargetAbout<"observation">): void {
    const { variable, entity, date, facet, part, isSame = false } = target;
    const ids = [this.#nodes.add(variable), this.#nodes.add(entity), this.#dates.add(date)];
    const sought = facet === undefined ? undefined : facetKey(facet);
    const key = ids.join(" ");
    const values = this.#points.get(key)?.[0]?.values ?? new Map();
    addTo(this.#points, key, { finding, facet: sought, part, isSame, values });
  }

  /**
   * The last observation with the facet counts, as in the world. One that stands there already within its facet is
   * another finding, as in a freeze: here is the place of the next such one.
   */
  #meet(points: readonly SoughtPoint[], key: string, value: string): void {
    const values = points[0]!.values;
    const before = values.get(key);
    const place = this.#place!.parts?.get("value") ?? this.#place!;
    values.set(key, { value, place });
    for (const { finding, facet, part } of points) if (facet === key) this.#put(finding, part);
    if (before === undefined) return;
    const sought = points.find(
      ({ facet, finding, isSame }) =>
        facet === undefined && finding.file === undefined && isSame === (before.value === value),
    );
    if (sought === undefined) return;
    this.#put(sought.finding, sought.part);
    sought.finding.message += besides(before, value, sought.finding);
  }

  /** The place is that of the first statement of a key, best one that a file holds. */
  #found<Key>(sought: Map<Key, KeptFinding[]>, key: Key, part = ""): void {
    if (sought.size === 0) return;
    const findings = sought.get(key);
    if (findings === undefined || this.#place === undefined) return;
    for (const finding of findings) this.#put(finding, part);
    // A line of a file is a better place than a statement that an importer added.
    if (this.#place.isMade !== true) sought.delete(key);
  }

  #put(finding: KeptFinding, part: string): void {
    const place = this.#place;
    if (place === undefined) return;
    const { file, line } = place.parts?.get(part) ?? place;
    finding.file = file;
    finding.line = line;
  }
}

/** The value that stands in another place, and that of the place of a finding. */
function besides(
  { value, place }: PlacedValue,
  own: string,
  { file, line: ownLine }: KeptFinding,
): string {
  const isSameRow = place.file === file && place.line === ownLine && ownLine !== undefined;
  if (isSameRow && value !== own) return `: ${shown(own)}; the same row has ${shown(value)}, too`;
  const line = place.line === undefined ? "" : `line ${place.line}`;
  const where = place.file === file ? line : [line, shown(place.file)].filter(Boolean).join(" of ");
  if (where === "") return "";
  return value === own
    ? `; the first of them is in ${where}, too`
    : `: ${shown(own)}; ${where} has ${shown(value)}`;
}

/** Equal for equal facets and further entities. */
function seriesKey(facet: string, others: readonly string[]): string {
  return [facet, ...others].join(" ");
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Ids of the texts that findings are about. */
class SoughtTexts {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #lengths = new Set<number>();

  get size(): number {
    return this.#texts.length;
  }

  add(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.#texts.length);
    this.#lengths.add(Buffer.byteLength(text));
    return this.#texts.push(text) - 1;
  }

  /** Whether one of them has so many bytes: a fast test, false for most other texts. */
  mayHave(bytes: number): boolean {
    return this.#lengths.has(bytes);
  }

  idOf(text: string): number {
    return this.#ids.get(text) ?? other;
  }

  /** "" for other texts. */
  textOf(id: number): string {
    return this.#texts[id] ?? "";
  }
}

/** The two forms of an answer about observations: objects, and JSON text without the objects. */

import type { Points } from "../../expr-parser/formula.ts";
import type { Governor } from "../../options/governor.ts";
import type { FacetEntry } from "../../stats/facets.ts";
import type { ObservationTable } from "../../stats/read/observations.ts";
import { derived } from "../../store/columns/column-source.ts";
import type { Dictionary, TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import type { Facet, PointStat } from "../shapes.ts";
import type {
  V2FacetObservations,
  V2ObservationResponse,
  V2VariableObservations,
} from "../v2-shapes.ts";
import { describeFacet, newRecord, setMember } from "./node-page.ts";
import { type NumericPoints, numericPoints } from "./numeric-points.ts";
import type { CalculationListener, Extent } from "./observation-answer.ts";

/** Makes the objects of an answer. */
export class ObservationForm implements CalculationListener {
  readonly #size: AnswerSize;
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #numbers: NumericPoints;
  readonly #byVariable: NonNullable<V2ObservationResponse["byVariable"]> = newRecord();
  readonly #facets: MentionedFacets<Facet>;
  #variable: V2VariableObservations = {};
  #entity = "";
  /** Facets of the entity at hand, and how many of them are its own: the list is used again. */
  readonly #ordered: V2FacetObservations[] = [];
  #count = 0;

  constructor({ graph, observations }: World, governor: Governor, describe = describeFacet) {
    this.#size = new AnswerSize(governor);
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#numbers = numericPoints(observations);
    this.#facets = new MentionedFacets(observations.facets, describe);
  }

  response(): V2ObservationResponse {
    const byVariable = this.#byVariable;
    const facets = this.#facets.described();
    return facets === undefined ? { byVariable } : { byVariable, facets };
  }

  beginVariable(dcid: string): void {
    this.#variable = {};
    setMember(this.#byVariable, dcid, this.#variable);
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = dcid ?? this.#dictionary.textOf(node);
    this.#size.entity(this.#entity);
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    this.#size.series(end - start);
    const count = this.#numbers.countIn(start, end);
    // A list that grows keeps room for sixteen more elements, and most lists have one.
    const observations = new Array<PointStat>(count);
    for (let point = start, at = 0; point < end; point++) {
      const value = table.valueOf(point);
      if (typeof value === "number") observations[at++] = { date: table.dateOf(point), value };
    }
    this.#ordered[this.#count++] = {
      facetId: this.#facets.mention(table.facetNumberOf(series)),
      observations,
      obsCount: count,
      earliestDate: table.dateOf(start),
      latestDate: table.dateOf(end - 1),
    };
  }

  addPoints(facet: FacetEntry | undefined, { dates, values }: Points): void {
    const table = this.#observations;
    const count = dates.length;
    this.#size.series(count);
    const dateAt = (at: number) => table.dateOfCode(dates[at] as number);
    const observations = Array.from(values, (value, at) => ({ date: dateAt(at), value }));
    const extent = { obsCount: count, earliestDate: dateAt(0), latestDate: dateAt(count - 1) };
    const found = {
      ...(facet === undefined ? {} : { facetId: this.#facets.mentionEntry(facet) }),
      ...(count === 0 ? {} : { observations, ...extent }),
    };
    // The answer to a formula is of no facet.
    this.#ordered[this.#count++] = found as V2FacetObservations;
  }

  addFacet(facetNumber: number, { count, earliest, latest }: Extent): void {
    this.#size.facet();
    this.#ordered[this.#count++] = {
      facetId: this.#facets.mention(facetNumber),
      obsCount: count,
      earliestDate: this.#observations.dateOfCode(earliest),
      latestDate: this.#observations.dateOfCode(latest),
    };
  }

  endEntity(): void {
    this.#variable.byEntity ??= newRecord();
    const isEmpty = this.#count === 0;
    const found = isEmpty ? {} : { orderedFacets: this.#ordered.slice(0, this.#count) };
    setMember(this.#variable.byEntity, this.#entity, found);
    this.#count = 0;
  }

  endVariable(): void {
    // The next one begins.
  }
}

/** Beginnings of points by the code of their date, for codes up to a limit. */
const readyStarts = derived((_: ObservationTable): string[] => []);
const readyMax = 0x1_0000;

/** Writes the same text that `JSON.stringify` makes of what `ObservationForm` answers. */
export class ObservationText implements CalculationListener {
  readonly #size: AnswerSize;
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #numbers: NumericPoints;
  readonly #facets: MentionedFacets<Facet>;
  readonly #pointStarts: string[];
  readonly #byVariable = new ObjectText();
  #variable = "";
  #byEntity: ObjectText | undefined;
  #entity = "";
  /** Facets of the entity at hand. */
  #ordered = "";

  constructor({ graph, observations }: World, governor: Governor, describe = describeFacet) {
    this.#size = new AnswerSize(governor);
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#numbers = numericPoints(observations);
    this.#facets = new MentionedFacets(observations.facets, describe);
    this.#pointStarts = readyStarts(observations);
  }

  response(): string {
    const byVariable = `"byVariable":${this.#byVariable}`;
    const facets = this.#facets.described();
    if (facets === undefined) return `{${byVariable}}`;
    return `{${byVariable},"facets":${JSON.stringify(facets)}}`;
  }

  beginVariable(dcid: string): void {
    this.#variable = dcid;
    this.#byEntity = undefined;
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    this.#entity = dcid ?? this.#dictionary.textOf(node);
    this.#ordered = "";
    this.#size.entity(this.#entity);
  }

  addSeries(series: number, start: number, end: number): void {
    const table = this.#observations;
    this.#size.series(end - start);
    const facetId = this.#facets.mention(table.facetNumberOf(series));
    let points = "";
    for (let point = start; point < end; point++) {
      const value = table.valueOf(point);
      if (typeof value !== "number") continue;
      const written = `${this.#pointStart(table.dateCodeAt(point))}${numberText(value)}}`;
      points = points === "" ? written : `${points},${written}`;
    }
    const count = this.#numbers.countIn(start, end);
    const facet = `{"facetId":"${facetId}","observations":[${points}],`;
    this.#add(facet, count, table.dateOf(start), table.dateOf(end - 1));
  }

  addPoints(facet: FacetEntry | undefined, { dates, values }: Points): void {
    const count = dates.length;
    this.#size.series(count);
    const id = facet && `"facetId":"${this.#facets.mentionEntry(facet)}"`;
    if (count === 0) this.#addText(`{${id ?? ""}}`);
    else {
      const table = this.#observations;
      const points = Array.from(
        values,
        (value, at) => `${this.#pointStart(dates[at] as number)}${numberText(value)}}`,
      );
      const dateAt = (at: number) => table.dateOfCode(dates[at] as number);
      const start = `{${id === undefined ? "" : `${id},`}"observations":[${points}],`;
      this.#add(start, count, dateAt(0), dateAt(count - 1));
    }
  }

  addFacet(facetNumber: number, { count, earliest, latest }: Extent): void {
    const table = this.#observations;
    this.#size.facet();
    const facet = `{"facetId":"${this.#facets.mention(facetNumber)}",`;
    this.#add(facet, count, table.dateOfCode(earliest), table.dateOfCode(latest));
  }

  endEntity(): void {
    this.#byEntity ??= new ObjectText();
    const isEmpty = this.#ordered === "";
    this.#byEntity.set(this.#entity, isEmpty ? "{}" : `{"orderedFacets":[${this.#ordered}]}`);
  }

  endVariable(): void {
    const byEntity = this.#byEntity;
    this.#byVariable.set(
      this.#variable,
      byEntity === undefined ? "{}" : `{"byEntity":${byEntity}}`,
    );
  }

  /** Adds a facet, of which the beginning is written. */
  #add(facet: string, count: number, earliest: string, latest: string): void {
    const extent = `"earliestDate":${quoted(earliest)},"latestDate":${quoted(latest)}`;
    this.#addText(`${facet}"obsCount":${count},${extent}}`);
  }

  #addText(written: string): void {
    this.#ordered = this.#ordered === "" ? written : `${this.#ordered},${written}`;
  }

  /** A point up to its value. */
  #pointStart(code: number): string {
    const known = this.#pointStarts[code];
    if (known !== undefined) return known;
    const start = `{"date":${quoted(this.#observations.dateOfCode(code))},"value":`;
    if (code < readyMax) this.#pointStarts[code] = start;
    return start;
  }
}

/** As JSON has it. */
function numberText(value: number): string {
  return Number.isFinite(value) ? `${value}` : "null";
}

/** Bytes of a point, a facet and an entity in an answer, about. */
const bytesPerPoint = 72;
const bytesPerFacet = 160;
const bytesPerEntity = 128;

/** Counts what an answer takes; equal in all of its forms, so that they end at the same limits. */
class AnswerSize {
  readonly #governor: Governor;

  constructor(governor: Governor) {
    this.#governor = governor;
  }

  entity(dcid: string): void {
    this.#governor.rows(1);
    this.#governor.bytes(bytesPerEntity + dcid.length);
  }

  series(points: number): void {
    this.#governor.rows(points);
    this.#governor.bytes(bytesPerFacet + points * bytesPerPoint);
  }

  facet(): void {
    this.#governor.rows(1);
    this.#governor.bytes(bytesPerFacet);
  }
}

/** The facets that an answer mentions: their ids stand in it, their metadata at its end. */
export class MentionedFacets<Described> {
  readonly #facets: readonly FacetEntry[];
  readonly #describe: (facet: FacetEntry) => Described;
  readonly #mentioned = new Map<string, FacetEntry>();
  /** By facet number: most answers mention the same ones again and again. */
  readonly #ids: string[] = [];

  constructor(facets: readonly FacetEntry[], describe: (facet: FacetEntry) => Described) {
    this.#facets = facets;
    this.#describe = describe;
  }

  /** The facet's id. Of facets that share an id the first is described. */
  mention(facetNumber: number): string {
    const known = this.#ids[facetNumber];
    if (known !== undefined) return known;
    const facetId = this.mentionEntry(this.#facets[facetNumber] as FacetEntry);
    this.#ids[facetNumber] = facetId;
    return facetId;
  }

  /** The same of a facet that may be none of the world's. */
  mentionEntry(facet: FacetEntry): string {
    if (!this.#mentioned.has(facet.facetId)) this.#mentioned.set(facet.facetId, facet);
    return facet.facetId;
  }

  /** By id; undefined when none was mentioned. */
  described(): Record<string, Described> | undefined {
    if (this.#mentioned.size === 0) return undefined;
    const described: Record<string, Described> = {};
    for (const [id, facet] of this.#mentioned) setMember(described, id, this.#describe(facet));
    return described;
  }
}

// JSON text that is written piece by piece, the same as `JSON.stringify` makes of the objects.

/** A text without anything that JSON escapes. */
const plainText = /^[ !#-[\]-~]*$/;

/** A text in quotes. */
export function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The text of an object whose members are set one after the other, each key once. */
class ObjectText {
  #members = "";
  /** Members that JavaScript lists first, by number. */
  #indexed: [index: number, member: string][] | undefined;

  /** @param value JSON text */
  set(key: string, value: string): void {
    const member = `${quoted(key)}:${value}`;
    if (isIndex(key)) {
      this.#indexed ??= [];
      this.#indexed.push([Number(key), member]);
    } else {
      this.#members = this.#members === "" ? member : `${this.#members},${member}`;
    }
  }

  toString(): string {
    if (this.#indexed === undefined) return `{${this.#members}}`;
    this.#indexed.sort(([a], [b]) => a - b);
    const first = this.#indexed.map(([, member]) => member).join(",");
    return this.#members === "" ? `{${first}}` : `{${first},${this.#members}}`;
  }
}

/** JavaScript lists such keys before all others: 0 to 2^32 - 2 without zeros in front. */
function isIndex(key: string): boolean {
  const first = key.charCodeAt(0);
  return (
    first >= 0x30 && first <= 0x39 && String(Number(key) >>> 0) === key && key !== "4294967295"
  );
}

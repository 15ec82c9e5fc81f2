/**
 * Where observations stand that lack an entity by a property of their variable, or have one too
 * many. Only a freeze knows all properties of a variable, and it does not know lines: the sources are read
 * once more.
 */
import { aboutProperty } from "../stats/facet-fields.ts";
import type { DiagnosticLog } from "./bytes/diagnostics.ts";
import { textOf } from "./bytes/native.ts";
import type { Place, Sink } from "./statements/sink.ts";
import { isPlainNumber } from "./values/observation-parts.ts";

/** What a freeze left out: observations of a variable, by a list of properties. */
interface LeftOut {
  readonly variable: string;
  readonly properties: readonly string[];
  readonly wanted: readonly string[];
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** Found, and not reported yet. */
const heldMax = 1_000;
/** Of all other texts. */
const other = -2;
/** Of facets of observations by `observationAbout` alone. */
const plainFacet = 0;

/** A sink that keeps nothing else. */
export class IncompleteFinder implements Sink {
  readonly #count: number;
  /** By variable and properties. */
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #ids = new Map<string, number>();
  readonly #lists: string[] = [];
  readonly #found: (Pick<Place, "file" | "line"> & LeftOut)[] = [];
  readonly #lengths = new Set<number>();
  #place: Place | undefined;

  /** @param count of the observations that were left out */
  constructor(count: number, leftOut: readonly LeftOut[]) {
    this.#count = count;
    this.#lists.push(String(this.#idOf(aboutProperty)));
    for (const one of leftOut) {
      const list = one.properties.map((property) => this.#idOf(property)).join(" ");
      this.#leftOut.set(`${this.#idOf(one.variable)} ${list}`, one);
    }
  }

  /** @param sources names what was loaded, for those that no file has */
  report(log: DiagnosticLog, sources: string): void {
    const kind = { level: "error", counter: "Sanity_IncompleteObservation" } as const;
    for (const { file, line, variable, properties, wanted } of this.#found) {
      const [has, needs] = [properties.join(", "), wanted.join(", ")];
      const message = () =>
        `observations of '${variable}' are about entities by ${needs}, and this one by ${has}; it is not loaded`;
      log.report(file, { ...kind, line, message });
    }
    const more = this.#count - this.#found.length;
    const message = () => `${more} more of this kind`;
    if (more > 0) log.report(sources, { ...kind, line: undefined, message }, more);
  }

  at(place: Place): void {
    this.#place = place;
  }

  node(dcid: string): number {
    return this.#ids.get(dcid) ?? other;
  }

  nodeOf(bytes: Uint8Array, start: number, end: number): number {
    return this.#lengths.has(end - start) ? this.node(textOf(bytes, start, end)) : other;
  }

  literal(): number {
    return other;
  }

  literalOf(): number {
    return other;
  }

  date(): number {
    return other;
  }

  dateOf(): number {
    return other;
  }

  facet(): number {
    return plainFacet;
  }

  facetAbout(_facet: number, properties: readonly number[]): number {
    const list = properties.join(" ");
    const known = this.#lists.indexOf(list);
    return known >= 0 ? known : this.#lists.push(list) - 1;
  }

  link(): void {}

  attribute(): void {}

  observation(variable: number, _entity: number, facet: number): void {
    const what = this.#whatOf(variable, facet);
    if (what === undefined || this.#place === undefined || this.#found.length === heldMax) return;
    const { file, line } = this.#place.parts?.get("node") ?? this.#place;
    this.#found.push({ file, line, ...what });
  }

  observationOf(
    variable: number,
    entity: number,
    facet: number,
    _date: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    if (this.#whatOf(variable, facet) === undefined) return true;
    // Of any other value, the reader decides whether it is one.
    if (!isPlainNumber(textOf(bytes, start, end))) return false;
    this.observation(variable, entity, facet);
    return true;
  }

  #whatOf(variable: number, facet: number): LeftOut | undefined {
    return variable === other ? undefined : this.#leftOut.get(`${variable} ${this.#lists[facet]}`);
  }

  #idOf(dcid: string): number {
    const known = this.#ids.get(dcid);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(dcid, id);
    this.#lengths.add(utf8Length(dcid));
    return id;
  }
}

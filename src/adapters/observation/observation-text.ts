/** Answers about observations as JSON, the same text as that of what `ObjectForm` makes. */

import type { ObservationTable } from "../../stats/index.ts";
import { type Dictionary, noTerm, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import { readyMax } from "../graph/index.ts";
import { type Fragment, fragment, isIndexKey, JsonBytes } from "../table/index.ts";
import { type Extent, FacetMentions, type ObservationForm } from "./observation-form.ts";

const open = fragment('{"byVariable":{');
const close = fragment("}");
const closeList = fragment("]");
const openFacets = fragment(',"facets":');
const openObject = fragment(":{");
const openEntities = fragment('"byEntity":{');
const openSeries = fragment('"orderedFacets":[');
const next = fragment("},");
const count = fragment('}],"obsCount":');

/** Writes JSON as it is told. */
export class TextForm implements ObservationForm {
  readonly #out = new JsonBytes();
  readonly #observations: ObservationTable;
  readonly #dictionary: Dictionary;
  readonly #facets: FacetMentions;
  readonly #known: SeriesFragments;
  #isEmpty = true;
  #isVariableEmpty = true;
  #isEntityEmpty = true;
  /** A key would not stand where it was written. */
  #isDisordered = false;

  constructor({ graph, observations }: World) {
    this.#observations = observations;
    this.#dictionary = graph.dictionary;
    this.#facets = new FacetMentions(observations.facets);
    this.#known = fragmentsOf(observations);
    this.#out.add(open);
  }

  /** The whole text; undefined where the objects would print their members in another order. */
  finish(): Uint8Array | undefined {
    const out = this.#out;
    if (this.#isDisordered) return undefined;
    if (!this.#isEmpty) out.dropComma();
    out.add(close);
    const facets = this.#facets.described();
    if (facets !== undefined) {
      out.add(openFacets);
      out.add(fragment(JSON.stringify(facets)));
    }
    out.add(close);
    return out.finish();
  }

  beginVariable(dcid: string): void {
    this.#isEmpty = false;
    this.#isVariableEmpty = true;
    this.#key(dcid);
    this.#out.add(openObject);
  }

  beginEntity(node: TermId, dcid: string | undefined): void {
    const out = this.#out;
    if (this.#isVariableEmpty) out.add(openEntities);
    this.#isVariableEmpty = false;
    this.#isEntityEmpty = true;
    if (node === noTerm) {
      this.#key(dcid ?? "");
    } else {
      const start = out.length;
      out.term(this.#dictionary, node);
      if (out.isDigit(start + 1)) this.#isDisordered ||= isIndexKey(this.#dictionary.textOf(node));
    }
    out.add(openObject);
  }

  addSeries(series: number, start: number, end: number): void {
    const out = this.#out;
    const table = this.#observations;
    this.#beginFacet();
    out.add(this.#facet(table.facetNumberOf(series)).withPoints);
    for (let point = start; point < end; point++) {
      if (point > start) out.add(next);
      out.add(this.#date(table.dateCodeAt(point)).beforeValue);
      const value = table.valueOf(point);
      if (typeof value === "number") out.number(value);
      else out.string(value);
    }
    const latest = this.#date(table.dateCodeAt(end - 1));
    if (end - start === 1) {
      out.add(latest.afterOnly);
      return;
    }
    out.add(count);
    out.number(end - start);
    out.add(this.#date(table.dateCodeAt(start)).asEarliest);
    out.add(latest.asLatest);
  }

  addFacet(facetNumber: number, extent: Extent): void {
    const out = this.#out;
    this.#beginFacet();
    out.add(this.#facet(facetNumber).withCount);
    out.number(extent.count);
    out.add(this.#date(extent.earliest).asEarliest);
    out.add(this.#date(extent.latest).asLatest);
  }

  endEntity(): void {
    if (!this.#isEntityEmpty) {
      this.#out.dropComma();
      this.#out.add(closeList);
    }
    this.#out.add(next);
  }

  endVariable(): void {
    if (!this.#isVariableEmpty) {
      this.#out.dropComma();
      this.#out.add(close);
    }
    this.#out.add(next);
  }

  #key(key: string): void {
    this.#isDisordered ||= isIndexKey(key);
    this.#out.string(key);
  }

  #beginFacet(): void {
    if (this.#isEntityEmpty) this.#out.add(openSeries);
    this.#isEntityEmpty = false;
  }

  #facet(facetNumber: number): FacetFragments {
    const id = this.#facets.mention(facetNumber);
    const known = this.#known.facets[facetNumber];
    if (known !== undefined) return known;
    const made = {
      withPoints: fragment(`{"facetId":"${id}","observations":[`),
      withCount: fragment(`{"facetId":"${id}","obsCount":`),
    };
    if (facetNumber < readyMax) this.#known.facets[facetNumber] = made;
    return made;
  }

  #date(code: number): DateFragments {
    const known = this.#known.dates[code];
    if (known !== undefined) return known;
    const date = JSON.stringify(this.#observations.dateOfCode(code));
    const extent = `,"earliestDate":${date},"latestDate":${date}},`;
    const made = {
      beforeValue: fragment(`{"date":${date},"value":`),
      afterOnly: fragment(`}],"obsCount":1${extent}`),
      asEarliest: fragment(`,"earliestDate":${date}`),
      asLatest: fragment(`,"latestDate":${date}},`),
    };
    if (code < readyMax) this.#known.dates[code] = made;
    return made;
  }
}

interface FacetFragments {
  readonly withPoints: Fragment;
  readonly withCount: Fragment;
}

interface DateFragments {
  readonly beforeValue: Fragment;
  /** From the value to the comma behind the facet, where there is one point. */
  readonly afterOnly: Fragment;
  readonly asEarliest: Fragment;
  /** With the end of the facet. */
  readonly asLatest: Fragment;
}

/** By facet number and date code. */
class SeriesFragments {
  readonly facets: FacetFragments[] = [];
  readonly dates: DateFragments[] = [];
}

const ofTables = new WeakMap<ObservationTable, SeriesFragments>();

function fragmentsOf(table: ObservationTable): SeriesFragments {
  let fragments = ofTables.get(table);
  if (fragments === undefined) {
    fragments = new SeriesFragments();
    ofTables.set(table, fragments);
  }
  return fragments;
}

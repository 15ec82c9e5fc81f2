/**
 * Node blocks → statements. Who a node is follows from its `dcid` line or its name; blocks of one
 * dcid are one node. What refers to a name that is not known yet waits: for the end of its file,
 * then for the end of the load, since names hold across all files of a load (behaviour: inputs
 * 2.6). A node that no file names gets its dcid then, if it says who it is.
 */

import { measuredFields, unsetSource } from "../../stats/facet-fields.ts";
import { shown } from "../bytes/diagnostics.ts";
import { ownCopy } from "../bytes/native.ts";
import { KnownFacets } from "../records/known-cells.ts";
import { observationDcid, tellFurther } from "../statements/further-properties.ts";
import type { TableRun } from "../statements/load-run.ts";
import { partsOf, type Sink } from "../statements/sink.ts";
import { type FacetTexts, facetTexts } from "../statements/statements.ts";
import { type ComplexNode, readComplex } from "../values/complex-value.ts";
import { type BlockName, dcidOf, type NodeBlock, type PropertyValue } from "../values/mcf-value.ts";
import { acceptDate } from "../values/observation-dates.ts";
import {
  dateSlot,
  entitySlot,
  exchangedHint,
  isObservation,
  type ObservationParts,
  observationParts,
  observationValue,
  partCount,
  reportTypeless,
  requiredCount,
  valueSlot,
} from "../values/observation-parts.ts";
import {
  ambiguous,
  type BlockSource,
  type DeferredBlocks,
  hasLocalNames,
  identityOf,
  LocalNames,
} from "./block-names.ts";
import { assignDcids, type NamelessNode, typesOf } from "./dcid-assignment.ts";
import { emptyReference, type NameState, withRowNames } from "./lost-references.ts";
import { namelessNodes, type Pending, reportLost, toPending } from "./pending.ts";
import { isPlaceType, type PlaceIdentities, saysWhichPlace } from "./place-identity.ts";

// The cache only saves lookups in the sink; hostile input must not make it grow for ever.
const cacheMax = 100_000;

const noNames: ReadonlyMap<string, string | undefined> = new Map();

/** What a reader of nodes needs. */
export interface NodeRun extends TableRun {
  /** Local names hold across the files of a load: there is one importer of nodes. */
  readonly nodes: NodeImport;
}

export class NodeImport {
  readonly #sink: Sink;
  readonly #predicates = new Map<string, number>();
  readonly #facets = new KnownFacets();
  readonly #fileNames = new LocalNames();
  readonly #loadNames = new LocalNames();
  /** Waits for the end of the file. */
  #waiting: Pending[] = [];
  /** Waits for the end of the load. */
  #left: Pending[] = [];
  /** The names that count at the moment. */
  #names = this.#fileNames;
  /** Names of nodes that got no dcid. */
  readonly #failed = new LocalNames();
  #places: PlaceIdentities | undefined;
  #makePlaces: (() => PlaceIdentities) | undefined;
  readonly #defer: ((blocks: DeferredBlocks) => void) | undefined;

  /**
   * @param defer takes blocks that give or need local names, and nodes without a dcid, where a chunk
   * of a file is read. Default: they are imported as all others.
   */
  constructor(sink: Sink, defer?: (blocks: DeferredBlocks) => void) {
    this.#sink = sink;
    this.#defer = defer;
  }

  /** A block of an instance MCF file. */
  add(block: NodeBlock, source: BlockSource): void {
    if (this.#defer !== undefined && hasLocalNames(block, source)) {
      this.#defer({ blocks: [block], isRow: false });
      return;
    }
    const dcid = identityOf(block, source);
    if (dcid !== undefined) this.name(block, dcid, source);
    this.#import(block, dcid, source);
  }

  /**
   * The blocks of one table row. Their names hold within the row: they are as many as rows times
   * entities, and no other file can know them.
   * @returns the dcids of nodes that had to be given one, by name; undefined for none.
   */
  addRow(
    blocks: readonly NodeBlock[],
    source: BlockSource,
  ): ReadonlyMap<string, string | undefined> {
    if (this.#defer !== undefined && blocks.some((block) => hasLocalNames(block, source))) {
      this.#defer({ blocks, isRow: true });
      return noNames;
    }
    return this.#addRow(blocks, source);
  }

  #addRow(
    blocks: readonly NodeBlock[],
    source: BlockSource,
  ): ReadonlyMap<string, string | undefined> {
    const identities = blocks.map((block) => identityOf(block, source));
    const nameless: NamelessNode[] = [];
    for (const [index, block] of blocks.entries()) {
      if (identities[index] === undefined && !isObservation(block))
        nameless.push({ block, source });
    }
    if (nameless.length === 0) {
      for (const [index, block] of blocks.entries()) this.#import(block, identities[index], source);
      return noNames;
    }
    const known = (name: string) => this.#fileNames.dcidOf(name) ?? this.#loadNames.dcidOf(name);
    const dcids = assignDcids(nameless, known, this.#placesNow());
    const names = new Map(nameless.map(({ block: { name } }) => [name, dcids.get(name)]));
    for (const [index, block] of blocks.entries()) {
      const dcid = identities[index] ?? dcids.get(block.name);
      if (dcid === undefined && !isObservation(block)) continue;
      const own = withRowNames(block, names, source);
      if (own !== undefined) this.#import(own, dcid, source);
    }
    return names;
  }

  /** To be called after each file: settles what waited for its names. */
  endFile(): void {
    const waiting = this.#waiting;
    this.#waiting = this.#left;
    for (const pending of waiting) this.#settle(pending);
    this.#left = this.#waiting;
    this.#waiting = [];
    this.#fileNames.clear();
  }

  /** Whether a node waits that only a look at what is loaded can name. */
  get asksForPlaces(): boolean {
    if (this.#left.length === 0) return false;
    return namelessNodes(this.#left, this.#loadNames).some(({ block }) => {
      const properties = new Set(block.values.map(({ property }) => property));
      return typesOf(block).some(isPlaceType) && saysWhichPlace(properties);
    });
  }

  /**
   * To be called after the files that name nodes, before the tables whose rows may refer to them:
   * settles what can be settled by now, and gives dcids to nodes that no file names.
   * @param makePlaces makes what looks up these places, and places of later rows; without it no place
   * is looked up.
   */
  assign(makePlaces: (() => PlaceIdentities) | undefined, checkCancelled: () => void): void {
    this.#makePlaces = makePlaces;
    if (this.#left.length > 0) this.#assignLeft(checkCancelled);
  }

  #placesNow(): PlaceIdentities | undefined {
    this.#places ??= this.#makePlaces?.();
    return this.#places;
  }

  #assignLeft(checkCancelled: () => void): void {
    const names = this.#loadNames;
    const nameless = namelessNodes(this.#left, names);
    const dcids = assignDcids(nameless, (name) => names.dcidOf(name), this.#placesNow());
    for (const { name } of nameless.map(({ block }) => block)) {
      const dcid = dcids.get(name);
      if (dcid === undefined) this.#failed.add(name, name);
      else names.add(name, dcid);
    }
    const left = this.#left;
    this.#names = names;
    for (const [index, pending] of left.entries()) {
      if (index % 4096 === 0) checkCancelled();
      // One without a dcid was reported.
      const isLost = pending.kind === "node" && names.dcidOf(pending.block.name) === undefined;
      if (!isLost) this.#settle(pending);
    }
    this.#left = this.#waiting;
    this.#waiting = [];
    this.#names = this.#fileNames;
  }

  /** To be called after the last file: settles or reports all that still waits. */
  end(checkCancelled: () => void): void {
    if (this.#left.length === 0) return;
    this.#assignLeft(checkCancelled);
    reportLost(this.#left, (name) => this.#stateOf(name), checkCancelled);
  }

  #stateOf(name: string): NameState {
    const dcid = this.#loadNames.dcidOf(name);
    if (dcid !== undefined) return dcid === ambiguous ? "ambiguous" : "known";
    return this.#failed.dcidOf(name) === undefined ? "unknown" : "nameless";
  }

  #settle(pending: Pending): void {
    const { source } = pending;
    switch (pending.kind) {
      case "node":
        this.#import(pending.block, this.#dcidOf(pending.block.name), source);
        return;
      case "value":
        if (this.#isPlaced) this.#tellPlace(source, pending.value.line, []);
        this.#statement(pending.subject, pending.value, pending.node, source);
        return;
      case "observation":
        this.#observe(pending.parts, pending.node, source);
    }
  }

  /** Remembers the dcid of a block with a local name. */
  name({ name, line }: BlockName, dcid: string, { log, prefixes }: BlockSource): void {
    if (dcidOf(name, prefixes) !== undefined) return;
    const known = this.#fileNames.add(name, dcid);
    this.#loadNames.add(name, dcid);
    if (known === undefined || known === dcid) return;
    const message = () =>
      `the name ${shown(name)} has two dcids, ${shown(known)} and ${shown(dcid)}: local references to it mean neither`;
    log.report({ level: "error", counter: "Sanity_MultipleDcidValues", line, message });
  }

  #dcidOf(name: string): string | undefined {
    // An ambiguous name is the empty text: no dcid either.
    return this.#names.dcidOf(name) || undefined;
  }

  #import(block: NodeBlock, ownDcid: string | undefined, source: BlockSource): void {
    if (isObservation(block)) {
      const parts = observationParts(block, source.log, ownDcid);
      if (parts !== undefined) this.#observe(parts, block.name, source);
      return;
    }
    const dcid = ownDcid ?? this.#dcidOf(block.name);
    if (dcid === undefined) {
      this.#waiting.push(toPending({ kind: "node", block, source }));
      return;
    }
    const subject = this.#sink.node(dcid);
    reportTypeless(block, source.log);
    for (const value of block.values) {
      if (value.property === "dcid") continue;
      if (this.#isPlaced) this.#tellPlace(source, value.line, [["node", block.line]]);
      this.#statement(subject, value, block.name, source);
    }
  }

  #statement(subject: number, value: PropertyValue, node: string, source: BlockSource): void {
    const { kind, property, text } = value;
    if (kind === "text" || kind === "number") {
      const literal = this.#sink.literal(text);
      this.#sink.attribute(subject, this.#predicate(property), literal, source.provenance);
      return;
    }
    const object = kind === "reference" ? text : this.#objectOf(value, node, source);
    if (object === "") source.log.report(emptyReference(value, node));
    else if (object !== undefined) this.#link(subject, property, object, source.provenance);
    else if (kind === "local") {
      this.#waiting.push(toPending({ kind: "value", subject, value, node, source }));
    }
    // What no complex value can be made of stays the text that it is.
    else this.#statement(subject, { ...value, kind: "text" }, node, source);
  }

  /** The dcid that a local name or a complex value means; undefined if it has no dcid. */
  #objectOf(value: PropertyValue, node: string, source: BlockSource): string | undefined {
    if (value.kind === "local") return this.#dcidOf(value.text);
    const complex = readComplex(value, node, source.log);
    if (complex !== undefined) this.#addComplex(complex, source.provenance);
    return complex?.dcid;
  }

  #addComplex({ dcid, properties }: ComplexNode, provenance: number): void {
    const subject = this.#sink.node(dcid);
    for (const [property, { kind, text }] of properties) {
      if (kind === "reference") this.#link(subject, property, text, provenance);
      else {
        const literal = this.#sink.literal(text);
        this.#sink.attribute(subject, this.#predicate(property), literal, provenance);
      }
    }
  }

  #link(subject: number, property: string, object: string, provenance: number): void {
    this.#sink.link(subject, this.#predicate(property), this.#sink.node(object), provenance);
  }

  #observe(parts: ObservationParts, node: string, source: BlockSource): void {
    if (this.#isPlaced) {
      const lines = parts.values.filter((part) => part !== undefined);
      this.#tellPlace(
        source,
        parts.values[dateSlot]!.line,
        lines.map(({ property, line }) => [property, line] as const),
      );
    }
    const texts: string[] = [];
    for (const [slot, part] of parts.values.entries()) {
      const text = part === undefined ? "" : this.#partText(part, node, source);
      if (text === undefined) {
        this.#waiting.push(toPending({ kind: "observation", parts, node, source }));
        return;
      }
      texts[slot] = text;
    }
    const [variable, entity, date] = texts;
    const { log, provenance } = source;
    const { line } = parts.values[dateSlot]!;
    const hint = exchangedHint(date!, texts[valueSlot]!);
    if (!acceptDate(date!, line, log, `: node ${shown(node)}${hint}`)) return;
    const value = this.#valueText(parts.values[valueSlot]!, texts[valueSlot]!, node, source);
    const sink = this.#sink;
    const [of, when] = [sink.node(variable!), sink.date(date!)];
    const facet = this.#facet(texts, provenance);
    if (parts.properties.length === 0) sink.observation(of, sink.node(entity!), facet, when, value);
    else {
      const nodes = (named: readonly string[]) => named.map((dcid) => sink.node(dcid));
      const about = texts.slice(partCount);
      const [first, ...others] = nodes(about);
      const kind = sink.facetAbout(facet, nodes(parts.properties), others);
      sink.observation(of, first!, kind, when, value);
      texts[entitySlot] = about.join("^");
    }
    this.#keepFurther(parts, texts.with(valueSlot, value), node, source);
  }

  get #isPlaced(): boolean {
    return this.#sink.at !== undefined;
  }

  #tellPlace(
    { log: { file } }: BlockSource,
    line: number,
    parts: readonly (readonly [part: string, line: number])[],
  ): void {
    this.#sink.at?.({ file, line, parts: partsOf(file, parts) });
  }

  /** @returns undefined for a local name without a dcid. */
  #partText(part: PropertyValue, node: string, source: BlockSource): string | undefined {
    if (part.kind === "local") return this.#dcidOf(part.text);
    return part.kind === "complex" ? (this.#objectOf(part, node, source) ?? part.text) : part.text;
  }

  #valueText(part: PropertyValue, text: string, node: string, { log }: BlockSource): string {
    // What is wrong with a complex value was reported.
    if (part.kind === "complex") return text;
    const where = () => `property 'value' of node ${shown(node)}`;
    return observationValue(text, { log, line: part.line, where }).text;
  }

  /** The properties that a series has no place for. */
  #keepFurther(
    { further, dcid }: ObservationParts,
    texts: readonly string[],
    node: string,
    source: BlockSource,
  ): void {
    if (further.length === 0) return;
    const [variable, entity, date, value] = texts as [string, string, string, string];
    const facet = measuredTexts(texts);
    const identity = { variable, entity, date, value, facet };
    const subject = this.#sink.node(observationDcid(identity, dcid));
    for (const property of further) {
      if (source.isTemplate !== true) tellFurther(source.log, property.property, property.line);
      if (this.#isPlaced) this.#tellPlace(source, property.line, []);
      this.#statement(subject, property, node, source);
    }
  }

  #facet(texts: readonly string[], provenance: number): number {
    const key = `${provenance}\n${texts.slice(requiredCount, partCount).join("\n")}`;
    return this.#facets.of(key, () =>
      this.#sink.facet({ ...unsetSource, ...measuredTexts(texts), provenance }),
    );
  }

  #predicate(property: string): number {
    const known = this.#predicates.get(property);
    if (known !== undefined) return known;
    const predicate = this.#sink.node(property);
    if (this.#predicates.size >= cacheMax) this.#predicates.clear();
    this.#predicates.set(ownCopy(property), predicate);
    return predicate;
  }
}

/** The texts of the facet, of the parts of an observation. */
function measuredTexts(texts: readonly string[]): FacetTexts {
  return facetTexts((field) => texts[requiredCount + measuredFields.indexOf(field)]!);
}

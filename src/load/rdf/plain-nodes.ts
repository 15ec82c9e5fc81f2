/** Usual nodes of a JSON-LD document → statements, straight from their bytes. */
import { aboutProperty, measuredFields, unsetSource } from "../../stats/facet-fields.ts";
import { bytesOfText, keepOne, standsAt, textOf } from "../bytes/native.ts";
import {
  FacetSlots,
  KnownCells,
  type KnownText,
  knownDates,
  LastNode,
} from "../records/known-cells.ts";
import { noId, type Sink } from "../statements/sink.ts";
import { facetTexts, IdleSink } from "../statements/statements.ts";
import { isReferenceProperty } from "../values/mcf-value.ts";
import { observationType } from "../values/observation-parts.ts";
import { type JsonScanner, referenceValue, textValue } from "./json-scanner.ts";
import { Names } from "./linked-nodes.ts";

const [variableSlot, entitySlot, dateSlot, valueSlot] = [0, 1, 2, 3];
const required = ["variableMeasured", aboutProperty, "observationDate", "value"];
const facetParts: readonly string[] = ["provenance", "provenanceUrl", ...measuredFields];
const parts: readonly string[] = [...required, ...facetParts];
const slotOf: ReadonlyMap<string, number> = new Map(parts.map((part, slot) => [part, slot]));
const noSlot = -1;

const underscoreByte = 0x5f;
const colonByte = 0x3a;

/** What a key says. */
interface Key {
  readonly kind: "id" | "type" | "property" | "odd";
  readonly property: string;
  /** Where it stands among the parts of an observation, or -1. */
  readonly slot: number;
  /** Its texts are references. */
  readonly isLink: boolean;
  /** What its values mean as references and as they are. */
  readonly names: KnownCells<KnownText>;
  readonly texts: KnownCells<KnownText>;
  /** Its node as predicate, once a statement needed it. */
  predicate: number;
}

export class PlainNodes {
  readonly #names: Names;
  readonly #sink: Sink;
  readonly #provenance: string;
  /** Beginnings of ids after which the dcid stands as it is. */
  readonly #prefixes: readonly Uint8Array[];
  readonly #keys: KnownCells<Key>;
  /** Of the node at hand; until it is understood, of the one before. */
  readonly #entries: Key[] = [];
  /** How many entries there are of the node before: none if it was not understood, or others differ. */
  #known = 0;
  /** Its entries by part; -1 for none. */
  readonly #slots = new Int32Array(parts.length);
  #id = -1;
  readonly #types = new KnownCells((text) => this.#names.nameOf(text) === observationType);
  readonly #variable: LastNode;
  readonly #entity: LastNode;
  readonly #object: LastNode;
  readonly #dates: KnownCells<number | undefined>;
  readonly #facets = new FacetSlots(facetParts.length, (texts) => this.#makeFacet(texts));

  /** @param provenance of what names none. */
  constructor(names: Names, sink: Sink, provenance: string) {
    this.#names = names;
    this.#sink = sink;
    this.#provenance = provenance;
    this.#prefixes = names.plainPrefixes.map((prefix) => bytesOfText(`${prefix}:`));
    this.#keys = new KnownCells((text) => this.#keyOf(text));
    this.#variable = new LastNode(sink);
    this.#entity = new LastNode(sink);
    this.#object = new LastNode(sink);
    this.#dates = knownDates(sink);
    keepOne(PlainNodes, () => new PlainNodes(new Names(), new IdleSink(), ""));
  }

  /** @returns false for a node that has to be read as text: nothing of it was written. */
  write(bytes: Uint8Array, node: JsonScanner): boolean {
    const isObservation = this.#understand(bytes, node);
    this.#known = isObservation === undefined ? 0 : node.count;
    if (isObservation === undefined) return false;
    if (isObservation) return this.#observation(bytes, node);
    this.#triples(bytes, node);
    return true;
  }

  /** @returns whether the node is an observation; undefined if something may have to be said. */
  #understand(bytes: Uint8Array, node: JsonScanner): boolean | undefined {
    let isObservation = false;
    this.#id = -1;
    this.#slots.fill(-1);
    for (let at = 0; at < node.count; at++) {
      const key = this.#keyAt(bytes, node, at);
      if (key === undefined || !this.#isPlain(bytes, node, at, key)) return undefined;
      this.#entries[at] = key;
      if (key.kind === "id") this.#id = at;
      if (key.slot !== noSlot) this.#slots[key.slot] = at;
      if (key.kind === "type")
        isObservation = this.#types.of(bytes, node.starts[at]!, node.ends[at]!);
    }
    return this.#id < 0 ? undefined : isObservation;
  }

  /** @returns undefined for a key that is odd. */
  #keyAt(bytes: Uint8Array, node: JsonScanner, at: number): Key | undefined {
    // So far the keys are those of the node before, of which none was odd.
    if (at < this.#known && node.repeated[at] === 1) return this.#entries[at];
    this.#known = 0;
    const key = this.#keys.of(bytes, node.keyStarts[at]!, node.keyEnds[at]!);
    return key.kind === "odd" || this.#hasBefore(key, at) ? undefined : key;
  }

  /** A property that comes twice is one with two values. */
  #hasBefore({ property }: Key, at: number): boolean {
    for (let before = 0; before < at; before++) {
      if (this.#entries[before]!.property === property) return true;
    }
    return false;
  }

  #isPlain(bytes: Uint8Array, { kinds, starts, ends }: JsonScanner, at: number, key: Key): boolean {
    const [start, end] = [starts[at]!, ends[at]!];
    const isText = kinds[at] === textValue;
    if (start === end || ((key.kind === "id" || key.kind === "type") && !isText)) return false;
    const isName = isNamed(kinds[at]!, key) || key.kind === "id";
    if (!isName) return true;
    const isBlank = bytes[start] === underscoreByte && bytes[start + 1] === colonByte;
    // A reference without a name is none.
    return (
      !isBlank &&
      (this.#plainStart(bytes, start, end) > start || this.#nameOf(bytes, start, end) !== "")
    );
  }

  #triples(bytes: Uint8Array, node: JsonScanner): void {
    const sink = this.#sink;
    let subject = noId;
    for (let at = 0; at < node.count; at++) {
      const key = this.#entries[at]!;
      if (at === this.#id) continue;
      if (subject === noId) subject = this.#nodeOf(bytes, node, this.#id, undefined);
      if (key.predicate === noId) key.predicate = sink.node(key.property);
      const provenance = this.#provenance === "" ? noId : sink.node(this.#provenance);
      if (isNamed(node.kinds[at]!, key)) {
        sink.link(subject, key.predicate, this.#nodeOf(bytes, node, at, this.#object), provenance);
      } else {
        const literal = sink.literalOf(bytes, node.starts[at]!, node.ends[at]!);
        sink.attribute(subject, key.predicate, literal, provenance);
      }
    }
  }

  #observation(bytes: Uint8Array, node: JsonScanner): boolean {
    const slots = this.#slots;
    for (let slot = 0; slot < required.length; slot++) if (slots[slot] === -1) return false;
    for (let at = 0; at < node.count; at++) {
      const { kind, slot } = this.#entries[at]!;
      if (kind === "property" && slot === noSlot) return false;
    }
    const [when, what] = [slots[dateSlot]!, slots[valueSlot]!];
    if (node.kinds[when] === referenceValue || node.kinds[what] === referenceValue) return false;
    const date = this.#dates.of(bytes, node.starts[when]!, node.ends[when]!);
    if (date === undefined) return false;
    const facet = this.#facetOf(bytes, node);
    return this.#sink.observationOf(
      this.#nodeOf(bytes, node, slots[variableSlot]!, this.#variable),
      this.#nodeOf(bytes, node, slots[entitySlot]!, this.#entity),
      facet,
      date,
      bytes,
      node.starts[what]!,
      node.ends[what]!,
    );
  }

  /** Id of the node that a value names. */
  #nodeOf(bytes: Uint8Array, node: JsonScanner, at: number, last: LastNode | undefined): number {
    const [start, end] = [node.starts[at]!, node.ends[at]!];
    const key = this.#entries[at]!;
    const isName = isNamed(node.kinds[at]!, key) || key.kind === "id";
    const first = isName ? this.#plainStart(bytes, start, end) : start;
    if (isName && first === start) return this.#sink.node(this.#nameOf(bytes, start, end));
    return last === undefined ? this.#sink.nodeOf(bytes, first, end) : last.of(bytes, first, end);
  }

  #nameOf(bytes: Uint8Array, start: number, end: number): string {
    return this.#names.nameOf(textOf(bytes, start, end));
  }

  /** Where the dcid begins in a reference that begins with a known prefix; else `start`. */
  #plainStart(bytes: Uint8Array, start: number, end: number): number {
    const prefixes = this.#prefixes;
    for (let at = 0; at < prefixes.length; at++) {
      const prefix = prefixes[at]!;
      const first = start + prefix.length;
      // What begins with two slashes is an IRI.
      const isShort = first >= end || bytes[first] === slashByte;
      if (!isShort && standsAt(bytes, start, prefix)) return first;
    }
    return start;
  }

  #facetOf(bytes: Uint8Array, node: JsonScanner): number {
    for (let part = 0; part < facetParts.length; part++) {
      const at = this.#slots[required.length + part]!;
      let known: KnownText | undefined;
      if (at !== -1) {
        const key = this.#entries[at]!;
        const cells = isNamed(node.kinds[at]!, key) ? key.names : key.texts;
        known = cells.of(bytes, node.starts[at]!, node.ends[at]!);
      }
      this.#facets.set(part, known);
    }
    return this.#facets.find();
  }

  #makeFacet(texts: readonly string[]): number {
    const sink = this.#sink;
    const textOfPart = (part: string) => texts[facetParts.indexOf(part)]!;
    const dcid = textOfPart("provenance") || this.#provenance;
    const provenance = dcid === "" ? noId : sink.node(dcid);
    const url = textOfPart("provenanceUrl");
    if (url !== "" && provenance !== noId) {
      sink.attribute(provenance, sink.node("url"), sink.literal(url), provenance);
    }
    return sink.facet({ ...unsetSource, ...facetTexts(textOfPart), provenance });
  }

  #keyOf(text: string): Key {
    const name = this.#names.nameOf(text);
    const isProperty = name !== "" && !name.startsWith("@");
    const kinds: Readonly<Record<string, Key["kind"]>> = { "@id": "id", "@type": "type" };
    const kind = isProperty ? "property" : Object.hasOwn(kinds, name) ? kinds[name]! : "odd";
    const property = kind === "type" ? "typeOf" : name;
    return {
      // A property may be the type as well as the keyword is.
      kind: property === "typeOf" ? "type" : kind,
      property,
      slot: slotOf.get(property) ?? noSlot,
      isLink: property === "typeOf" || isReferenceProperty(property),
      names: new KnownCells((id) => ({ text: this.#names.nameOf(id) })),
      texts: new KnownCells((value) => ({ text: value })),
      predicate: noId,
    };
  }
}

const slashByte = 0x2f;

/** Whether a value is the name of a node. */
function isNamed(kind: number, { isLink }: Key): boolean {
  return kind === referenceValue || (kind === textValue && isLink);
}

/**
 * Reads the one form of MessagePack that a header has. A decoder of any form makes room for as many
 * parts as a few bytes say, one list within the other: a header of a megabyte could ask for all memory.
 */

/** A row of the table of sections, before anything in it is checked. */
export interface RawSection {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly byteLength: number;
  readonly checks: Uint8Array;
}

interface RawHeader {
  readonly library: string;
  readonly blockBytes: number;
  readonly checksumBytes: number;
  readonly sections: readonly RawSection[];
  readonly contents: string;
}

/** Members of a header, and of a row of its table. */
const fieldCount = 5;
const partCount = 5;

/** @throws Error for bytes of another form */
export function readHeaderFields(bytes: Uint8Array): RawHeader {
  const reader = new HeaderReader(bytes);
  const fields: { -readonly [Field in keyof RawHeader]?: RawHeader[Field] } = {};
  if (reader.count(mapForms) !== fieldCount) throw new Error("it has other fields");
  for (let at = 0; at < fieldCount; at++) {
    const field = reader.text();
    if (field === "library" || field === "contents") fields[field] = reader.text();
    else if (field === "blockBytes" || field === "checksumBytes") fields[field] = reader.number();
    else if (field === "sections") fields.sections = sectionsOf(reader);
    else throw new Error("it has other fields");
  }
  reader.end();
  const { library, blockBytes, checksumBytes, sections, contents } = fields;
  return {
    library: given(library),
    blockBytes: given(blockBytes),
    checksumBytes: given(checksumBytes),
    sections: given(sections),
    contents: given(contents),
  };
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("a field is missing");
  return value;
}

function sectionsOf(reader: HeaderReader): RawSection[] {
  const sections: RawSection[] = [];
  for (let left = reader.count(listForms); left > 0; left--) {
    if (reader.count(listForms) !== partCount) throw new Error("a section has other parts");
    sections.push({
      name: reader.text(),
      type: reader.text(),
      offset: reader.number(),
      byteLength: reader.number(),
      checks: reader.bytes(),
    });
  }
  return sections;
}

/** First bytes of what has a count: with the count in their lowest bits, then of 1, 2, 4 bytes. */
interface Forms {
  /** What the first byte is without its lowest bits, and those bits; 0 where there is no such form. */
  readonly short: number;
  readonly mask: number;
  /** By bytes of the count. */
  readonly long: Readonly<Record<number, 1 | 2 | 4>>;
}

const mapForms: Forms = { short: 0x80, mask: 0x0f, long: { 222: 2, 223: 4 } };
const listForms: Forms = { short: 0x90, mask: 0x0f, long: { 220: 2, 221: 4 } };
const textForms: Forms = { short: 0xa0, mask: 0x1f, long: { 217: 1, 218: 2, 219: 4 } };
const bytesForms: Forms = { short: 0, mask: 0, long: { 196: 1, 197: 2, 198: 4 } };
const double = 0xcb;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class HeaderReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  count({ short, mask, long }: Forms): number {
    const first = this.#view.getUint8(this.#at++);
    if (mask > 0 && (first & ~mask) === short) return first & mask;
    const bytes = long[first];
    if (bytes === undefined) throw new Error("a part has another type");
    const at = this.#at;
    this.#at += bytes;
    if (bytes === 1) return this.#view.getUint8(at);
    return bytes === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  text(): string {
    // A copy: decoders of browsers refuse shared memory.
    return decoder.decode(this.#take(this.count(textForms)).slice());
  }

  bytes(): Uint8Array {
    return this.#take(this.count(bytesForms));
  }

  number(): number {
    if (this.#view.getUint8(this.#at) !== double) throw new Error("a part is no number");
    this.#at += 9;
    return this.#view.getFloat64(this.#at - 8);
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new Error("it goes on behind its end");
  }

  #take(length: number): Uint8Array {
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new Error("a part ends behind it");
    return this.#bytes.subarray(start, this.#at);
  }
}

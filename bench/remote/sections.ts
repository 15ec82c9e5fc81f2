/** Which sections of a snapshot a question reads. */

import { closeSync, openSync, readSync } from "node:fs";
import { decodeMulti } from "@msgpack/msgpack";

type Store = ReturnType<typeof import("../../src/remote.ts").httpBlocks>;

interface Section {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Where the sections of a snapshot lie. */
export function sectionsIn(path: string): Section[] {
  const file = openSync(path, "r");
  try {
    const prelude = Buffer.alloc(32);
    readSync(file, prelude, 0, prelude.length, 0);
    const header = Buffer.alloc(prelude.readUInt32LE(12));
    readSync(file, header, 0, header.length, prelude.length);
    // Library, lengths of blocks and contents; then name, type, length and checksums of each section.
    const [, , , , ...values] = decodeMulti(header);
    let end = prelude.length + header.length;
    const sections: Section[] = [];
    for (let at = 0; at < values.length; at += 4) {
      const start = Math.ceil(end / 64) * 64;
      end = start + Number(values[at + 2]);
      sections.push({ name: String(values[at]), start, end });
    }
    return sections;
  } finally {
    closeSync(file);
  }
}

/** Bytes per section that were read through a store since it was asked last. */
export class SectionReads {
  readonly store: Store;
  readonly #sections: readonly Section[];
  #bytes = new Map<string, number>();

  constructor(store: Store, sections: readonly Section[]) {
    this.#sections = sections;
    this.store = {
      ...store,
      describe: (signal) => store.describe(signal),
      read: (ranges, ...rest) => {
        for (const { start, end } of ranges) this.#add(start, end);
        return store.read(ranges, ...rest);
      },
    };
  }

  /** Those that were read most first, in kB. */
  taken(): string {
    const all = [...this.#bytes].sort(([, a], [, b]) => b - a);
    this.#bytes = new Map();
    return all.map(([name, bytes]) => `${name} ${Math.ceil(bytes / 1000)}`).join(", ");
  }

  #add(start: number, end: number): void {
    for (const section of this.#sections) {
      const common = Math.min(end, section.end) - Math.max(start, section.start);
      if (common > 0) this.#bytes.set(section.name, (this.#bytes.get(section.name) ?? 0) + common);
    }
  }
}

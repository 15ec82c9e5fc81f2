/** Worlds that somebody forged: other values in a column, or another header, with right checksums. */

import type { Commons } from "../../src/index.ts";
import { imageOf } from "../../src/snapshot/image.ts";
import { storedColumnsOf } from "../../src/snapshot/stored-columns.ts";
import { contentsOf, type WorldContents } from "../../src/snapshot/world-contents.ts";
import type { Column } from "../../src/store/columns/column-source.ts";
import { slicingCrc32 } from "../../src/store/columns/crc32.ts";
import { randomOf } from "./random-requests.ts";

const forgeries: Readonly<Record<string, (column: Column) => void>> = {
  noise: (column) => {
    const random = randomOf(column.length);
    for (let at = 0; at < column.length; at++) column[at] = random() * 2 ** 32;
  },
  "every second number 0": (column) => {
    for (let at = 0; at < column.length; at++) column[at] = at % 2 === 0 ? 0 : column.length;
  },
  "largest numbers": (column) => column.fill(-1),
};

export class Forger {
  readonly columns: ReadonlyMap<string, Column>;
  readonly contents: WorldContents;

  constructor({ engine: { graph, observations }, info }: Commons) {
    this.columns = storedColumnsOf({ graph, observations });
    this.contents = contentsOf({ graph, observations }, info);
  }

  /** A column as it is. */
  column(name: string): Column {
    return this.columns.get(name)?.slice() as Column;
  }

  /** A snapshot with another column under a name. */
  snapshotWith(name: string, column: Column, contents: unknown = this.contents): Uint8Array {
    const all = new Map(this.columns).set(name, column);
    const image = imageOf(all, { library: "1", contents }, slicingCrc32, 512);
    return Buffer.concat([...image.chunks()]);
  }

  /** A snapshot with a column that was forged. */
  forged(name: string, forgery: string): Uint8Array {
    const column = this.column(name);
    forgeries[forgery]?.(column);
    return this.snapshotWith(name, column);
  }

  /** A snapshot of the same columns whose header says something else. */
  withContents(contents: unknown): Uint8Array {
    return this.snapshotWith("graph.names", this.column("graph.names"), contents);
  }
}

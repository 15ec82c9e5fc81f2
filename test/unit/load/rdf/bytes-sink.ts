/** A sink that knows what it got straight from bytes. */
import { textOf } from "../../../../src/load/bytes/native.ts";
import { RecordingSink } from "../recording-sink.ts";

export class BytesSink extends RecordingSink {
  /** Nodes, literals in quotes, and values of observations, in order. */
  readonly ofBytes: string[] = [];

  override nodeOf(bytes: Uint8Array, start: number, end: number): number {
    this.ofBytes.push(textOf(bytes, start, end));
    return super.nodeOf(bytes, start, end);
  }

  override literalOf(bytes: Uint8Array, start: number, end: number): number {
    this.ofBytes.push(JSON.stringify(textOf(bytes, start, end)));
    return super.literalOf(bytes, start, end);
  }

  override observationOf(...of: Parameters<RecordingSink["observationOf"]>): boolean {
    const isTaken = super.observationOf(...of);
    const [, , , , bytes, start, end] = of;
    if (isTaken) this.ofBytes.push(textOf(bytes, start, end));
    return isTaken;
  }
}

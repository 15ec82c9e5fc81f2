/** What goes to a reading thread and comes back. */

import { type Batch, BatchSink } from "../batch/index.ts";
import { type PartReport, type PartRequest, readPart } from "../load/index.ts";

export interface PartMessage {
  readonly number: number;
  readonly request: PartRequest;
}

/** `read` is undefined for a part that must be read in its place. */
export interface PartAnswer {
  readonly number: number;
  readonly read: ReadPart | undefined;
}

export interface ReadPart {
  readonly batch: Batch;
  readonly report: PartReport;
}

/** Reads parts into batches, one after the other. */
export class PartAway {
  readonly #sink = new BatchSink();

  async read(request: PartRequest): Promise<ReadPart | undefined> {
    const report = await readPart(request, this.#sink);
    const batch = this.#sink.take();
    return report === undefined ? undefined : { batch, report };
  }
}

/** The buffers of a batch, to be given away instead of copied. */
export function buffersOf({ batch }: ReadPart): ArrayBuffer[] {
  const { nodes, literals, dates, triples, observations, values } = batch;
  const texts = [nodes, literals, dates].flatMap(({ bytes, ends }) => [bytes, ends]);
  return [...texts, triples, observations, values].map(({ buffer }) => buffer as ArrayBuffer);
}

/** Answers that were given before: a world never changes, so neither do its answers. */
import { LRUCache } from "lru-cache";
import type { AskedCommons } from "../index.ts";
import type { ServedAnswer, ServerRequest } from "./plain-http.ts";

/** Bytes that an answer takes besides its body and its question. */
const entryBytes = 512;

export class KeptAnswers {
  readonly #answers: LRUCache<string, ServedAnswer> | undefined;
  #commons: AskedCommons | undefined;
  #tag: string | undefined;

  /** @param bytesMax of all answers together; 0: none is kept */
  constructor(bytesMax: number) {
    if (bytesMax <= 0) return;
    this.#answers = new LRUCache({
      maxSize: bytesMax,
      // No single answer takes the place of all others.
      maxEntrySize: Math.ceil(bytesMax / 8),
      sizeCalculation: ({ body }, key) =>
        entryBytes +
        2 * key.length +
        (typeof body === "string" ? 2 * body.length : body.byteLength),
    });
  }

  find(commons: AskedCommons, request: ServerRequest): ServedAnswer | undefined {
    this.#turnTo(commons);
    return this.#answers?.get(keyOf(request));
  }

  keep(commons: AskedCommons, request: ServerRequest, answer: ServedAnswer): void {
    this.#turnTo(commons);
    this.#answers?.set(keyOf(request), answer);
  }

  /** Answers of another world are dropped. */
  #turnTo(commons: AskedCommons): void {
    const { contentTag } = commons;
    if (commons === this.#commons && contentTag === this.#tag) return;
    this.#commons = commons;
    this.#tag = contentTag;
    this.#answers?.clear();
  }
}

/** All that an answer to GET depends on. */
function keyOf({ url, headers }: ServerRequest): string {
  const said = ["x-api-key", "accept-encoding", "accept"].map((name) => headers[name] ?? "");
  return `${said.join("\n")}\n${url}`;
}

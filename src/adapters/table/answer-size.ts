/**
 * How large an answer may grow. A short request can ask for far more than memory, or one text of
 * JavaScript, can hold: by repeating a dcid, or by two long lists. It is refused on the way.
 */
import { LimitError } from "../../errors/index.ts";
import { RpcError } from "./rpc-error.ts";

/** Rows of an answer by what they cost: `large` ones have names and types, `small` ones do not. */
const rowsMax = { large: 2_000_000, small: 5_000_000 } as const;

/** Counts the rows of one answer while it is made. */
export class RowCount {
  readonly #most: number;
  #rows = 0;

  constructor(size: keyof typeof rowsMax) {
    this.#most = rowsMax[size];
  }

  /** @throws LimitError */
  add(rows: number): void {
    this.#rows += rows;
    if (this.#rows > this.#most) {
      throw new LimitError(`an answer holds at most ${this.#most} rows: ask for less at once`);
    }
  }
}

/** Pairs of variable and entity that an answer lists, or that are only looked up. */
const pairsMax = { listed: 10_000_000, sought: 100_000_000 } as const;

/** @throws RpcError in the words of the real service (behaviour: observation 1.4) */
export function checkPairs(
  variables: number,
  entities: number,
  kind: keyof typeof pairsMax = "listed",
): void {
  const pairs = variables * entities;
  if (pairs <= pairsMax[kind]) return;
  throw new RpcError(
    "internal",
    `Stop processing large number of concurrent observation series: ${pairs}`,
  );
}

/** A text that is made piece by piece: whole where it is short. */

/** Longer texts are sent as they are made. */
const wholeMax = 1 << 20;

/** A text, or its beginning and what comes after. */
interface TextInPieces {
  readonly body: string;
  /** Pieces that are made when they are asked for. */
  readonly rest?: Iterable<string>;
}

/** Makes the beginning, and so what may go wrong there. */
export function textInPieces(pieces: Iterable<string>): TextInPieces {
  const iterator = pieces[Symbol.iterator]();
  let body = "";
  for (;;) {
    const { done, value } = iterator.next();
    if (done === true) return { body };
    body += value;
    if (body.length > wholeMax) break;
  }
  return { body, rest: { [Symbol.iterator]: () => iterator } };
}

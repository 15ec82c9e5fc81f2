/** Requests and answers without sockets. */
import type { Commons } from "../index.ts";
import type { RouteRequest } from "../routes/route.ts";

export type ServerRequest = Required<RouteRequest>;

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** What comes after a body that is a text, made when it is sent. Default: nothing. */
  readonly rest?: Iterable<string> | undefined;
  /** How the connection goes wrong: a fault that somebody asked for. */
  readonly broken?: "reset" | "truncated" | "hang";
}

export interface ServedAnswer extends ServerAnswer {
  /** What counts and logs call the request: the path of its route, as documented. */
  readonly endpoint: string;
}

/**
 * The answer with all of its body: for what cannot send pieces. The text counts as memory of the request.
 *
 * @param commons with the limits of the request
 * @throws CommonsError when the text is too long for them
 */
export function whole({ rest, ...answer }: ServerAnswer, commons: Commons): ServerAnswer {
  if (rest === undefined) return answer;
  return commons.governed((governor) => {
    const pieces = [answer.body];
    governor.bytes(answer.body.length);
    for (const piece of rest) {
      governor.bytes(piece.length);
      pieces.push(piece);
    }
    return { ...answer, body: pieces.join("") };
  });
}

type AnswerHeaders = Readonly<Record<string, string>>;

/** Headers that are made of others: once where many answers share the same ones. */
export class SharedHeaders {
  readonly #make: (given: AnswerHeaders) => AnswerHeaders;
  readonly #made = new WeakMap<AnswerHeaders, AnswerHeaders>();

  constructor(make: (given: AnswerHeaders) => AnswerHeaders) {
    this.#make = make;
  }

  /** Headers that cannot change are remembered. */
  of(given: AnswerHeaders): AnswerHeaders {
    if (!Object.isFrozen(given)) return this.#make(given);
    const known = this.#made.get(given);
    if (known !== undefined) return known;
    const headers = Object.freeze(this.#make(given));
    this.#made.set(given, headers);
    return headers;
  }
}

/** Requests and answers without sockets. */
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

/** The answer with all of its body: for what cannot send pieces. */
export function whole({ rest, ...answer }: ServerAnswer): ServerAnswer {
  if (rest === undefined) return answer;
  return { ...answer, body: [answer.body, ...rest].join("") };
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

/** Requests and answers without sockets. */

export interface ServerRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface ServedAnswer extends ServerAnswer {
  /** What counts and logs call the request: the path of its route, as documented. */
  readonly endpoint: string;
}

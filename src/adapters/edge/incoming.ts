/** What `fetch` is asked, as far as answers depend on it. */

export interface Incoming {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** Undefined: nobody can abort it. */
  readonly signal: AbortSignal | undefined;
  /** The text of the body. */
  text(): string | Promise<string>;
}

/** @throws TypeError where `new Request(input, init)` does, but that a bare path is a URL too */
export function incomingOf(input: Request | URL | string, init?: RequestInit): Incoming {
  const plain = typeof input === "string" ? plainRequest(input, init ?? {}) : undefined;
  if (plain !== undefined) return plain;
  const request =
    input instanceof Request && init === undefined
      ? input
      : new Request(typeof input === "string" ? absolute(input) : input, init);
  const { method, headers, signal } = request;
  return { url: new URL(request.url), method, headers, signal, text: () => request.text() };
}

const plainMembers: readonly string[] = ["method", "headers", "body"];

/**
 * The common form, a text with a method, headers and a text to send, is read as a `Request` would
 * read it but without making one: in Node that takes longer than most answers. Undefined for any
 * other form, and for all that a `Request` could object to.
 */
function plainRequest(input: string, init: RequestInit): Incoming | undefined {
  const { method = "GET", body } = init;
  const prototype: unknown = Object.getPrototypeOf(init);
  const isPlain =
    (prototype === Object.prototype || prototype === null) &&
    Object.keys(init).every((member) => plainMembers.includes(member)) &&
    (method === "GET" || method === "POST") &&
    (typeof body === "string" ? method === "POST" : body === undefined);
  const url = isPlain && URL.canParse(absolute(input)) ? new URL(absolute(input)) : undefined;
  if (url === undefined || url.username !== "" || url.password !== "") return undefined;
  const text = body === undefined ? "" : decoded(body as string);
  return { url, method, headers: new Headers(init.headers), signal: undefined, text: () => text };
}

/** A text after its way through UTF-8. */
function decoded(body: string): string {
  return (body.startsWith("\uFEFF") ? body.slice(1) : body).toWellFormed();
}

function absolute(input: string): string {
  return input.startsWith("/") ? `http://localhost${input}` : input;
}

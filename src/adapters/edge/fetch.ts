/** The service as a `fetch` function: requests of the web in, responses of the web out. */
import { LimitError } from "../../errors/errors.ts";
import { answerRows } from "../../options/request-rows.ts";
import { requireOptions } from "../../options/required-options.ts";
import {
  absolute,
  decoded,
  plainTargetOf,
  type Target,
  tooLarge,
  tooLate,
} from "./request-text.ts";
import {
  type AnswerOptions,
  type FetchLimits,
  type PlainAnswer,
  type PlainRequest,
  type RestService,
  refusalOf,
  type ServiceOptions,
} from "./service.ts";

/** What the global `fetch` takes, limits and `reasons`; they override those of the service. */
export interface FetchInit
  extends RequestInit,
    Omit<FetchLimits, "signal">,
    Pick<ServiceOptions, "reasons"> {}

/** Like the global `fetch`; of a URL only path and query count, and a bare path will do. */
export type Fetch = (input: Request | URL | string, init?: FetchInit) => Promise<Response>;

/** A world as a service: for servers and test doubles. */
export interface Service {
  /**
   * Answers any endpoint as the real service would, without a network. It rejects where the global
   * `fetch` does: for what is no URL, for wrong members of `init`, and when the signal aborts.
   */
  readonly fetch: Fetch;
  /**
   * What `fetch` answers, at once and as plain data: for servers, and for test doubles that cannot
   * wait.
   *
   * @throws TypeError for what is no URL and for options that are none, and the signal's reason when it
   * is aborted
   */
  answer(request: PlainRequest, options?: AnswerOptions): PlainAnswer;
}

export function serviceOf(service: RestService): Service {
  return Object.freeze({
    fetch: fetchOf(service),
    answer: (request: PlainRequest, options?: AnswerOptions) => service.ask(request, options),
  });
}

/** A service that may answer later, as one does whose world lies elsewhere. */
interface AnsweringService extends Pick<RestService, "admit" | "optionsOf"> {
  answer(
    ...request: Parameters<RestService["answer"]>
  ): ReturnType<RestService["answer"]> | Promise<PlainAnswer>;
}

/**
 * The promise rejects where that of the global `fetch` would, on a request that is none or was
 * aborted, and on a limit that is none; whatever else goes wrong is an error response.
 */
export function fetchOf(service: AnsweringService): Fetch {
  return async (input, init) => {
    if (init) requireOwn(init);
    const { method, target, key, signal, text } = incomingOf(input, init);
    signal?.throwIfAborted();
    const options = service.optionsOf(init ?? {}, signal);
    const isReasoned = options.reasons === true;
    const admitted = service.admit(method, target, key, isReasoned);
    if ("status" in admitted) return responseOf(admitted);
    let body = "";
    try {
      if (method === "POST") body = await text(options.maxBodyBytes, options.timeout);
    } catch (error) {
      if (error instanceof LimitError) return responseOf(refusalOf(error, isReasoned));
      throw error;
    }
    signal?.throwIfAborted();
    await admitted.route.row.part?.load();
    const answer = service.answer(admitted, body, options);
    return responseOf(answer instanceof Promise ? await answer : answer);
  };
}

/**
 * Members that the global `fetch` does not have are held to their rows. What neither knows is passed over,
 * as there: frameworks add members of their own.
 */
function requireOwn(init: FetchInit): void {
  const own = Object.entries(init).filter(
    ([name]) => name !== "signal" && Object.hasOwn(answerRows, name),
  );
  if (own.length > 0) requireOptions("fetch", Object.fromEntries(own), answerRows);
}

function responseOf({ status, headers, body }: PlainAnswer): Response {
  if (status === 204) return new Response(null, { status, headers });
  return textResponse(body, { status, headers });
}

/** A request to `fetch`, as far as answers depend on it. */
interface Incoming {
  readonly target: Target;
  readonly method: string;
  /** The value of the header `x-api-key`. */
  readonly key: string;
  /** Undefined: the request cannot be aborted. */
  readonly signal: AbortSignal | undefined;
  /**
   * The text of the body, of so many bytes at most, which arrives in so many milliseconds. Rejects with
   * the signal's reason when that aborts, whether or not more of the body arrives.
   *
   * @throws LimitError
   */
  text(bytesMax: number, timeout?: number): string | Promise<string>;
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
  const text = (bytesMax: number, timeout?: number) => bodyText(request, bytesMax, timeout);
  return { target: new URL(request.url), method, key: keyOf(headers), signal, text };
}

const keyName = "x-api-key";
const keyOf = (headers: Headers): string => headers.get(keyName) ?? "";

const headerName = /^[\w-]+$/;
/** No value that `Headers` would refuse or trim. */
const headerValue = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The common form, an object of texts, is looked through without making `Headers` of it.
 *
 * @throws TypeError where `Headers` does
 */
function keyWithin(headers: NonNullable<RequestInit["headers"]>): string {
  const prototype: unknown = Object.getPrototypeOf(headers);
  if (prototype !== Object.prototype && prototype !== null) return keyOf(new Headers(headers));
  let key: string | undefined;
  const values = headers as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    const value = values[name];
    const isPlain = typeof value === "string" && headerName.test(name) && headerValue.test(value);
    const isKey = name.length === keyName.length && name.toLowerCase() === keyName;
    // Of two keys `Headers` makes a list.
    if (!isPlain || (isKey && key !== undefined)) return keyOf(new Headers(headers));
    if (isKey) key = value;
  }
  return key ?? "";
}

/** Members of a request that are read here; limits are read elsewhere. */
const plainMembers: readonly string[] = [
  "method",
  "headers",
  "body",
  "timeout",
  "maxRows",
  "maxMemoryBytes",
  "maxBodyBytes",
];

/**
 * The common form, a text with a method, headers and a text to send, is read as a `Request` would
 * read it but without making one, which costs time that a small answer does not take. Undefined for
 * any other form, and for all that a `Request` could object to.
 */
function plainRequest(input: string, init: RequestInit): Incoming | undefined {
  const { method = "GET", body } = init;
  const prototype: unknown = Object.getPrototypeOf(init);
  const isPlain =
    (prototype === Object.prototype || prototype === null) &&
    Object.keys(init).every((member) => plainMembers.includes(member)) &&
    init.headers !== null &&
    (method === "GET" || method === "POST") &&
    (typeof body === "string" ? method === "POST" : body === undefined);
  const target = isPlain ? targetWithin(input) : undefined;
  if (target === undefined) return undefined;
  const given = body === undefined ? "" : (body as string);
  const text = (bytesMax: number) => {
    if (given.length > bytesMax) throw tooLarge(bytesMax);
    return decoded(given);
  };
  const key = init.headers === undefined ? "" : keyWithin(init.headers);
  return { target, method, key, signal: undefined, text };
}

/** Undefined for what is no URL, and for one that a `Request` refuses. */
function targetWithin(input: string): Target | undefined {
  const plain = plainTargetOf(input);
  if (plain !== undefined) return plain;
  const url = URL.canParse(absolute(input)) ? new URL(absolute(input)) : undefined;
  return url?.username === "" && url.password === "" ? url : undefined;
}

/** Timers count in 32 bits: what is longer has no end. */
const timeoutMax = 2 ** 31 - 1;

/** Reads a body piece by piece, and waits for no more of it once it is refused, aborted or late. */
async function bodyText(
  { body, bodyUsed, signal }: Request,
  bytesMax: number,
  timeout = Number.POSITIVE_INFINITY,
): Promise<string> {
  if (bodyUsed) throw new TypeError("Body is unusable: Body has already been read");
  if (body === null) return "";
  const reader: ReadableStreamDefaultReader<unknown> = body.getReader();
  let abort = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    if (timeout <= timeoutMax) timer = setTimeout(() => reject(tooLate(timeout)), timeout);
  });
  // The last piece may have come before.
  ended.catch(() => undefined);
  signal.addEventListener("abort", abort);
  const end = performance.now() + timeout;
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let left = bytesMax; ; ) {
      signal.throwIfAborted();
      // Pieces without a pause, empty ones for instance, let no timer run.
      if (performance.now() > end) throw tooLate(timeout);
      const { done, value } = await Promise.race([reader.read(), ended]);
      if (done) return text + decoder.decode();
      if (!isChunk(value)) throw new TypeError("Received non-Uint8Array chunk");
      left -= value.byteLength;
      if (left < 0) throw tooLarge(bytesMax);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** In whatever realm it was made. */
function isChunk(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === "Uint8Array";
}

export type ResponseClass = typeof Response;
export type TextResponseClass = new (text: string, init: ResponseInit) => Response;

/** A response with a text for its body. */
export function textResponse(text: string, init: ResponseInit): Response {
  // Tests and tools replace the global.
  if (known?.base !== Response) known = { base: Response, chosen: chosenFor(Response) };
  return new known.chosen(text, init);
}

/** Has responses made by the class that `choose` returns, instead of the global one. */
export function provideResponses(choose: (base: ResponseClass) => TextResponseClass): void {
  known = undefined;
  chosenFor = choose;
}

let known: { readonly base: ResponseClass; readonly chosen: TextResponseClass } | undefined;

let chosenFor = (base: ResponseClass): TextResponseClass => base;

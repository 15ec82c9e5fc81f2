/** A `Response` that holds a text, and makes a stream of it only when a caller reads the stream. */

import { provideResponses, type ResponseClass, type TextResponseClass } from "./fetch.ts";

/**
 * Responses of `fetch` are late ones from now on. In Node a stream takes several times as long as a small
 * answer, and most callers want the text or its JSON.
 */
export function provideLateResponses(): void {
  provideResponses(lateClassFor);
}

/**
 * Node's `Response` is written in JavaScript, and its members are the only way to its body. Browsers
 * and other runtimes read the body of a response without them, so they get a whole one.
 */
function lateClassFor(base: ResponseClass): TextResponseClass {
  const isNative = String(base).includes("[native code]");
  return isNative || "Deno" in globalThis ? base : lateClass(base);
}

/** Members that the class below answers by itself as long as it can. */
type OwnMember = "headers" | "body" | "bodyUsed" | "text" | "json" | "clone";

/** @param base a response without a body has all of it but the body's members */
function lateClass(base: ResponseClass): TextResponseClass {
  const bare = base as unknown as new (body: null, init: ResponseInit) => Omit<Response, OwnMember>;

  class LateResponse extends bare {
    readonly #text: string;
    readonly #given: ResponseInit["headers"];
    /** Made when they are read: they take longer than the rest of a response. */
    #headers: Headers | undefined;
    /** The response with a stream, once it is needed. */
    #whole: Response | undefined;
    #isRead = false;

    constructor(text: string, { status, statusText, headers }: ResponseInit) {
      super(null, { status, statusText } as ResponseInit);
      this.#text = text;
      this.#given = headers;
    }

    get headers(): Headers {
      this.#headers ??= new Headers(this.#given);
      return this.#headers;
    }

    /** It is read as far as this one was. */
    whole(): Response {
      if (this.#whole !== undefined) return this.#whole;
      const whole = new base(this.#text, this);
      if (this.#isRead) void whole.text();
      this.#whole = whole;
      return whole;
    }

    get body(): Response["body"] {
      return this.whole().body;
    }

    get bodyUsed(): boolean {
      return this.#whole?.bodyUsed ?? this.#isRead;
    }

    async text(): Promise<string> {
      if (this.#isRead || this.#whole !== undefined) return await this.whole().text();
      this.#isRead = true;
      return this.#text;
    }

    async json(): Promise<unknown> {
      return JSON.parse(await this.text());
    }

    clone(): Response {
      if (this.#isRead || this.#whole !== undefined) return this.whole().clone();
      return new LateResponse(this.#text, this) as Response;
    }
  }

  // Versions of Node differ in the ways to a body: `bytes` came late.
  for (const [name, { value }] of Object.entries(
    Object.getOwnPropertyDescriptors(base.prototype),
  )) {
    if (typeof value !== "function" || Object.hasOwn(LateResponse.prototype, name)) continue;
    const method = function (this: LateResponse, ...given: unknown[]): unknown {
      return Reflect.apply(value, this.whole(), given);
    };
    Object.defineProperty(LateResponse.prototype, name, { value: method, configurable: true });
  }
  return LateResponse as TextResponseClass;
}

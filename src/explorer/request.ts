/** What a route of the explorer is asked: fields of a query, or members of a body in JSON. */

export interface ExplorerRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

export interface ExplorerAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A refusal, with its status. */
export class ExplorerError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export class Asked {
  readonly #query: URLSearchParams;
  readonly #body: string;

  /** @param url path and query */
  constructor(url: string, body: string) {
    const at = url.indexOf("?");
    this.#query = new URLSearchParams(at < 0 ? "" : url.slice(at + 1));
    this.#body = body;
  }

  /** Empty where the field is missing. */
  text(name: string): string {
    return this.#query.get(name) ?? "";
  }

  /** @throws ExplorerError where the field is missing or empty */
  needed(name: string): string {
    const value = this.text(name);
    if (value === "") throw new ExplorerError(400, `'${name}' is missing`);
    return value;
  }

  /**
   * A count of lines.
   *
   * @param most greater counts become this
   * @throws ExplorerError for what is no count
   */
  count(name: string, byDefault: number, most: number): number {
    const text = this.text(name);
    if (text === "") return byDefault;
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return Math.min(value, most);
    throw new ExplorerError(400, `'${name}' is a count, not ${JSON.stringify(text.slice(0, 40))}`);
  }

  /** @throws ExplorerError for a body that is no object of JSON */
  body(): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = JSON.parse(this.#body);
    } catch {
      throw new ExplorerError(400, "the body is no JSON");
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    throw new ExplorerError(400, "the body is no object");
  }
}

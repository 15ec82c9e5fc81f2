/** What a route of the website is asked: fields of a query, and of a body in JSON. */

export interface WebsiteRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** A refusal as the website words it: its text is the whole answer. */
export class WebsiteError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Fields by name, from the query first, then from the body. */
export class Fields {
  readonly #query: URLSearchParams;
  readonly #body: Readonly<Record<string, unknown>>;

  /** @throws WebsiteError when the body is no JSON */
  constructor({ url, body }: WebsiteRequest) {
    const [, query = ""] = /\?(.*)$/su.exec(url) ?? [];
    this.#query = new URLSearchParams(query);
    this.#body = bodyOf(body);
  }

  /** Undefined where the field is missing or empty. */
  text(name: string): string | undefined {
    const value = this.#query.get(name) || this.#field(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  /** The texts of a field that repeats in a query and is a list in a body; empty ones are left out. */
  texts(name: string): readonly string[] {
    const repeated = this.#query.getAll(name).filter((text) => text !== "");
    if (repeated.length > 0) return repeated;
    const value = this.#field(name);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((text): text is string => typeof text === "string" && text !== "");
  }

  /** As it stands in the body; undefined where the field is missing. */
  member(name: string): unknown {
    return this.#field(name);
  }

  /** @throws WebsiteError when the field is missing */
  required(name: string): string {
    return this.text(name) ?? missing(name);
  }

  /** @throws WebsiteError when the list is missing or empty */
  requiredTexts(name: string): readonly string[] {
    const texts = this.texts(name);
    return texts.length > 0 ? texts : missing(name);
  }

  #field(name: string): unknown {
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined;
  }
}

function missing(name: string): never {
  throw new WebsiteError(400, `error: must provide a \`${name}\` field`);
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return body as Record<string, unknown>;
  } catch {
    // The same answer as for what is no object.
  }
  throw new WebsiteError(400, "error: the body is no JSON object");
}

/** What a route is asked: fields of a query or of a body in JSON, in snake_case or camelCase. */
import { RpcError } from "../index.ts";

export interface UnlistedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** Fields by name in camelCase. A body counts for POST, a query otherwise; null is a missing field. */
export class Fields {
  readonly #values = new Map<string, readonly unknown[]>();
  readonly #members = new Map<string, unknown>();

  /** @throws RpcError when the body is no object of JSON */
  constructor({ method, url, body }: UnlistedRequest) {
    const [, query = ""] = /\?(.*)$/su.exec(url) ?? [];
    const parameters = new URLSearchParams(query);
    for (const name of new Set(parameters.keys())) {
      this.#values.set(camelCase(name), parameters.getAll(name));
    }
    if (method !== "POST") return;
    for (const [name, value] of Object.entries(objectOf(body))) {
      if (value === null) continue;
      this.#members.set(camelCase(name), value);
      this.#values.set(camelCase(name), Array.isArray(value) ? value : [value]);
    }
  }

  /** As it stands in the body. */
  member(name: string): unknown {
    return this.#members.get(name);
  }

  /**
   * Undefined where the field is missing or empty.
   *
   * @throws RpcError when the field is no text
   */
  text(name: string): string | undefined {
    return this.texts(name)[0];
  }

  /**
   * Each text once; a single one is a list of one, and empty ones are left out.
   *
   * @throws RpcError when something in the list is no text
   */
  texts(name: string): readonly string[] {
    const texts = (this.#values.get(name) ?? []).map((value) => {
      if (typeof value === "string") return value;
      if (typeof value === "number") return String(value);
      throw new RpcError("invalidArgument", `${snakeCase(name)}: texts only`);
    });
    return [...new Set(texts.filter((text) => text !== ""))];
  }

  /** @throws RpcError when the field is missing */
  required(name: string): string {
    return this.text(name) ?? missing(snakeCase(name));
  }

  /** @throws RpcError when the list is missing or empty */
  requiredTexts(name: string, called = snakeCase(name)): readonly string[] {
    const texts = this.texts(name);
    return texts.length > 0 ? texts : missing(called);
  }

  /** @throws RpcError when the field is neither true nor false */
  flag(name: string): boolean | undefined {
    const [value] = this.#values.get(name) ?? [];
    if (value === undefined) return undefined;
    if (value === true || value === "true") return true;
    if (value === false || value === "false") return false;
    throw new RpcError("invalidArgument", `${snakeCase(name)}: true or false`);
  }

  /** @throws RpcError when the field is no whole number */
  integer(name: string): number | undefined {
    const [value] = this.#values.get(name) ?? [];
    if (value === undefined || value === "") return undefined;
    const number = typeof value === "string" ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number)) return number;
    throw new RpcError("invalidArgument", `${snakeCase(name)}: a whole number`);
  }
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function missing(name: string): never {
  throw new RpcError("invalidArgument", `Missing required argument: ${name}`);
}

function objectOf(text: string): object {
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  } catch {
    // The same answer as for what is no object.
  }
  throw new RpcError("invalidArgument", "the body is no object of JSON");
}

/** A value in a JSON document, and the way to it, which errors name with the line. */
import { LoadError } from "../../errors/errors.ts";
import { entryOf, type JsonNode } from "../values/json-text.ts";
import { type Cell, StoredNumber } from "./cells.ts";

export class JsonPlace {
  readonly node: JsonNode;
  readonly #file: string;
  readonly #way: string;

  constructor(node: JsonNode, file: string, way: string) {
    this.node = node;
    this.#file = file;
    this.#way = way;
  }

  at(key: string): JsonPlace | undefined {
    const entry = entryOf(this.node, key);
    const isThere = entry !== undefined && entry.value.kind !== "null";
    return isThere ? this.#to(entry.value, key) : undefined;
  }

  need(key: string): JsonPlace {
    return this.at(key) ?? this.fail(`has no "${key}"`);
  }

  /** @throws LoadError if it is no list. */
  items(): JsonPlace[] {
    if (this.node.kind !== "list") return this.fail("is no list");
    return this.node.items.map((item, at) => this.#to(item, at));
  }

  item(at: number): JsonPlace | undefined {
    const item = this.node.kind === "list" ? this.node.items[at] : undefined;
    return item && this.#to(item, at);
  }

  /** @throws LoadError if it is no object, or has a key twice. */
  entries(): (readonly [key: string, value: JsonPlace])[] {
    if (this.node.kind !== "object") return this.fail("is no object");
    const { entries } = this.node;
    const keys = new Set(entries.map(({ key }) => key));
    if (keys.size < entries.length) this.fail("has a key twice");
    return entries.map(({ key, value }) => [key, this.#to(value, key)]);
  }

  get length(): number {
    return this.node.kind === "list" ? this.node.items.length : this.fail("is no list");
  }

  get isList(): boolean {
    return this.node.kind === "list";
  }

  get isObject(): boolean {
    return this.node.kind === "object";
  }

  /** @throws LoadError if it is no text. */
  text(): string {
    return this.node.kind === "text" ? this.node.text : this.fail("is no text");
  }

  /** @throws LoadError if it is no whole number from 0 on. */
  count(): number {
    const isCount = this.node.kind === "number" && /^\d{1,15}$/.test(this.node.text);
    return isCount ? Number((this.node as { text: string }).text) : this.fail("is no whole number");
  }

  /** A text, or a number as it is written. @throws LoadError for a list or an object. */
  cell(): Cell {
    const { node } = this;
    if (node.kind === "text") return node.text;
    if (node.kind === "number") return StoredNumber.of(node.text);
    if (node.kind === "boolean") return node.value;
    return node.kind === "null" ? null : this.fail("is no text and no number");
  }

  /** A text for people, which may be given in several languages. */
  label(): string | undefined {
    if (this.node.kind === "text") return this.node.text;
    if (this.node.kind !== "object") return undefined;
    const texts = this.node.entries.filter(({ value }) => value.kind === "text");
    const one = texts.find(({ key }) => key === "en") ?? texts[0];
    return one?.value.kind === "text" ? one.value.text : undefined;
  }

  fail(problem: string): never {
    const { line } = this.node;
    throw new LoadError(`${this.#way || "/"} ${problem}`, { file: this.#file, line });
  }

  #to(node: JsonNode, key: string | number): JsonPlace {
    return new JsonPlace(node, this.#file, `${this.#way}/${key}`);
  }
}

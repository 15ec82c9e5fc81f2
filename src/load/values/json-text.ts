/**
 * JSON with the line of every value and key, so that a diagnostic can point at it. Keys that stand
 * twice in an object stay twice: who reads it says so.
 */
import { printParseErrorCode, visit } from "jsonc-parser";
import { LoadError } from "../../errors/errors.ts";
import { shown } from "../bytes/diagnostics.ts";

export interface JsonEntry {
  readonly key: string;
  readonly line: number;
  readonly value: JsonNode;
}

export type JsonNode =
  | { readonly kind: "object"; readonly line: number; readonly entries: readonly JsonEntry[] }
  | { readonly kind: "list"; readonly line: number; readonly items: readonly JsonNode[] }
  /** A number is kept as it is written. */
  | { readonly kind: "text" | "number"; readonly line: number; readonly text: string }
  | { readonly kind: "boolean"; readonly line: number; readonly value: boolean }
  | { readonly kind: "null"; readonly line: number };

/** Objects and lists within one another; more are no data. */
const depthMax = 100;

/** Characters of the text that a message shows. */
const tokenMax = 20;
// Between a comma and the bracket after it.
const spaceMax = 1_000;

/** What is wrong, by the parser's name for it; for all others a value is missing. */
const problems: ReadonlyMap<string, string> = new Map([
  ["PropertyNameExpected", "expected a key"],
  ["ColonExpected", "expected a colon behind a key"],
  ["CommaExpected", "expected a comma, or the end of a list or object"],
  ["CloseBraceExpected", "expected a }"],
  ["CloseBracketExpected", "expected a ]"],
  ["EndOfFileExpected", "expected nothing more"],
  ["UnexpectedEndOfString", "a quoted text does not end on its line"],
  ["InvalidCharacter", "a quoted text holds a control character"],
  ["InvalidEscapeCharacter", "a quoted text holds a bad escape"],
  ["InvalidUnicode", "a quoted text holds a bad escape"],
]);

/**
 * @param firstLine of the text in its file; or where its lines, from 0 on, stand there.
 * @throws LoadError with the line if the text is no JSON or nested too deep.
 */
export function parseJson(
  text: string,
  file: string,
  firstLine: number | ((line: number) => number) = 1,
): JsonNode {
  const lineOf = typeof firstLine === "number" ? (line: number) => line + firstLine : firstLine;
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const fail = (problem: string, line: number): never => {
    throw new LoadError(`is no JSON: ${problem}`, { file, line });
  };
  const tree = new JsonTree(fail);
  visit(
    json,
    {
      onObjectBegin: (_offset, _length, line) =>
        tree.begin({ kind: "object", line: lineOf(line), entries: [] }),
      onObjectProperty: (key, _offset, _length, line) => tree.key(key, lineOf(line)),
      onObjectEnd: () => tree.end(),
      onArrayBegin: (_offset, _length, line) =>
        tree.begin({ kind: "list", line: lineOf(line), items: [] }),
      onArrayEnd: () => tree.end(),
      onLiteralValue: (value, offset, length, before) => {
        const line = lineOf(before);
        if (typeof value === "string") tree.put({ kind: "text", line, text: value });
        else if (typeof value === "boolean") tree.put({ kind: "boolean", line, value });
        else if (value === null) tree.put({ kind: "null", line });
        else tree.put({ kind: "number", line, text: json.slice(offset, offset + length) });
      },
      onError: (code, offset, length, line) => {
        const problem = problems.get(printParseErrorCode(code)) ?? "expected a value";
        const token = json.slice(offset, offset + Math.min(length, tokenMax));
        const before = json.slice(Math.max(0, offset - spaceMax), offset).trimEnd();
        const isCommaLeft = before.endsWith(",") && /^[}\]]/.test(token);
        const cure = isCommaLeft ? `; take out the comma before ${shown(token)}` : "";
        fail(`${problem}, found ${token === "" ? "the end" : shown(token)}${cure}`, lineOf(line));
      },
    },
    { disallowComments: true },
  );
  return tree.root;
}

interface OpenObject {
  readonly kind: "object";
  readonly line: number;
  readonly entries: JsonEntry[];
}

interface OpenList {
  readonly kind: "list";
  readonly line: number;
  readonly items: JsonNode[];
}

/** Objects and lists as the parser comes to them. */
class JsonTree {
  root: JsonNode = { kind: "null", line: 1 };
  readonly #fail: (problem: string, line: number) => never;
  readonly #open: (OpenObject | OpenList)[] = [];
  /** One text for all that are equal. */
  readonly #keys = new Map<string, string>();
  #key = "";
  #keyLine = 1;

  constructor(fail: (problem: string, line: number) => never) {
    this.#fail = fail;
  }

  begin(node: OpenObject | OpenList): void {
    this.put(node);
    this.#open.push(node);
  }

  /** The value of a key is put before its own keys come. */
  key(key: string, line: number): void {
    const known = this.#keys.get(key);
    if (known === undefined) this.#keys.set(key, key);
    this.#key = known ?? key;
    this.#keyLine = line;
  }

  end(): void {
    this.#open.pop();
  }

  put(node: JsonNode): void {
    if (this.#open.length > depthMax) {
      this.#fail(`objects and lists are nested more than ${depthMax} deep`, node.line);
    }
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = node;
    else if (parent.kind === "list") parent.items.push(node);
    else parent.entries.push({ key: this.#key, line: this.#keyLine, value: node });
  }
}

/** The last entry of a key, as JSON.parse would give it. */
export function entryOf(node: JsonNode, key: string): JsonEntry | undefined {
  return node.kind === "object" ? node.entries.findLast((entry) => entry.key === key) : undefined;
}

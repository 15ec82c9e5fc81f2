/** Expressions of the extended dialect: everything but constants is standard SPARQL already. */

import { wordsOf } from "../function-table.ts";
import { constantIri, type Prologue, type StandardText } from "./standard-text.ts";
import type { TokenReader } from "./tokens.ts";

const depthMax = 100;
const marks = new Set(["(", ")", ","]);
for (const mark of wordsOf("mark")) marks.add(mark);
const keywords = new Set(["AS", "DISTINCT", "TRUE", "FALSE"]);
for (const word of wordsOf("word")) keywords.add(word);
const calls = wordsOf("call", "aggregate");
const number = /^-?\d+(?:\.\d+)?(?:[eE]-?\d+)?$/;

/** Where the tokens of an expression come from, and where they go. */
export interface Copied {
  readonly reader: TokenReader;
  readonly out: StandardText;
  readonly prologue: Prologue;
  /** Copies the group after EXISTS; undefined where none may stand. */
  readonly group: (() => void) | undefined;
}

/** `EXISTS { … }`; the word NOT before it was copied like any other. */
export function copyExists({ reader, out, group }: Copied): void {
  if (group === undefined) {
    const instead = "write BIND(EXISTS { … } AS ?name) within it";
    reader.unsupported(`EXISTS outside of WHERE; ${instead}`);
  }
  out.add("EXISTS", reader.take());
  group?.();
}

/** Is the next thing `name(…`? */
export function isCall({ token, following }: TokenReader): boolean {
  return token.kind === "word" && following.kind === "mark" && following.text === "(";
}

/** `name( … )` */
export function copyCall(copied: Copied): void {
  copyToken(copied);
  copyParenthesised(copied);
}

/** `( … )` */
export function copyParenthesised(copied: Copied): void {
  const { reader } = copied;
  let depth = 0;
  do {
    if (reader.isMark("(")) depth++;
    else if (reader.isMark(")")) depth--;
    if (depth > depthMax) reader.unsupported(`parentheses nested deeper than ${depthMax}`);
    copyToken(copied);
  } while (depth > 0);
}

/** One variable, constant, operator, keyword or function name. */
export function copyToken(copied: Copied): void {
  const { reader, out, prologue } = copied;
  const { token } = reader;
  switch (token.kind) {
    case "variable":
      out.addVariable(reader.take());
      return;
    case "mark":
      if (!marks.has(token.text)) reader.expected("an expression");
      out.add(token.text, reader.take());
      return;
    case "string":
      out.add(quoted(prologue.takeConstant(reader)), token);
      return;
    case "iri":
      out.add(constantIri(prologue.takeConstant(reader)), token);
      return;
    case "word":
      copyWord(copied);
      return;
    case "end":
      reader.expected('")"');
  }
}

function copyWord(copied: Copied): void {
  const { reader, out, prologue } = copied;
  const { token } = reader;
  const keyword = token.text.toUpperCase();
  if (keyword === "EXISTS") copyExists(copied);
  else if (keywords.has(keyword)) out.add(keyword, reader.take());
  else if (number.test(token.text)) out.add(token.text, reader.take());
  else if (isCall(reader)) {
    if (!calls.has(keyword)) reader.unsupported(`function ${token.text.slice(0, 60)}`);
    out.add(token.text, reader.take());
  } else out.add(constantIri(prologue.takeConstant(reader)), token);
}

function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  return `"${escaped}"`;
}

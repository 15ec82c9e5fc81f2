/** Expressions of the extended dialect: everything but constants is standard SPARQL already. */

import { wordsOf } from "../functions/function-table.ts";
import { constantIri, type Prologue, type StandardText } from "./standard-text.ts";
import type { TokenReader } from "./tokens.ts";

const depthMax = 100;
const marks = new Set(["(", ")", ","]);
for (const mark of wordsOf("mark")) marks.add(mark);
const keywords = new Set(["AS", "DISTINCT", "TRUE", "FALSE"]);
for (const word of wordsOf("word")) keywords.add(word);
const calls = wordsOf("call", "aggregate");
const number = /^-?\d+(?:\.\d+)?(?:[eE]-?\d+)?$/;

/** Is the next thing `name(…`? */
export function isCall({ token, following }: TokenReader): boolean {
  return token.kind === "word" && following.kind === "mark" && following.text === "(";
}

/** `name( … )` */
export function copyCall(reader: TokenReader, out: StandardText, prologue: Prologue): void {
  copyToken(reader, out, prologue);
  copyParenthesised(reader, out, prologue);
}

/** `( … )` */
export function copyParenthesised(
  reader: TokenReader,
  out: StandardText,
  prologue: Prologue,
): void {
  let depth = 0;
  do {
    if (reader.isMark("(")) depth++;
    else if (reader.isMark(")")) depth--;
    if (depth > depthMax) reader.unsupported(`parentheses nested deeper than ${depthMax}`);
    copyToken(reader, out, prologue);
  } while (depth > 0);
}

/** One variable, constant, operator, keyword or function name. */
export function copyToken(reader: TokenReader, out: StandardText, prologue: Prologue): void {
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
      copyWord(reader, out, prologue);
      return;
    case "end":
      reader.expected('")"');
  }
}

function copyWord(reader: TokenReader, out: StandardText, prologue: Prologue): void {
  const { token } = reader;
  const keyword = token.text.toUpperCase();
  if (keyword === "EXISTS") reader.unsupported("EXISTS");
  if (keywords.has(keyword)) out.add(keyword, reader.take());
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

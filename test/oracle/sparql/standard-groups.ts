/**
 * Queries of the extended dialect as trees, and their text in both: the dialect, and standard SPARQL
 * over `standardTriples`. A constant of the dialect is a node or a literal; in standard SPARQL a list
 * of both stands for it.
 */

import type { NaiveTriple } from "./naive-sparql.ts";
import { textExpression } from "./standard-sparql.ts";

export type End = { readonly variable: string } | { readonly constant: string };

export type TestPath =
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "inverse"; readonly of: TestPath }
  | { readonly kind: "sequence" | "alternative"; readonly of: readonly TestPath[] }
  | { readonly kind: "other"; readonly ahead: readonly string[]; readonly back: readonly string[] }
  | { readonly kind: "repeated"; readonly of: TestPath; readonly mark: "?" | "*" | "+" };

export type Part =
  | { readonly kind: "path"; readonly subject: End; readonly path: TestPath; readonly object: End }
  | { readonly kind: "group" | "optional" | "minus" | "exists" | "notExists"; readonly of: Parts }
  | { readonly kind: "union"; readonly of: readonly Parts[] }
  | {
      readonly kind: "values";
      readonly variable: string;
      readonly texts: readonly (string | null)[];
    }
  | {
      readonly kind: "bind";
      readonly variable: string;
      readonly from: string;
      readonly call: string;
    }
  | { readonly kind: "bindExists"; readonly variable: string; readonly of: Parts }
  | { readonly kind: "filter"; readonly variable: string; readonly text: string }
  | {
      readonly kind: "query";
      readonly variables: readonly string[];
      readonly counted: string | null;
      readonly distinct: boolean;
      readonly of: Parts;
    };

export type Parts = readonly Part[];

export function standardTriples(triples: readonly NaiveTriple[]): string {
  return triples
    .map(({ subject, predicate, object }) => {
      const to = object.kind === "literal" ? JSON.stringify(object.text) : `<x:${object.text}>`;
      return `<x:${subject}> <p:${predicate}> ${to} .`;
    })
    .join("\n");
}

/** How a query is written: what differs between the two. */
interface Writing {
  constant(text: string): string;
  property(name: string): string;
  /** The text of a variable. */
  text(variable: string): string;
  /** A constant as an object, and what must follow the pattern. */
  object(text: string): readonly [string, string];
  values(texts: readonly string[]): string;
}

const dialect: Writing = {
  constant: (text) => text,
  property: (name) => name,
  text: (variable) => `?${variable}`,
  object: (text) => [text, ""],
  values: (texts) => texts.join(" "),
};

function standard(isLiteral: (text: string) => boolean): Writing {
  let count = 0;
  const both = (text: string) => `<x:${text}> ${JSON.stringify(text)}`;
  return {
    constant: (text) => `<x:${text}>`,
    property: (name) => `<p:${name}>`,
    text: textExpression,
    object: (text) => {
      const name = `?k${count++}`;
      return [name, `VALUES ${name} { ${both(text)} }`];
    },
    values: (texts) =>
      texts.map((text) => (isLiteral(text) ? JSON.stringify(text) : `<x:${text}>`)).join(" "),
  };
}

export function dialectQuery(parts: Parts, names: readonly string[]): string {
  return `SELECT ${names.map((name) => `?${name}`).join(" ")} ${groupText(parts, dialect)}`;
}

/** Columns are the texts of the variables, each with a `t` before its name. */
export function standardQuery(
  parts: Parts,
  names: readonly string[],
  isLiteral: (text: string) => boolean,
): string {
  const columns = names.map((name) => `(${textExpression(name)} AS ?t${name})`).join(" ");
  return `SELECT ${columns} ${groupText(parts, standard(isLiteral))}`;
}

function groupText(parts: Parts, writing: Writing): string {
  return `{ ${parts.map((part) => partText(part, writing)).join(" ")} }`;
}

function partText(part: Part, writing: Writing): string {
  switch (part.kind) {
    case "path": {
      const { subject, path, object } = part;
      const from =
        "variable" in subject ? `?${subject.variable}` : writing.constant(subject.constant);
      // An empty path leads from a constant to itself, which a list could not say.
      const isList = "constant" in object && path.kind === "property";
      const [to, more] = isList
        ? writing.object(object.constant)
        : ["variable" in object ? `?${object.variable}` : writing.constant(object.constant), ""];
      return `${from} ${pathText(path, writing)} ${to} . ${more}`;
    }
    case "group":
      return groupText(part.of, writing);
    case "optional":
    case "minus":
      return `${part.kind.toUpperCase()} ${groupText(part.of, writing)}`;
    case "exists":
      return `FILTER EXISTS ${groupText(part.of, writing)}`;
    case "notExists":
      return `FILTER(!(EXISTS ${groupText(part.of, writing)}))`;
    case "union":
      return part.of.map((branch) => groupText(branch, writing)).join(" UNION ");
    case "values": {
      const texts = part.texts.map((text) => (text === null ? "UNDEF" : writing.values([text])));
      return `VALUES ?${part.variable} { ${texts.join(" ")} }`;
    }
    case "bind": {
      const value = part.call === "" ? `?${part.from}` : `${part.call}(${writing.text(part.from)})`;
      return `BIND(${value} AS ?${part.variable})`;
    }
    case "bindExists":
      return `BIND(EXISTS ${groupText(part.of, writing)} AS ?${part.variable})`;
    case "filter":
      return `FILTER(${writing.text(part.variable)} = ${JSON.stringify(part.text)})`;
    case "query": {
      const names = part.variables.map((name) => `?${name}`).join(" ");
      const select = part.distinct ? "SELECT DISTINCT" : "SELECT";
      const group = groupText(part.of, writing);
      if (part.counted === null) return `{ ${select} ${names} ${group} }`;
      const [name] = part.variables;
      return `{ ${select} ?${name} (COUNT(?${part.counted}) AS ?n) ${group} GROUP BY ?${name} }`;
    }
  }
}

function pathText(path: TestPath, writing: Writing): string {
  switch (path.kind) {
    case "property":
      return writing.property(path.name);
    case "inverse":
      return `^(${pathText(path.of, writing)})`;
    case "sequence":
    case "alternative":
      return `(${path.of.map((one) => pathText(one, writing)).join(path.kind === "sequence" ? "/" : "|")})`;
    case "other": {
      const ahead = path.ahead.map((name) => writing.property(name));
      const back = path.back.map((name) => `^${writing.property(name)}`);
      return `!(${[...ahead, ...back].join("|")})`;
    }
    case "repeated":
      return `(${pathText(path.of, writing)})${path.mark}`;
  }
}

/**
 * The same data as RDF and the same queries as standard SPARQL, written without the engine's help,
 * so that a general SPARQL engine can answer them.
 *
 *   x:<dcid>    nodes            p:<property>   stored triples
 *   "<text>"    literals         c:<property>   properties of observations, and dcid
 */

import {
  columns,
  factsOf,
  isAnchor,
  isOfObservation,
  type NaiveData,
  type NaivePattern,
  type NaiveSlot,
  type NaiveTerm,
  nodesOf,
  observationTerm,
  places,
  textOf,
} from "./naive-sparql.ts";

/** A pattern whose predicate may be a variable. */
export interface StandardPattern extends NaivePattern {
  /** Takes the place of the predicate. */
  readonly predicateVariable?: string;
}

export interface StandardGroup {
  readonly patterns: readonly StandardPattern[];
  readonly optional?: StandardGroup | undefined;
  readonly union?: readonly [StandardGroup, StandardGroup] | undefined;
  readonly filter?: Condition | undefined;
}

export type Condition =
  | {
      readonly kind: "compare";
      readonly variable: string;
      readonly operator: string;
      readonly text: string;
    }
  | { readonly kind: "bound"; readonly variable: string }
  | {
      readonly kind: "regex";
      readonly variable: string;
      readonly pattern: string;
      readonly flags: string;
    }
  | { readonly kind: "in"; readonly variable: string; readonly texts: readonly string[] }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "both";
      readonly operator: "&&" | "||";
      readonly of: readonly [Condition, Condition];
    };

export function triplesOf(data: NaiveData): string {
  const term = (one: NaiveTerm) =>
    one.kind === "literal" ? JSON.stringify(one.text) : `<x:${textOf(one, data)}>`;
  const facts = factsOf(data).map(([subject, predicate, object]) => {
    const space = subject.kind === "observation" ? "c" : "p";
    return `${term(subject)} <${space}:${predicate}> ${term(object)} .`;
  });
  const named = [...nodesOf(data), ...data.observations.map((_, at) => observationTerm(at))];
  const dcids = named.map((node) => `${term(node)} <c:dcid> ${term(node)} .`);
  return [...facts, ...dcids].join("\n");
}

/** The text of whatever a variable is bound to. */
export function textExpression(variable: string): string {
  return `REPLACE(STR(?${variable}), "^[xp]:", "")`;
}

/** A group in braces. */
export class StandardWriter {
  readonly #hasSubType: boolean;
  readonly #all: readonly NaivePattern[];
  #constants = 0;

  constructor(data: NaiveData, where: StandardGroup) {
    this.#hasSubType = data.triples.some(({ predicate }) => predicate === "subType");
    this.#all = patternsOf(where);
  }

  group({ patterns, optional, union, filter }: StandardGroup): string {
    const isUnset = (pattern: NaivePattern) => this.#mayBeUnset(pattern, patterns);
    const parts = patterns.filter((one) => !isUnset(one)).map((one) => this.#pattern(one));
    for (const one of patterns.filter(isUnset)) parts.push(`OPTIONAL { ${this.#pattern(one)} }`);
    if (optional !== undefined) parts.push(`OPTIONAL ${this.group(optional)}`);
    if (union !== undefined) parts.push(union.map((branch) => this.group(branch)).join(" UNION "));
    if (filter !== undefined) parts.push(`FILTER(${conditionText(filter, textExpression)})`);
    return `{ ${parts.join(" ")} }`;
  }

  #pattern(pattern: StandardPattern): string {
    const { object } = pattern;
    if (pattern.predicateVariable !== undefined) {
      const [subject, name] = [this.#slot(pattern.subject), pattern.predicateVariable];
      const isStored = `FILTER(STRSTARTS(STR(?${name}), "p:"))`;
      return `${subject.text} ?${name} ${this.#objectOf(object)} ${isStored}`;
    }
    const name =
      pattern.predicate === "subType" && !this.#hasSubType ? "typeOf" : pattern.predicate;
    const predicate = this.#path(name, pattern);
    const isPlace =
      name === "typeOf" && "constants" in object && object.constants.join() === "Place";
    if (!isPlace) {
      return `${this.#slot(pattern.subject).text} ${predicate} ${this.#objectOf(object)}`;
    }
    const { text, fixed } = this.#slot(pattern.subject, true);
    const types = places.map((place) => `<x:${place}> "${place}"`).join(" ");
    const inner = `${text} ${predicate} ?type . VALUES ?type { ${types} }`;
    return `{ SELECT DISTINCT ${text} { ${inner} } } ${fixed}`;
  }

  #path(name: string, pattern: NaivePattern): string {
    if (name === "dcid") return "<c:dcid>";
    const isColumn = columns.includes(name) && isOfObservation(pattern, this.#all);
    return isColumn ? `<p:${name}>|<c:${name}>` : `<p:${name}>`;
  }

  /** A subject; `asVariable` also when it is a constant, which `fixed` then says. */
  #slot(slot: NaiveSlot, asVariable = false): { readonly text: string; readonly fixed: string } {
    if ("variable" in slot) return { text: `?${slot.variable}`, fixed: "" };
    const iri = `<x:${slot.constants[0]}>`;
    if (!asVariable) return { text: iri, fixed: "" };
    const text = `?k${this.#constants++}`;
    return { text, fixed: `VALUES ${text} { ${iri} }` };
  }

  /** An object with the dot that ends the pattern, and what else it takes. */
  #objectOf(slot: NaiveSlot): string {
    if ("variable" in slot) return `?${slot.variable} .`;
    const name = `?k${this.#constants++}`;
    const terms = slot.constants.map((text) => `<x:${text}> ${JSON.stringify(text)}`).join(" ");
    return `${name} . VALUES ${name} { ${terms} }`;
  }

  /** A column of an observation whose variable no other pattern uses. */
  #mayBeUnset(pattern: NaivePattern, own: readonly NaivePattern[]): boolean {
    const { subject, predicate, object } = pattern;
    if (!("variable" in object) || !columns.includes(predicate) || isAnchor(pattern)) return false;
    const isAnchored = own.some(
      (one) => isAnchor(one) && JSON.stringify(one.subject) === JSON.stringify(subject),
    );
    const uses = this.#all
      .flatMap((one) => [one.subject, one.object])
      .filter((slot) => "variable" in slot && slot.variable === object.variable);
    return "variable" in subject && isAnchored && uses.length === 1;
  }
}

/** All patterns of a group and the groups within. */
export function patternsOf({ patterns, optional, union }: StandardGroup): StandardPattern[] {
  const groups = [optional, ...(union ?? [])].filter((group) => group !== undefined);
  return [...patterns, ...groups.flatMap(patternsOf)];
}

export function conditionText(condition: Condition, text: (variable: string) => string): string {
  switch (condition.kind) {
    case "compare":
      return `${text(condition.variable)} ${condition.operator} ${JSON.stringify(condition.text)}`;
    case "bound":
      return `BOUND(?${condition.variable})`;
    case "regex": {
      const { pattern, flags } = condition;
      return `REGEX(${text(condition.variable)}, ${JSON.stringify(pattern)}, "${flags}")`;
    }
    case "in":
      return `${text(condition.variable)} IN (${condition.texts.map((one) => JSON.stringify(one)).join(", ")})`;
    case "not":
      return `!(${conditionText(condition.of, text)})`;
    case "both": {
      const [a, b] = condition.of.map((one) => `(${conditionText(one, text)})`);
      return `${a} ${condition.operator} ${b}`;
    }
  }
}

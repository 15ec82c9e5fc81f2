/** What a formula makes of where its numbers come from. */

import { excerpt } from "../../errors/excerpts.ts";
import { evaluated, type Formula, type Operator } from "../../expr-parser/formula.ts";
import type { NumberColumn, TextColumn } from "../column-data.ts";
import { groupsOf } from "./frame.ts";
import type { Mixable, Origin } from "./number-origins.ts";

/** Undefined where nothing is known, as of constants. */
type Origins = readonly TextColumn[] | undefined;

const addable = [
  ["unit", "units"],
  ["observationPeriod", "periods"],
] as const;

/**
 * The origins of what a formula makes.
 *
 * @param columns by the names that stand in it
 * @throws TypeError where numbers of different units or periods are added or subtracted
 */
export function formulaOrigins(
  name: string,
  formula: Formula,
  columns: ReadonlyMap<string, NumberColumn>,
  mix: readonly Mixable[],
): Origins {
  const numbers = [...columns.values()];
  const isNumber = (row: number) => numbers.every(({ values }) => !Number.isNaN(values[row]));
  const length = numbers[0]?.values.length ?? 0;
  const quotient: TextColumn = {
    kind: "text",
    name: "relative",
    codes: new Uint32Array(length),
    texts: [name],
  };
  const requireAddable = (left: Origins, right: Origins) => {
    for (const [origin, words] of addable) {
      if (mix.includes(origin)) continue;
      const apart = differing(named(left, origin), named(right, origin), length, isNumber);
      if (apart !== undefined) throw notAdded(name, origin, words, apart);
    }
  };
  const combine = (operator: Operator, left: Origins, right: Origins): Origins => {
    if (operator === "*" || operator === "/") return multiplied(operator, left, right, quotient);
    requireAddable(left, right);
    return left && right ? merged(left, right) : (left ?? right);
  };
  return evaluated<Origins>(formula, {
    leaf: (leaf) => columns.get(leaf.text)!.origins,
    constant: () => undefined,
    combine,
  });
}

/** Its unit is another one; where units differ from row to row, those of the product do, too. */
function multiplied(
  operator: "*" | "/",
  left: Origins,
  right: Origins,
  quotient: TextColumn,
): Origins {
  if (right === undefined) return left;
  if (left === undefined && operator === "*") return right;
  const several = merged(left ?? [], right).filter(
    ({ name, texts }) => texts.length > 1 && name !== "relative",
  );
  return operator === "/" ? [...several, quotient] : several;
}

const named = (origins: Origins, name: Origin): TextColumn | undefined =>
  origins?.find((one) => one.name === name);

/** Of each name the texts of both sides; where both differ from row to row, both texts. */
function merged(left: readonly TextColumn[], right: readonly TextColumn[]): TextColumn[] {
  const others = right.filter(({ name }) => named(left, name as Origin) === undefined);
  const both = left.map((one) => {
    const other = named(right, one.name as Origin);
    if (other === undefined || other.texts.length < 2 || areSame(one, other)) return one;
    return one.texts.length < 2 ? other : paired(one, other);
  });
  return [...both, ...others];
}

/** Of each row both texts. */
function paired(one: TextColumn, other: TextColumn): TextColumn {
  const columns = [
    { ...one, name: "one" },
    { ...other, name: "other" },
  ];
  const { ids, firsts } = groupsOf({ columns, length: one.codes.length }, ["one", "other"]);
  const texts = Array.from(
    firsts,
    (row) => `${textAt(one, row) ?? ""} / ${textAt(other, row) ?? ""}`,
  );
  return { kind: "text", name: one.name, codes: ids, texts };
}

const areSame = (one: TextColumn, other: TextColumn): boolean =>
  one.codes === other.codes && one.texts === other.texts;

const textAt = ({ codes, texts }: TextColumn, row: number): string | null => texts[codes[row]!]!;

/** Two texts of one row that differ, beside numbers. */
function differing(
  one: TextColumn | undefined,
  other: TextColumn | undefined,
  length: number,
  isNumber: (row: number) => boolean,
): readonly (string | null)[] | undefined {
  if (one === undefined || other === undefined || areSame(one, other)) return undefined;
  for (let row = 0; row < length; row++) {
    const pair = [textAt(one, row), textAt(other, row)];
    if (pair[0] !== pair[1] && isNumber(row)) return pair;
  }
  return undefined;
}

function notAdded(
  name: string,
  origin: Mixable,
  words: string,
  texts: readonly (string | null)[],
): TypeError {
  const [one, other] = texts.map((text) => (text === null ? "none" : `'${excerpt(text)}'`));
  return new TypeError(
    `derive: '${excerpt(name)}' would add or subtract numbers of different ${words} (${one}, ${other}): convert one, or allow it with mix: ["${origin}"]`,
  );
}

/** What a variable is, in the short form that the tree of variables has. */
import type { Graph, TermId } from "../../engine.ts";
import type { Commons } from "../../index.ts";
import { arcsOf, textsOf } from "../node-values.ts";

/** How properties of every variable are written there, in this order. */
const abbreviations: readonly (readonly [property: string, written: string])[] = [
  ["measurementDenominator", "md"],
  ["measurementQualifier", "mq"],
  ["statType", "st"],
  ["measuredProperty", "mp"],
  ["populationType", "pt"],
];

/** What an ordinary variable has as `statType`, which is not written. */
const plainStatType = "measuredValue";

/** Properties that describe a variable and do not say what it measures. */
const notMeant: ReadonlySet<string> = new Set([
  ...abbreviations.map(([property]) => property),
  ...["alternateName", "censusACSTableId", "constraintProperties", "description", "descriptionUrl"],
  ...["extendedName", "footnote", "isPublic", "keyString", "label", "memberOf", "name"],
  ...["nameWithLanguage", "provenance", "relevantVariable", "scalingFactor", "searchDescription"],
  ...["typeOf", "unit", "utteranceTemplate"],
]);

/** `mp=income,pt=Person,gender=Female` for each variable of which something is known. */
export function definitionsOf(
  commons: Commons,
  variables: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    [...arcsOf(commons, variables, "->*")].map(([variable, arcs]) => {
      const firstOf = (property: string) => textsOf(arcs.get(property))[0];
      const common = abbreviations.flatMap(([property, written]) => {
        const value = firstOf(property);
        const isMeant = value !== undefined && value !== plainStatType;
        return isMeant ? [`${written}=${value}`] : [];
      });
      const constraints = [...arcs.keys()].filter((property) => !notMeant.has(property));
      const special = constraints.map((property) => `${property}=${firstOf(property) ?? ""}`);
      return [variable, [...common, ...special].join(",")];
    }),
  );
}

/**
 * How many properties a definition has: those of every variable, and those that are special to one. Without
 * its texts, for many variables at once.
 */
export function countedParts(graph: Graph, variable: TermId): { common: number; special: number } {
  const plain = graph.dictionary.nodeOf(plainStatType);
  let [common, special] = [0, 0];
  for (const predicate of graph.predicatesOf(variable, "out")) {
    const property = graph.predicateDcid(predicate);
    if (!notMeant.has(property)) special++;
    else if (abbreviations.some(([known]) => known === property)) {
      if (graph.valuesOf(variable, predicate)[0] !== plain) common++;
    }
  }
  return { common, special };
}

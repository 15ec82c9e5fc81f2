/** Names, types and parents of places. */
import type { Commons } from "../../index.ts";
import { entriesOf, firstTexts, textsOf } from "../node-values.ts";

interface ParentPlace {
  readonly dcid: string;
  readonly type: string;
  readonly name: string;
}

/** Types of places that contain others, from the smallest. */
const parentTypes: readonly string[] = [
  "Village",
  "Borough",
  "Town",
  "City",
  "CensusZipCodeTabulationArea",
  "County",
  "EurostatNUTS3",
  "EurostatNUTS2",
  "EurostatNUTS1",
  "State",
  "CensusDivision",
  "CensusRegion",
  "Country",
  "Continent",
  "Place",
];

/** The most specific type: others go before administrative areas and `Place`. */
function typeOf(types: readonly string[]): string {
  let chosen = "";
  for (const type of types) {
    if (chosen === "" || chosen === "Place" || chosen.startsWith("AdministrativeArea")) {
      chosen = type;
    }
  }
  return chosen;
}

/** Types of places by dcid; "" of what has none. */
export function typesOf(commons: Commons, dcids: readonly string[]): Map<string, string> {
  const entries = entriesOf(commons, dcids, "->", "typeOf");
  return new Map(dcids.map((dcid) => [dcid, typeOf(textsOf(entries.get(dcid)))]));
}

/** Which places a map shows inside of a place of a type. */
const shownTypes: ReadonlyMap<string, string> = new Map([
  ["Country", "AdministrativeArea1"],
  ["State", "County"],
  ["County", "County"],
  ["AdministrativeArea1", "AdministrativeArea2"],
]);

/** Where the rule for types would show something else. */
const shownIn: ReadonlyMap<string, string> = new Map([
  ["country/USA", "State"],
  ["Earth", "Country"],
]);

/**
 * What a map of a place shows: places inside of it, or those beside it in the smallest place that
 * shows such ones. Undefined where the website has no rule.
 */
export function shownAround(
  commons: Commons,
  place: string,
): { readonly place: string; readonly type: string } | undefined {
  const own = typesOf(commons, [place]).get(place) ?? "";
  const type = shownIn.get(place) ?? shownTypes.get(own);
  if (type === undefined || type !== own) return type === undefined ? undefined : { place, type };
  const parents = parentsOf(commons, [place]).get(place) ?? [];
  const around = parents.find((parent) => shownTypes.get(parent.type) === type);
  return around && { place: around.dcid, type };
}

/** How many steps up a place's parents are looked for. */
const depthMax = 10;

/** What each place lies in, at any distance, the smallest first; administrative areas are left out. */
export function parentsOf(commons: Commons, dcids: readonly string[]): Map<string, ParentPlace[]> {
  const parents = new Map<string, readonly string[]>();
  let frontier = [...new Set(dcids)];
  for (let depth = 0; depth < depthMax && frontier.length > 0; depth++) {
    const entries = entriesOf(commons, frontier, "->", "containedInPlace");
    for (const dcid of frontier) parents.set(dcid, textsOf(entries.get(dcid)));
    const next = new Set(frontier.flatMap((dcid) => parents.get(dcid) ?? []));
    frontier = [...next].filter((dcid) => !parents.has(dcid));
  }
  const all = [...new Set([...parents.values()].flat())];
  const types = typesOf(commons, all);
  const names = firstTexts(commons, all);
  return new Map(
    dcids.map((dcid) => {
      const found = ancestorsOf(dcid, parents).map((parent) => ({
        dcid: parent,
        type: types.get(parent) ?? "",
        name: names.get(parent) ?? "",
      }));
      const known = found.filter(({ type }) => parentTypes.includes(type));
      return [dcid, known.sort((a, b) => rankOf(a) - rankOf(b))];
    }),
  );
}

const rankOf = ({ type }: ParentPlace): number => parentTypes.indexOf(type);

function ancestorsOf(dcid: string, parents: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([dcid]);
  for (const place of seen) for (const parent of parents.get(place) ?? []) seen.add(parent);
  seen.delete(dcid);
  return [...seen];
}

/** Names as shown: `San Jose, CA` for a place within a state of the United States. */
export function displayNames(commons: Commons, dcids: readonly string[]): Map<string, string> {
  const names = namesIn(commons, dcids, "en");
  const states = new Map<string, string>();
  for (const [dcid, parents] of parentsOf(commons, dcids)) {
    const state = parents.find(({ type }) => type === "State");
    if (state !== undefined) states.set(dcid, state.dcid);
  }
  const codes = firstTexts(commons, [...new Set(states.values())], "isoCode");
  return new Map(
    dcids.map((dcid) => {
      const name = names.get(dcid) ?? "";
      const [, code] = /^US-(.+)$/.exec(codes.get(states.get(dcid) ?? "") ?? "") ?? [];
      return [dcid, code === undefined ? name : `${name}, ${code}`];
    }),
  );
}

/** Names in a language; the plain name of what has none with a language. */
function namesIn(commons: Commons, dcids: readonly string[], language: string) {
  const entries = entriesOf(commons, dcids, "->", "nameWithLanguage");
  const plain = firstTexts(commons, dcids);
  const ending = `@${language}`;
  return new Map(
    dcids.map((dcid) => {
      const texts = textsOf(entries.get(dcid));
      if (texts.length === 0) return [dcid, plain.get(dcid) ?? ""];
      const found = texts.find((text) => text.endsWith(ending));
      return [dcid, found?.slice(0, -ending.length) ?? ""];
    }),
  );
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { MadeInSteps } from "../../../src/options/governor.ts";
import { PlaceNames } from "../../../src/resolve/place-names.ts";
import { type TripleRow, worldOf } from "../../oracle/small-world.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(100);

// Few words, so that names are shared, contained in one another and equal without their spaces.
const word = fc.constantFrom("new", "New", "york", "ne", "w", "CA", "ca", "Ünion", "__proto__");
const name = fc.array(word, { minLength: 1, maxLength: 3 });

interface Place {
  readonly dcid: string;
  readonly type: string;
  readonly names: readonly (readonly string[])[];
  readonly alternates: readonly (readonly string[])[];
  readonly codes: readonly string[];
  readonly inside: readonly number[];
}

const place = fc.record({
  type: fc.constantFrom("City", "State", "StatisticalVariable"),
  names: fc.array(name, { maxLength: 2 }),
  alternates: fc.array(name, { maxLength: 1 }),
  codes: fc.array(word, { maxLength: 1 }),
  inside: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
});
const places = fc
  .array(place, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((made, at): Place => ({ ...made, dcid: `p/${at}` })));
const separator = fc.constantFrom(" ", ",", ", ", "  ");
const question = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 6 });

function triplesOf(list: readonly Place[]): TripleRow[] {
  return list.flatMap(({ dcid, type, names, alternates, codes, inside }): TripleRow[] => [
    [dcid, "typeOf", type],
    ...names.map((words): TripleRow => [dcid, "name", `=${words.join(" ")}`]),
    ...alternates.map((words): TripleRow => [dcid, "nameWithLanguage", `=${words.join(", ")}@en`]),
    ...codes.map((code): TripleRow => [dcid, "isoCode", `=${code}`]),
    ...inside.map((at): TripleRow => [dcid, "containedInPlace", `p/${at}`]),
  ]);
}

const folded = (words: readonly string[]) => words.join("").toLowerCase();

/** Everything that can be read as a name, with whatever is left naming a place around it. */
function naiveMeaning(list: readonly Place[], words: readonly string[]): string[] {
  const known = list.filter(
    ({ type, inside }) => type !== "StatisticalVariable" || inside.length > 0,
  );
  return known
    .filter((candidate) =>
      words.some((_, at) => {
        const [own, rest] = [words.slice(0, at + 1), words.slice(at + 1)];
        if (!bears(candidate, own)) return false;
        if (rest.length === 0) return true;
        const around = ancestors(list, candidate);
        return naiveMeaning(list, rest).some((dcid) => around.has(dcid));
      }),
    )
    .map(({ dcid }) => dcid);
}

function bears({ names, alternates, codes }: Place, words: readonly string[]): boolean {
  const isName = [...names, ...alternates].some((own) => folded(own) === folded(words));
  return isName || (words.length === 1 && codes.includes(words[0]!));
}

function ancestors(list: readonly Place[], { inside }: Place): Set<string> {
  const found = new Set(inside.map((at) => `p/${at}`));
  for (const dcid of found) {
    const outer = list.find((other) => other.dcid === dcid);
    for (const at of outer?.inside ?? []) found.add(`p/${at}`);
  }
  return found;
}

test("a text means what every way of reading it finds", () => {
  fc.assert(
    fc.property(places, question, fc.constantFrom("", "City", "State"), (list, parts, type) => {
      const world = worldOf(triplesOf(list));
      const text = parts.flat().join("");
      const found = new MadeInSteps(() => PlaceNames.of(world))
        .finished()
        .find(text, type === "" ? [] : [type]);
      const expected = naiveMeaning(
        list,
        parts.map(([part]) => part),
      ).filter((dcid) => type === "" || list.find((one) => one.dcid === dcid)?.type === type);
      const dcids = found.map((node) => world.graph.dictionary.textOf(node));
      expect([...dcids].sort()).toEqual(expected.sort());
    }),
    { numRuns },
  );
});

/** Names that differ in length and now and then leave ASCII, as names do. */

import type { Random } from "./random.ts";

const firsts = ["San", "New", "Port", "Lake", "Mount", "Saint", "North", "Upper", "Great", "Fort"];
const heads = ["ar", "bel", "cor", "dan", "fin", "gar", "hol", "jan", "kar", "lum", "mor", "nor"];
const vowels = ["a", "e", "i", "o", "u", "ia", "ea", "ou", "ü", "é"];
const tails = [
  "ton",
  "ville",
  "burg",
  "field",
  "ford",
  "ham",
  "land",
  "dale",
  "stad",
  "grad",
  "pur",
];

export function placeName(random: Random): string {
  let word = "";
  for (let syllable = random.below(3); syllable >= 0; syllable--) {
    // The two letters outside of ASCII stand last and are rarer than the others.
    const vowel = vowels[random.below(random.oneIn(8) ? vowels.length : vowels.length - 2)]!;
    word += random.pick(heads) + vowel;
  }
  word += random.pick(tails);
  const name = word[0]!.toUpperCase() + word.slice(1);
  return random.oneIn(4) ? `${random.pick(firsts)} ${name}` : name;
}

/** A sentence with the characters that file formats must escape. */
export function describePlace(name: string, kind: string, random: Random): string {
  return `${name}, called "${placeName(random)}", is a ${kind} near ${placeName(random)}`;
}

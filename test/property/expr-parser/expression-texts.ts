/** Texts that are relation expressions, or nearly. */
import fc from "fast-check";
import { anyCharacter } from "../any-character.ts";

// Whole arrows are listed beside their halves so that most texts have some.
const shards = ["->", "->", "<-", "-", ">", "<", "+", "*", "{", "}", "[", "]", ",", ":", "{k:v}"];
const fillers = ["a", "b", "typeOf:T", " ", "\t", "\n", "\r", "\u00a0", "é", "\ud800", "__proto__"];
const hostileText = fc
  .array(fc.constantFrom(...shards, ...fillers), { maxLength: 24 })
  .map((parts) => parts.join(""));
/** Mostly past the first hurdles: the wreckage is inside one arc or two. */
const hostileBody = fc
  .array(fc.constantFrom(...shards.slice(3), ...fillers), { maxLength: 16 })
  .map((parts) => parts.join(""));
const hostileArcs = fc
  .array(fc.tuple(fc.constantFrom("->", "<-"), hostileBody), { minLength: 1, maxLength: 3 })
  .map((arcs) => arcs.flat().join(""));
const hostileList = fc
  .array(fc.constantFrom("{", "}", ",", "k:v", "a", "b{c:d}", ":", "[", "]", "+"), {
    maxLength: 12,
  })
  .map((parts) => `->[${parts.join("")}]`);
const filterPieces = [
  "k:v",
  "k:w",
  "[k]:v",
  "l:v",
  "a",
  "[b",
  "c]",
  "",
  "{",
  "}",
  "-[]>",
  "k:",
  ":v",
];
const hostileFilter = fc
  .array(fc.constantFrom(...filterPieces), { maxLength: 8 })
  .map((pieces) => `<-p{${pieces.join(",")}}`);

const validText = fc.constantFrom<string[]>(
  "->name",
  "->[name, latitude, longitude]",
  "<-",
  "<-*",
  "<-typeOf{gender:Male,populationType:Person}",
  "<-containedInPlace + { typeOf : [City, County], label : Haha }",
  "->[name, nameWithLanguage{$lang:[es, fr]}]",
  "->specializationOf+->name",
  "country/USA<-containedInPlace+{typeOf:State}",
  "<-geoCoordinate{typeOf:County}->dcid",
);
/** A valid text with a few characters deleted, doubled, replaced or put in. */
const mutatedText = fc
  .tuple(
    validText,
    fc.array(
      fc.record({
        at: fc.nat(60),
        length: fc.nat(2),
        text: fc.constantFrom("", ...shards, ...fillers),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([valid, edits]) =>
    edits.reduce((text, edit) => {
      const at = edit.at % (text.length + 1);
      return text.slice(0, at) + edit.text + text.slice(at + edit.length);
    }, valid),
  );

/** Right and wrong ones. */
export const anyExpression: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  hostileArcs,
  hostileList,
  hostileFilter,
  mutatedText,
  fc.string({ unit: anyCharacter }),
);

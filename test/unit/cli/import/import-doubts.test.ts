/** What makes numbers of a table doubtful: the lines that say so. */
import { describe, expect, test } from "vitest";
import { doubtsOf, otherType, takenNames } from "../../../../src/cli/import/import-doubts.ts";
import { type Commons, open } from "../../../../src/index.ts";
import type { ColumnsProposal, KnownColumns } from "../../../../src/lint.ts";

interface Found {
  readonly counter: string;
  readonly count: number;
  readonly messages: readonly string[];
}

const worldWith = (...found: readonly Found[]) =>
  ({
    info: {
      diagnostics: {
        counters: found.map(({ counter, count, messages }) => ({
          counter,
          count,
          examples: messages.map((message) => ({ message })),
        })),
      },
    },
  }) as unknown as Commons;

const proposalOf = (...unread: readonly string[]) =>
  ({
    found: [
      { role: "entity", heading: "id" },
      ...unread.map((heading) => ({ role: "not read", heading })),
    ],
  }) as unknown as ColumnsProposal;

const repeated: Found = {
  counter: "Sanity_InconsistentSvObsValues",
  count: 3,
  messages: ["rows 1 and 2", "rows 3 and 4"],
};
const several: Found = { counter: "Resolution_SeveralEntities", count: 1, messages: ["'A' may"] };
const other: Found = { counter: "StrSplit_EmptyToken_value", count: 9, messages: ["empty"] };

const repeatedText =
  "rows say different values of one entity, variable and date: a column that tells them apart is not read";
const severalText =
  "names are names of several places: --type and --within say which ones are meant";

describe("doubts", () => {
  const doubts = (commons: Commons, proposal: ColumnsProposal, known: KnownColumns = {}) =>
    doubtsOf(commons, proposal, known);

  test("are lines with examples and the number of others, and no line about what is usual", () => {
    expect(doubts(worldWith(other, repeated, several), proposalOf())).toEqual([
      repeatedText,
      "  rows 1 and 2",
      "  rows 3 and 4",
      "  and 1 more",
      severalText,
      "  'A' may",
    ]);
    expect(doubts(worldWith(other), proposalOf("Mood"))).toEqual([]);
  });

  test("of values name the columns that are not read, if they have a heading", () => {
    const world = worldWith({ ...repeated, count: 2 }, several);
    const examples = ["  rows 1 and 2", "  rows 3 and 4"];
    const rest = [...examples, severalText, "  'A' may"];
    expect(doubts(world, proposalOf("Mood", "", "Sex"))).toEqual([
      `${repeatedText}; not read are 'Mood', 'Sex'`,
      ...rest,
    ]);
    expect(doubts(world, proposalOf(""))).toEqual([repeatedText, ...rest]);
  });

  test("of values are none where the later row is said to count", () => {
    const proposal = (how: "later" | "first") =>
      ({ ...proposalOf(), columns: { repeated: how } }) as unknown as ColumnsProposal;
    expect(doubts(worldWith(repeated, several), proposal("later"))).toEqual([
      severalText,
      "  'A' may",
    ]);
    expect(doubts(worldWith(repeated), proposal("first"))[0]).toBe(repeatedText);
  });

  test("of names are none where the user said both type and place", () => {
    const world = worldWith(several, repeated);
    const said = { type: "City", within: "geoId/25" };
    expect(doubts(world, proposalOf(), said)[0]).toBe(repeatedText);
    expect(doubts(world, proposalOf(), { type: "City" })[0]).toBe(severalText);
    expect(doubts(world, proposalOf(), { within: "geoId/25" })[0]).toBe(severalText);
  });
});

test("a variable whose dcid the base has for something else needs another name", async () => {
  const commons = await open({
    "o.csv": "entity,variable,date,value\na,Male,2020,1\na,Cats,2020,1\na,Dogs,2020,1\n",
  });
  const base = await open({
    "b.mcf":
      "Node: dcid:Male\ntypeOf: dcs:GenderType\n\nNode: dcid:Cats\ntypeOf: dcs:Class, dcs:StatisticalVariable\n\nNode: dcid:Dogs\nname: dogs\n",
  });
  expect(takenNames(commons, base)).toEqual([
    "'Male' is no variable, but a GenderType: the table needs another name for it",
  ]);
  expect(takenNames(commons, undefined)).toEqual([]);
  const types = ["Male", "Cats", "Dogs", "absent"].map((dcid) => otherType(dcid, base));
  expect(types).toEqual(["GenderType", undefined, undefined, undefined]);
});

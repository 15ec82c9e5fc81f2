/** Searches of a world elsewhere read its lists and a few blocks. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";
import { answerTo } from "../routes/unlisted-world.ts";

const subjects = ["income", "age", "births", "deaths", "wages", "exports", "students", "rainfall"];
const groups = 40;

/** 4,000 variables in groups, and 20,000 places. */
function nodes(): string {
  const written: string[] = [];
  written.push('Node: dcid:dc/g/Root\ntypeOf: dcs:StatVarGroup\nname: "Root"\n');
  for (let at = 0; at < groups; at++) {
    const above = at < 8 ? "dc/g/Root" : `dc/g/G${at - 8}`;
    written.push(
      `Node: dcid:dc/g/G${at}\ntypeOf: dcs:StatVarGroup\nname: "Group ${at}"\nspecializationOf: dcid:${above}\n`,
    );
  }
  for (let at = 0; at < 4000; at++) {
    const subject = subjects[at % subjects.length]!;
    const group = at % 7 === 6 ? "dc/g/Elsewhere" : `dc/g/G${at % groups}`;
    written.push(
      `Node: dcid:Mean_${subject}_${at}\ntypeOf: dcs:StatisticalVariable\nname: "Mean ${subject} of people in sector ${at}"\n` +
        `description: "The mean of what surveys say about ${subject}, sector ${at} of the economy, every year"\n` +
        `populationType: dcs:Person\nmeasuredProperty: dcs:${subject}\nstatType: dcs:meanValue\n` +
        `${at % 3 === 0 ? "gender: dcs:Female\n" : ""}memberOf: dcid:${group}\n`,
    );
  }
  written.push(
    'Node: dcid:Tides\ntypeOf: dcs:StatisticalVariable\nname: "Tides"\nsearchDescription: "hidden words"\nmemberOf: dcid:dc/g/G1\n',
  );
  for (let at = 0; at < 20_000; at++) {
    written.push(
      `Node: dcid:geoId/${at}\ntypeOf: dcs:City\nname: "${at % 100 === 0 ? "Springfield" : "City"} of the hills ${at}"\n`,
    );
  }
  return written.join("\n");
}

let local: Commons;
let bytes: Uint8Array;

beforeAll(async () => {
  local = await open({ "world.mcf": nodes() });
  bytes = snapshotOf(local, 4096);
}, 60_000);

/** Passes have little time: where other programs take it, there are more rounds. So the fewest of some count. */
async function asked(url: string, wanted = Number.POSITIVE_INFINITY) {
  for (let left = 8; ; left--) {
    const remote = await openRemote(new MemoryStore(bytes));
    const before = remote.traffic;
    const answer = await remote.ask((commons) => answerTo(commons, url));
    const { rounds, bytes: read } = remote.traffic;
    const found = { answer, rounds: rounds - before.rounds, bytes: read - before.bytes };
    if (found.rounds <= wanted || left === 0) return found;
  }
}

test.each([
  ["income+sector+88", 0.25e6],
  ["income", 0.25e6],
  ["people", 0.4e6],
  ["zebra", 0.2e6],
])(
  "variables with the words %s are those of the world in memory, in three rounds",
  async (query, most) => {
    const url = `/v1/variable/search?query=${query}`;
    const { answer, rounds, bytes: read } = await asked(url, 3);
    expect(answer).toEqual(answerTo(local, url));
    expect([rounds <= 3, read < most], `${rounds} rounds, ${read} bytes`).toEqual([true, true]);
  },
);

test("texts that are neither names nor descriptions are not searched", async () => {
  const url = "/v1/variable/search?query=hidden";
  expect(answerTo(local, url)).toEqual({});
  expect((await asked(url)).answer).toEqual({});
});

const named = (answer: unknown) =>
  (answer as { results?: { node: { name: string } }[] }).results?.map(({ node }) => node.name);

test.each(["Springfield of the hills 4200", "income sector 88", "zebra"])(
  "nodes named %s are looked up, not read all",
  async (query) => {
    const url = `/v3/node_search?query=${encodeURIComponent(query)}`;
    const { answer, rounds, bytes: read } = await asked(url, 6);
    expect(answer).toEqual(answerTo(local, url));
    expect([rounds <= 6, read < 0.3e6], `${rounds} rounds, ${read} bytes`).toEqual([true, true]);
  },
);

test("of many nodes whose names begin with a query some are found, of the types that are wanted", async () => {
  const ask = async (query: string) => named((await asked(`/v3/node_search?${query}`)).answer);
  const found = await ask("query=springfield&types=City");
  expect(found?.length).toBeGreaterThan(9);
  expect(found?.every((name) => name.startsWith("Springfield"))).toBe(true);
  expect(await ask("query=springfield&types=State")).toBeUndefined();
});

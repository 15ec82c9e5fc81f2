/** Names to ids and back: the two steps that every answer is made of. */

import type { Questions } from "../contest/questions.ts";
import type { Case } from "./harness.ts";

/** A single look-up is too short for a clock. */
const batchSize = 1000;

function batchOf({ q1 }: Questions): readonly string[] {
  return q1.slice(0, batchSize);
}

const idsOfDcids: Case<readonly string[]> = {
  name: "d1",
  title: "id of a dcid",
  argumentsOf: (questions) => [batchOf(questions)],
  contestants: (
    {
      engine: {
        graph: { dictionary },
      },
    },
    batches,
  ) => {
    const ids = new Uint32Array(batchSize);
    const none = dictionary.nodeCount;
    return {
      graph: {
        steps: batches.map((dcids) => () => {
          for (let at = 0; at < batchSize; at++) ids[at] = dictionary.nodeOf(dcids[at]!) ?? none;
          return ids;
        }),
        read: (answer) => Array.from(answer as Uint32Array, (id) => dictionary.textOf(id)),
        operations: batchSize,
        isAsync: false,
      },
    };
  },
  expected: (_naive, dcids) => dcids,
};

const dcidsOfIds: Case<readonly string[]> = {
  name: "d2",
  title: "dcid of an id",
  argumentsOf: (questions) => [batchOf(questions)],
  contestants: (
    {
      engine: {
        graph: { dictionary },
      },
    },
    batches,
  ) => {
    const found = new Array<string>(batchSize).fill("");
    return {
      graph: {
        steps: batches.map((dcids) => {
          const ids = Uint32Array.from(dcids, (dcid) => dictionary.nodeOf(dcid) ?? 0);
          return () => {
            for (let at = 0; at < batchSize; at++) found[at] = dictionary.textOf(ids[at]!);
            return found;
          };
        }),
        read: (answer) => answer as string[],
        operations: batchSize,
        isAsync: false,
      },
    };
  },
  expected: (_naive, dcids) => dcids,
};

export const dictionaryCases: readonly Case[] = [idsOfDcids, dcidsOfIds];

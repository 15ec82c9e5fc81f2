/** Documents that are read node by node, against the same read as a whole. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BlockReader } from "../../../src/load/bytes/byte-blocks.ts";
import { Progress } from "../../../src/load/bytes/load-progress.ts";
import { JsonItems } from "../../../src/load/rdf/json-items.ts";
import { entryOf, type JsonNode, parseJson } from "../../../src/load/values/json-text.ts";
import { memoryInput } from "../../unit/load/inputs.ts";
import { runs } from "../runs.ts";

const { numRuns } = runs(600);

const key = fc.constantFrom("@id", "@graph", "a", 'a"b', "\\", "[", "é");
const { node } = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("x", "]", '"', "\\", "{", 1, 2.5, true, null),
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(key, tie("node"), { maxKeys: 3 }),
  ),
}));
const items = fc.array(node, { maxLength: 4 });
const document = fc.oneof(
  items,
  fc.record({ "@context": node, "@graph": items }),
  fc.record({ "@graph": items, "@context": node, other: node }),
  fc.record({ "@graph": node }),
);
/** A character left out, or one too many. */
const fault = fc.option(
  fc.tuple(fc.nat({ max: 60 }), fc.constantFrom("", ",", "]", "}", '"', "[", ":")),
  { freq: 2 },
);

/** The items that a document has, and what stands around them. */
interface Read {
  readonly items: readonly JsonNode[];
  readonly context: JsonNode | undefined;
}

/** @returns undefined for what is no JSON */
function asWhole(text: string): Read | undefined {
  const whole = attempt(() => parseJson(text, "a"));
  if (whole === undefined) return undefined;
  const list = entryOf(whole, "@graph")?.value ?? whole;
  const context = entryOf(whole, "@context")?.value;
  return { items: list.kind === "list" ? list.items : [list], context };
}

/** @returns undefined for what is no JSON; "whole" for what has no items */
async function asItems(text: string, block: number): Promise<Read | "whole" | undefined> {
  const found: [string, number][] = [];
  const reader = new JsonItems("a", {
    text: (item, line) => found.push([item, line]),
  });
  const input = memoryInput("a", Buffer.from(text));
  await new BlockReader(new Progress(0), block).read(input, reader.take.bind(reader));
  if (!reader.hasItems) return "whole";
  return attempt(() => ({
    context: entryOf(reader.frame(), "@context")?.value,
    items: found.map(([item, line]) => parseJson(item, "a", line)),
  }));
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

test("items are those of the document, on the same lines", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      document,
      fc.constantFrom(0, 1, 2),
      fault,
      fc.integer({ min: 1, max: 50 }),
      async (value, indent, wrong, block) => {
        const json = JSON.stringify(value, null, indent);
        const [at, more] = wrong ?? [json.length, ""];
        const text = json.slice(0, at) + more + json.slice(at + (wrong === null ? 0 : 1));
        const found = await asItems(text, block);
        if (found === "whole") return;
        expect(found).toEqual(asWhole(text));
        count += found?.items.length ?? 0;
      },
    ),
    { numRuns },
  );
  expect(count).toBeGreaterThan(numRuns / 10);
});

import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { enclose } from "../../../../src/adapters/edge/service.ts";

const answer = { name: "Åland \u{1f600}", values: [1, null] };

test("an answer goes out as it is, as a text, or as a text that is packed", () => {
  expect(enclose("none", answer)).toBe(answer);
  expect(enclose("payload", answer)).toEqual({ payload: JSON.stringify(answer) });
  const { payload } = enclose("deflated", answer) as { payload: string };
  const bytes = Buffer.from(JSON.parse(payload) as string, "base64");
  expect(inflateSync(bytes).toString()).toBe(JSON.stringify(answer));
});

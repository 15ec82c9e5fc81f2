/** Rules of faults as a tester may write them at first: the error has the right form. */
import { expect, test } from "vitest";
import { mock } from "../../../src/testing.ts";
import { california } from "./california.ts";

const rule = (given: object) => ({ rules: [given] });

test.each<[string, object, string]>([
  [
    "a status as code",
    rule({ kind: "error", code: 503 }),
    'mock: \'faults.rules[0].code\' is a name, not 503: give { kind: "error", code: "unavailable" }',
  ],
  [
    "a status as kind, in quotes",
    rule({ kind: "429" }),
    'mock: \'faults.rules[0].kind\' is a name, not "429": give { kind: "error", code: "resourceExhausted" }',
  ],
  [
    "a status that three codes have",
    rule({ kind: "error", code: 500 }),
    'not 500: give { kind: "error", code: "internal" }',
  ],
  [
    "a status that the service does not send",
    rule({ kind: "error", code: 502 }),
    'not 502: give { kind: "status", status: 502 }',
  ],
  [
    "an endpoint without its list",
    rule({ kind: "reset", endpoints: "v2.node" }),
    "mock: 'faults.rules[0].endpoints' is a list of known names, not \"v2.node\"; did you mean ['v2.node']?",
  ],
  ["a number that is no status", rule({ kind: 7 }), "is one of error, status, reset, "],
  ["a longer number", rule({ kind: "5030" }), "is one of error, status, reset, "],
  [
    "a rule without its list",
    { kind: "error", code: "unavailable" },
    "mock: 'faults.kind' belongs into a rule: { rules: [{ kind: … }] }",
  ],
  [
    "a member of a rule beside the list",
    { rules: [{ kind: "reset" }], occurrences: [1] },
    "mock: 'faults.occurrences' belongs into a rule: { rules: [{ occurrences: … }] }",
  ],
  [
    "a status beside the list",
    { status: 503 },
    "mock: 'faults.status' belongs into a rule: { rules: [{ status: … }] }",
  ],
])("%s is refused with the form that is right", async (_, faults, message) => {
  const making = mock(california(), { faults });
  await expect(making).rejects.toThrow(message);
  await expect(making).rejects.toMatchObject({
    name: "TypeError",
    code: "OPTION",
    option:
      /'(.+?)'/.exec(message)?.[1] ?? expect.stringMatching(/^faults\.rules\[0\]\.(?:kind|code)$/),
  });
});

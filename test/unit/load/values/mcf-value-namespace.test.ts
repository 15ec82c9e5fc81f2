import { expect, test } from "vitest";
import { hasNamespace, withoutNamespace } from "../../../../src/load/values/mcf-value.ts";

test.each([
  ["who:a", true, "a"],
  ["dcid:undata:v/X", true, "v/X"],
  [" who: a ", false, "a"],
  ["https://a.org/x:y", false, "https://a.org/x:y"],
  ["who:https://a.org", true, "https://a.org"],
  ["a/b:c", false, "a/b:c"],
  ["a", false, "a"],
])("%j has a prefix: %s; without all of them it is %j", (id, has, rest) => {
  expect([hasNamespace(id), withoutNamespace(id)]).toEqual([has, rest]);
});

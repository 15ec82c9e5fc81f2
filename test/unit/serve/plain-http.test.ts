import { expect, test } from "vitest";
import { SharedHeaders } from "../../../src/serve/plain-http.ts";

test("headers that nobody can change are made once, others for each answer", () => {
  let made = 0;
  const shared = new SharedHeaders((given) => {
    made += 1;
    return { ...given, vary: "Accept-Encoding" };
  });
  const fixed = Object.freeze({ "content-type": "application/json" });
  const first = shared.of(fixed);
  expect(first).toEqual({ "content-type": "application/json", vary: "Accept-Encoding" });
  expect(shared.of(fixed)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(made).toBe(1);
  const open = { "content-type": "text/plain" };
  expect(shared.of(open)).toEqual({ "content-type": "text/plain", vary: "Accept-Encoding" });
  expect(shared.of(open)).not.toBe(shared.of(open));
  expect(made).toBe(4);
});

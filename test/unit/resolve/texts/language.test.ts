import { expect, test } from "vitest";
import { textWithoutLanguage } from "../../../../src/resolve/texts/language.ts";

test.each([
  ["Kalifornien@de", "Kalifornien"],
  ["加州@zh-Hans", "加州"],
  ["a@b@pt", "a@b"],
  ["California", "California"],
  ["me@home", "me@home"],
  ["@de", "@de"],
  ["a@", "a@"],
  ["a@d", "a@d"],
  ["a@de-", "a@de-"],
])("%s → %s", (text, expected) => {
  expect(textWithoutLanguage(text)).toBe(expected);
});

/** Addresses that lead nowhere. */
import { expect, test } from "vitest";
import { addressProblem } from "../../../../src/load/values/addresses.ts";

test.each([
  "https://example.org/data",
  "http://localhost:8080",
  "HTTPS://EXAMPLE.ORG",
  "ftp://example.org/a.csv",
  "file:///C:/my/p.csv",
  "s3://bucket/key",
  "doi:10.1000/182",
  "data/places.csv",
  "places.v2.csv",
  "",
])("%j is one, or a file, or nothing", (text) => {
  expect(addressProblem(text)).toBeUndefined();
});

test.each([
  "htps://a.org/p",
  "htp://a.org/p",
  "https:/a.org/p",
  "https//a.org/p",
  "https:\\\\a.org",
  "https://",
  "https://https://a.org",
  "https://a org/p",
  "https://a.org/p, https://b.org",
  "a.org/p",
  "www.example.org",
  "n/a",
  "to-do",
])("%j is none", (text) => {
  expect(addressProblem(text)).toContain("which is no address");
});

test.each([
  "todo",
  "TO-DO",
  "tba",
  "TBD",
  "unknown",
  "xx",
  "XxX",
  "?",
  "???",
  "none",
  "-",
  "a.de/",
  "sub.a-b.com/x",
  "x.edu/",
  "x.gov/",
  "x.int/",
  "x.net/",
  "WWW.x",
  "https:///a",
  "https://\\a",
  "http:a.org",
  "ftp:/a.org",
  "ttp://a.org",
  "http//a.org",
  "hhtp://a.org",
])("of %j the whole address is shown", (text) => {
  const problem = `is '${text}', which is no address, such as https://example.org/data`;
  expect(addressProblem(text)).toBe(problem);
});

test.each([
  "todos",
  "my-todo",
  "tbe",
  "x",
  "unknowns",
  "a.info/x",
  "a.com",
  "wwwx",
  "urn:a",
  "mailto:a@b.org",
])("%j may lead somewhere", (text) => {
  expect(addressProblem(text)).toBeUndefined();
});

import { expect, test } from "vitest";
import { derived } from "../../../../src/store/columns/column-source.ts";

test("is made once for each owner, by the first that asks", () => {
  const made: object[] = [];
  const indexOf = derived((owner: object) => made.push(owner));
  const [a, b] = [{}, {}];
  expect([indexOf(a), indexOf(b), indexOf(a), indexOf(b)]).toEqual([1, 2, 1, 2]);
  expect(made).toEqual([a, b]);
});

test("makers do not see what others made for the same owner", () => {
  const owner = {};
  const one = derived((_: object) => "one");
  const two = derived((_: object) => "two");
  expect([one(owner), two(owner), one(owner)]).toEqual(["one", "two", "one"]);
});

test("two copies of a maker with a name share what one of them made", () => {
  const owner = {};
  const made: string[] = [];
  const [one, two] = ["one", "two"].map((copy) =>
    derived(
      (_: object) => made.push(copy),
      (given) => given,
      "test.copies",
    ),
  );
  expect([one!(owner), two!(owner)]).toEqual([1, 1]);
  expect(made).toEqual(["one"]);
});

test("what could not be made is made again", () => {
  let times = 0;
  const indexOf = derived((_: object) => {
    if (++times === 1) throw new Error("damaged");
    return times;
  });
  const owner = {};
  expect(() => indexOf(owner)).toThrow("damaged");
  expect(indexOf(owner)).toBe(2);
});

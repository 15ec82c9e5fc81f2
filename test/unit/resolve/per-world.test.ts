import { expect, test } from "vitest";
import { perWorld } from "../../../src/resolve/per-world.ts";
import { worldOf } from "../../oracle/small-world.ts";

test("perWorld builds once for each world, and not before it is asked", () => {
  const built: object[] = [];
  const indexOf = perWorld((world) => built.push(world));
  expect(built).toEqual([]);
  const [first, second] = [worldOf([]), worldOf([])];
  expect([indexOf(first), indexOf(second), indexOf(first)]).toEqual([1, 2, 1]);
  expect(built).toHaveLength(2);
});

test("perWorld keeps an index that is undefined", () => {
  let builds = 0;
  const indexOf = perWorld(() => {
    builds++;
  });
  const world = worldOf([]);
  indexOf(world);
  indexOf(world);
  expect(builds).toBe(1);
});

import { expect, test } from "vitest";
import { keep } from "../../../src/kept.ts";
import { joinParts } from "../../../src/parts.ts";

test.each<[unknown[], string]>([
  [[{ graph: "g.pocket", parts: [] }], "not an object, undefined, undefined"],
  [["g.pocket", "a.part", "world.json"], 'not "g.pocket", "a.part", "world.json"'],
  [["g.pocket", [1], "world.json"], 'not "g.pocket", a list of 1, "world.json"'],
])("joinParts says what it needs: %j", async (given, message) => {
  const joining = Reflect.apply(joinParts, undefined, given) as Promise<unknown>;
  await expect(joining).rejects.toThrow(TypeError);
  const again = Reflect.apply(joinParts, undefined, given) as Promise<unknown>;
  await expect(again).rejects.toThrow(message);
});

test.each<[unknown[], string]>([
  [[{ foo: 1 }], "keep needs a name, not an object"],
  [["world.pocket", { foo: 1 }], "keep needs a Commons, not an object"],
  [["world.pocket"], "keep needs a Commons, not undefined"],
])("keep says what it needs, before it looks for storage: %j", async (given, message) => {
  const keeping = Reflect.apply(keep, undefined, given) as Promise<unknown>;
  await expect(keeping).rejects.toThrow(new TypeError(message));
});

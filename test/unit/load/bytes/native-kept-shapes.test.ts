import { expect, test } from "vitest";
import { keepOne } from "../../../../src/load/bytes/native.ts";

test("one object of each class is made beside the first, and none beside those that follow", () => {
  let made = 0;
  class Reader {
    constructor() {
      made += 1;
      keepOne(Reader, () => new Reader());
    }
  }
  class Other {
    constructor() {
      made += 100;
      keepOne(Other, () => new Other());
    }
  }
  new Reader();
  expect(made).toBe(2);
  new Reader();
  expect(made).toBe(3);
  new Other();
  expect(made).toBe(203);
});

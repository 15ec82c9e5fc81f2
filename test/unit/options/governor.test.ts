import { describe, expect, test } from "vitest";
import { LimitError } from "../../../src/errors/errors.ts";
import { Governor } from "../../../src/options/governor.ts";

const settingOf = (run: () => void): string | undefined => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LimitError);
    return (error as LimitError).setting;
  }
  return undefined;
};
const until = (time: number): void => {
  while (performance.now() < time);
};

describe("a governor", () => {
  test("lets exactly so many rows and bytes pass", () => {
    const governor = new Governor({ maxRows: 10, maxMemoryBytes: 100 });
    governor.rows(9);
    governor.rows(1);
    governor.bytes(100);
    expect(settingOf(() => governor.rows(1))).toBe("maxRows");
    expect(settingOf(() => governor.bytes(1))).toBe("maxMemoryBytes");
  });

  test("takes memory back", () => {
    const governor = new Governor({ maxMemoryBytes: 100 });
    governor.bytes(100);
    governor.bytes(-50);
    governor.bytes(50);
    expect(settingOf(() => governor.bytes(1))).toBe("maxMemoryBytes");
  });

  test("names the limit and the setting", () => {
    const governor = new Governor({ maxRows: 7, maxMemoryBytes: 8, timeout: 0 });
    expect(() => governor.rows(8)).toThrow(/more than 7 rows: .*'maxRows'/);
    expect(() => governor.bytes(9)).toThrow(/more than 8 bytes of memory: .*'maxMemoryBytes'/);
    governor.look();
    expect(() => governor.look()).toThrow(/longer than 0 ms: .*'timeout'/);
  });

  test("ends a request at its deadline, after some thousands of steps at most", () => {
    const governor = new Governor({ timeout: 5 });
    governor.look();
    until(performance.now() + 6);
    let steps = 0;
    const go = () => {
      for (; steps < 100_000; steps++) governor.work(1);
    };
    expect(settingOf(go)).toBe("timeout");
    expect(steps).toBeLessThan(5000);
  });

  test("counts time from the first look, and not before", () => {
    const governor = new Governor({ timeout: 20 });
    until(performance.now() + 25);
    expect(() => governor.look()).not.toThrow();
  });

  test("refuses long work for which there is no time before it begins", () => {
    const governor = new Governor({ timeout: 1000 });
    governor.work(1_000_000);
    expect(settingOf(() => governor.work(1e9))).toBe("timeout");
  });

  test("looks at the signal", () => {
    const abort = new AbortController();
    const governor = new Governor({ signal: abort.signal });
    governor.look();
    abort.abort(new Error("enough"));
    expect(() => governor.look()).toThrow("enough");
  });

  test("without limits never ends a request", () => {
    const none = Number.POSITIVE_INFINITY;
    const governor = new Governor({ timeout: none, maxRows: none, maxMemoryBytes: none });
    expect(() => {
      governor.rows(1e15);
      governor.bytes(1e15);
      governor.work(1e15);
    }).not.toThrow();
  });
});

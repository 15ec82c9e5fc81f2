/** The lease of a publisher, when the store is away for a moment and when a clock was wrong. */

import { expect, test } from "vitest";
import { pointerVersion, readPointer } from "../../../../src/parts/world-pointer.ts";
import { changePointer, Lease, pointerOf } from "../../../../src/remote/versions/held-pointer.ts";
import type { PublishTarget } from "../../../../src/remote/versions/publish-target.ts";

/** A target that holds a pointer alone. Its next reads fail, as many as `failures`. */
class PointerAlone implements PublishTarget {
  readonly name = "memory";
  failures = 0;
  #bytes: Uint8Array | undefined;
  #mark = 0;

  async readPointer() {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error("the store is away");
    }
    return this.#bytes && { bytes: this.#bytes, mark: String(this.#mark) };
  }

  async writePointer(bytes: Uint8Array, mark: string | undefined) {
    if (mark !== (this.#bytes && String(this.#mark))) return false;
    this.#bytes = bytes;
    this.#mark += 1;
    return true;
  }

  async put(): Promise<void> {}
  async remove(): Promise<void> {}
}

const writingUntil = async (target: PublishTarget, milliseconds: number) => {
  const until = new Date(Date.now() + milliseconds).toISOString();
  await changePointer(target, (pointer) => ({
    ...pointer,
    writing: { by: "another", until, addresses: [] },
  }));
};

const later = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test("a store that is away for a moment does not end the lease", async () => {
  const target = new PointerAlone();
  const lease = await Lease.take(target, 600);
  target.failures = 2;
  await later(700);
  expect(target.failures).toBe(0);
  expect(lease.lost.signal.aborted).toBe(false);
  await lease.release();
  expect((await pointerOf(target)).writing).toBeUndefined();
});

test("a lease that cannot be renewed before its end is lost", async () => {
  const target = new PointerAlone();
  const lease = await Lease.take(target, 300);
  target.failures = 1_000;
  await later(500);
  expect(lease.lost.signal.reason).toMatchObject({ message: "the store is away" });
});

test("a lease that another publisher took is lost at once", async () => {
  const target = new PointerAlone();
  const lease = await Lease.take(target, 600);
  await writingUntil(target, 60_000);
  await later(350);
  expect(String(lease.lost.signal.reason)).toContain("another publisher took over");
});

test("another publisher waits for a lease, and not for an end that no lease can have", async () => {
  const target = new PointerAlone();
  const day = 86_400_000;
  await writingUntil(target, day);
  await expect(Lease.take(target, 1_000)).rejects.toThrow("another publisher is at work");
  await writingUntil(target, 3 * day);
  const lease = await Lease.take(target, 1_000);
  await lease.release();
  const empty = new TextEncoder().encode(
    JSON.stringify({ pocketCommonsWorld: pointerVersion, versions: [] }),
  );
  expect(await pointerOf(target)).toEqual(readPointer(empty, String as never));
});

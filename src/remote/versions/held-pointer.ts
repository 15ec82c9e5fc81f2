/** The pointer of a target, changed by one publisher at a time. */

import type { StoredObject, StoredPack } from "../../parts/stored-pieces.ts";
import {
  pointerBytes,
  pointerVersion,
  readPointer,
  type WorldPointer,
  type WorldVersion,
} from "../../parts/world-pointer.ts";
import { failing, RemoteError } from "../stores/block-store.ts";
import type { PublishTarget } from "./publish-target.ts";

/** So often a pointer is read again that somebody else has changed meanwhile. */
const triesMax = 20;

/** What a target holds now; a pointer without versions where there is none. */
export async function pointerOf(target: PublishTarget): Promise<WorldPointer> {
  return (await held(target)).pointer;
}

async function held(target: PublishTarget) {
  const given = await target.readPointer();
  if (given === undefined) {
    return { pointer: { pocketCommonsWorld: pointerVersion, versions: [] }, mark: undefined };
  }
  return { pointer: readPointer(given.bytes, failing(target.name)), mark: given.mark };
}

/**
 * Changes the pointer, from what it holds when it is written.
 *
 * @param change may be called again, when somebody else was faster; what it throws ends all
 */
export async function changePointer(
  target: PublishTarget,
  change: (pointer: WorldPointer) => WorldPointer,
): Promise<WorldPointer> {
  for (let tries = 0; tries < triesMax; tries++) {
    const { pointer, mark } = await held(target);
    const next = change(pointer);
    if (await target.writePointer(pointerBytes(next), mark)) return next;
    await new Promise((done) => setTimeout(done, 20 * Math.random() * (tries + 1)));
  }
  const message = `${target.name}: the pointer was changed by others, ${triesMax} times`;
  throw new RemoteError("unavailable", message);
}

export function objectsOf({ snapshot, parts = [] }: WorldVersion): readonly StoredObject[] {
  return [snapshot, ...parts];
}

/** What lies in the store for a version. */
export function packsOf(version: WorldVersion): readonly StoredPack[] {
  return objectsOf(version).flatMap((object) => object.packs ?? [object]);
}

/** Addresses of objects that some version needs. */
function neededIn({ versions }: WorldPointer): ReadonlySet<string> {
  return new Set(versions.flatMap(packsOf).map(({ address }) => address));
}

/** Milliseconds that a lease may last. */
export const leaseMax = 86_400_000;

/** Whether another publisher may be at work. An end that no lease can have was written by a wrong clock. */
function isHeld(until: string): boolean {
  const left = Date.parse(until) - Date.now();
  return left > 0 && left <= 2 * leaseMax;
}

/**
 * The right to write and remove objects, until it is released. It ends by itself when a publisher was killed; the
 * next one then removes what that one wrote.
 */
export class Lease {
  readonly #target: PublishTarget;
  readonly #milliseconds: number;
  readonly #by = crypto.randomUUID();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By another publisher. */
  #isTaken = false;
  /** When it ends, as the pointer says. */
  #until = 0;
  #renewing: Promise<void> = Promise.resolve();
  /** Aborts when the lease is lost. */
  readonly lost = new AbortController();

  private constructor(target: PublishTarget, milliseconds: number) {
    this.#target = target;
    this.#milliseconds = milliseconds;
  }

  /**
   * Takes the lease, and removes what a killed publisher left.
   *
   * @throws RemoteError (rejects) `unavailable` while another publisher has it
   */
  static async take(target: PublishTarget, milliseconds: number): Promise<Lease> {
    const lease = new Lease(target, milliseconds);
    lease.#keep(
      await changePointer(target, (pointer) => {
        const { writing } = pointer;
        if (writing !== undefined && isHeld(writing.until)) {
          const message = `another publisher is at work; if it was killed, its lease ends at ${writing.until}`;
          throw new RemoteError("unavailable", `${target.name}: ${message}`);
        }
        return { ...pointer, writing: lease.#writing(writing?.addresses ?? []) };
      }),
    );
    lease.#renewLater();
    try {
      await lease.clean();
      return lease;
    } catch (error) {
      lease.#end();
      throw error;
    }
  }

  /** Changes the pointer while this publisher has the lease. */
  async change(
    change: (pointer: WorldPointer) => WorldPointer,
    addresses: readonly string[] = [],
  ): Promise<WorldPointer> {
    return this.#keep(
      await changePointer(this.#target, (pointer) => {
        if (pointer.writing?.by !== this.#by) throw this.#loss();
        const writing = this.#writing([...new Set([...pointer.writing.addresses, ...addresses])]);
        return { ...change(pointer), writing };
      }),
    );
  }

  /**
   * Removes the objects that it wrote, or was to remove, and that no version needs.
   * @throws RemoteError (rejects) when another publisher took over: the objects that are named now are that one's
   */
  async clean(): Promise<void> {
    const pointer = await pointerOf(this.#target);
    if (pointer.writing?.by !== this.#by) throw this.#loss();
    const needed = neededIn(pointer);
    for (const address of pointer.writing.addresses) {
      this.lost.signal.throwIfAborted();
      if (!needed.has(address)) await this.#target.remove(address);
    }
  }

  /** After a failure. What cannot be removed now stays named in the pointer, for the next publisher. */
  async abandon(): Promise<void> {
    await this.clean()
      .then(() => this.release())
      .catch(() => this.#end());
  }

  async release(): Promise<void> {
    this.#end();
    await this.#renewing;
    await changePointer(this.#target, (pointer) => {
      if (pointer.writing?.by !== this.#by) throw this.#loss();
      const { writing: _, ...rest } = pointer;
      return rest;
    });
  }

  #writing(addresses: readonly string[]) {
    const until = new Date(Date.now() + this.#milliseconds).toISOString();
    return { by: this.#by, until, addresses };
  }

  /** Its end is the one that was written. */
  #keep(pointer: WorldPointer): WorldPointer {
    this.#until = Date.parse(pointer.writing?.until ?? "");
    return pointer;
  }

  #renewLater(wait = this.#milliseconds / 3): void {
    this.#timer = setTimeout(() => {
      this.#renewing = this.change((pointer) => pointer).then(
        () => this.#timer === undefined || this.#renewLater(),
        (error) => this.#renewAgain(error),
      ) as Promise<void>;
    }, wait);
  }

  /** A store may be away for a moment: until its end the lease is still this publisher's. */
  #renewAgain(error: unknown): void {
    const wait = this.#milliseconds / 20;
    if (this.#isTaken || Date.now() + wait >= this.#until) this.lost.abort(error);
    else if (this.#timer !== undefined) this.#renewLater(wait);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #loss(): RemoteError {
    this.#isTaken = true;
    const message = "another publisher took over, because this one was silent for too long";
    return new RemoteError("unavailable", `${this.#target.name}: ${message}`);
  }
}

/**
 * The world that a store names now: the snapshot that lies there, or the current version of a pointer. It is
 * opened again when the store names another one.
 */

import { SnapshotError } from "../errors/errors.ts";
import {
  isPointer,
  readPointer,
  tagOf,
  versionIn,
  type WorldVersion,
} from "../parts/world-pointer.ts";
import { RemoteWorld, type RemoteWorldOptions } from "./remote-world.ts";
import type { StoreReader } from "./store-reader.ts";
import { failing, RemoteError, type StoredSnapshot } from "./stores/block-store.ts";

/** Which version of a published world answers. */
export interface OpenedVersion {
  /** Undefined for a snapshot that lies in the store by itself. */
  readonly name: string | undefined;
  /** When it was published, as ISO 8601. */
  readonly published: string | undefined;
  /** When the store last named a version that could be opened, as milliseconds since 1970. */
  readonly checkedAt: number;
  /** Milliseconds between two looks at the store; undefined for a version that stays. */
  readonly follow: number | undefined;
}

interface NamedWorldOptions extends RemoteWorldOptions {
  /** Name of a version; undefined for the current one. */
  readonly version: string | undefined;
  /** Milliseconds between two looks at the store; undefined for none. */
  readonly follow: number | undefined;
}

/** What a store names. */
interface Named {
  /** Changes when the store names another snapshot. */
  readonly mark: string;
  readonly stored: StoredSnapshot | undefined;
  readonly version: WorldVersion | undefined;
  readonly checkedAt: number;
}

export class NamedWorld {
  readonly #options: NamedWorldOptions;
  #world: RemoteWorld | undefined;
  #named: Named | undefined;
  #reopening: Promise<RemoteWorld> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: NamedWorldOptions) {
    this.#options = options;
  }

  /**
   * @throws SnapshotError (rejects) when it is no snapshot that this version reads
   * @throws RemoteError (rejects)
   */
  async open(): Promise<void> {
    await this.#openNamed(await this.#look(false));
    this.#lookLater();
  }

  /** Undefined before it was opened. */
  get world(): RemoteWorld | undefined {
    return this.#world;
  }

  get version(): OpenedVersion {
    const { version, checkedAt = 0 } = this.#named ?? {};
    const { name, published } = version ?? {};
    return Object.freeze({ name, published, checkedAt, follow: this.#options.follow });
  }

  /** Whether an error may have passed when the world is opened again. */
  mayPass({ fault }: RemoteError): boolean {
    const isRemoved = fault === "missing" && this.#named?.version !== undefined;
    return fault === "replaced" || isRemoved;
  }

  /**
   * The world that took the place of another one; opened once for all questions that wait.
   * @throws RemoteError (rejects)
   */
  async after(old: RemoteWorld): Promise<RemoteWorld> {
    if (this.#world !== undefined && this.#world !== old) return this.#world;
    this.#reopening ??= this.#look(true)
      .then((named) => this.#openNamed(named))
      .finally(() => {
        this.#reopening = undefined;
      });
    try {
      return await this.#reopening;
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      const { fault, message, section, offset } = error;
      throw new RemoteError(fault === "truncated" ? fault : "damaged", message, {
        section,
        offset,
      });
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** What the store names now. */
  async #look(pastCaches: boolean): Promise<Named> {
    const { reader, version: wanted } = this.#options;
    reader.traffic.rounds++;
    const stored = await reader.describe(pastCaches);
    const checkedAt = Date.now();
    const { head, version: mark } = stored;
    if (head === undefined || !isPointer(head)) {
      if (wanted === undefined) return { mark, stored, version: undefined, checkedAt };
      throw new RemoteError("unsuitable", `${reader.name}: it is a snapshot without versions`);
    }
    const bytes = await wholeOf(reader, stored, head, pastCaches);
    const fail = failing(reader.name);
    const version = versionIn(readPointer(bytes, fail), wanted, fail);
    return { mark: tagOf(version), stored: undefined, version, checkedAt };
  }

  async #openNamed(named: Named): Promise<RemoteWorld> {
    const { stored, version } = named;
    const world = await RemoteWorld.open({ ...this.#options, stored, named: version });
    this.#world = world;
    this.#named = named;
    return world;
  }

  #lookLater(): void {
    const { follow } = this.#options;
    if (follow === undefined) return;
    this.#timer = setTimeout(() => {
      void this.#follow().then(() => {
        if (this.#timer !== undefined) this.#lookLater();
      });
    }, follow);
    // It does not keep a program alive. A page has numbers here.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Opens what the store names now. The old world stays when this fails: the next look may do better. */
  async #follow(): Promise<void> {
    try {
      const named = await this.#look(true);
      const isSame =
        named.mark === this.#named?.mark && named.version?.name === this.#named.version?.name;
      if (isSame) this.#named = named;
      else await (this.#reopening ?? this.#openNamed(named));
    } catch {}
  }
}

const pointerBytesMax = 1 << 24;

/** All bytes of a pointer, of which the store gave the first ones. */
async function wholeOf(
  reader: StoreReader,
  { length, version }: StoredSnapshot,
  head: Uint8Array,
  pastCaches: boolean,
): Promise<Uint8Array> {
  if (head.length === length) return head;
  if (length > pointerBytesMax) {
    throw new RemoteError(
      "damaged",
      `${reader.name}: it is no snapshot, and too long for a pointer`,
    );
  }
  reader.traffic.rounds++;
  const [rest = new Uint8Array()] = await reader.read(
    [{ start: head.length, end: length }],
    version,
    pastCaches,
  );
  const whole = new Uint8Array(length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

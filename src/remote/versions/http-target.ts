/** Worlds published over HTTP: by PUT and DELETE, as object storage takes them. */

import { requireOptions } from "../../options/required-options.ts";
import { RemoteError } from "../stores/block-store.ts";
import { type HttpOptions, HttpPlace, httpRows } from "../stores/http-place.ts";
import { checkStatus, missingStatuses } from "../stores/range-answer.ts";
import { tried } from "../stores/tries.ts";
import {
  cacheHeaders,
  type HeldPointer,
  type PublishTarget,
  type PutOptions,
} from "./publish-target.ts";

/**
 * A place on a server that takes PUT and DELETE: S3 and stores with its interface by presigned addresses (`sign`) or
 * by a client that signs requests (`fetch`), WebDAV, or a gateway with a token (`headers`). Two publishers at the same
 * time are kept apart only by a server that heeds `If-Match` and `If-None-Match` for PUT.
 *
 * @param url of the pointer: `https://…/world.json`
 * @throws TypeError for an address that is neither `https:` nor of this machine
 */
export function httpTarget(url: string | URL, options: HttpOptions = {}): PublishTarget {
  requireOptions("httpTarget", options, httpRows);
  return new HttpTarget(new HttpPlace(url, options, "httpTarget"));
}

/** Not among the types of Node. */
const pastCaches: object = { cache: "reload" };

/** Statuses that say that somebody else was faster. */
const changedStatuses: readonly number[] = [409, 412];
const notImplemented = 501;

class HttpTarget implements PublishTarget {
  readonly name: string;
  readonly #place: HttpPlace;

  constructor(place: HttpPlace) {
    this.#place = place;
    this.name = place.name;
  }

  async readPointer(): Promise<HeldPointer | undefined> {
    return await this.#send("GET", this.#place, { ...pastCaches }, async (response) => {
      if (missingStatuses.includes(response.status)) return undefined;
      this.#check(response);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const tag = response.headers.get("etag") ?? "";
      return { bytes, mark: tag.startsWith('"') ? tag : "" };
    });
  }

  async writePointer(bytes: Uint8Array, mark: string | undefined): Promise<boolean> {
    const condition = mark === undefined ? { "if-none-match": "*" } : conditionOf(mark);
    if (!(await this.#putPointer(bytes, condition))) await this.#putPointer(bytes, {});
    // Whatever the answer was: a first try may have come through whose answer was lost, and a server that does not heed
    // the condition may have taken what another publisher wrote a moment later.
    const now = await this.readPointer();
    return (
      now !== undefined && new TextDecoder().decode(now.bytes) === new TextDecoder().decode(bytes)
    );
  }

  /** @returns (resolves) whether the server knows conditions */
  async #putPointer(
    bytes: Uint8Array,
    condition: Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const headers = {
      ...condition,
      "content-type": "application/json",
      "cache-control": cacheHeaders.pointer,
    };
    const init = { headers, body: new Uint8Array(bytes) };
    return await this.#send("PUT", this.#place, init, async (response) => {
      await response.body?.cancel().catch(() => {});
      const isConditional = Object.keys(condition).length > 0;
      if (response.status === notImplemented && isConditional) return false;
      if (!changedStatuses.includes(response.status)) this.#check(response);
      return true;
    });
  }

  async put(address: string, object: Blob, { signal }: PutOptions): Promise<void> {
    const headers = {
      "content-type": "application/octet-stream",
      "cache-control": cacheHeaders.object,
    };
    const init: RequestInit & { headers: Record<string, string> } = {
      headers,
      body: object,
      ...(signal === undefined ? {} : { signal }),
    };
    await this.#send("PUT", this.#place.beside(address), init, async (response) => {
      await response.body?.cancel().catch(() => {});
      this.#check(response);
    });
  }

  async remove(address: string): Promise<void> {
    await this.#send("DELETE", this.#place.beside(address), {}, async (response) => {
      await response.body?.cancel().catch(() => {});
      if (!missingStatuses.includes(response.status)) this.#check(response);
    });
  }

  #send<Result>(
    method: string,
    place: HttpPlace,
    init: RequestInit & { readonly headers?: Record<string, string> },
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    return tried(
      () => place.send(method, init, read),
      init.signal ?? new AbortController().signal,
      (error) => place.failure(error),
    );
  }

  /** @throws RemoteError for a status that is no success */
  #check(response: Response): void {
    if (response.ok) return;
    checkStatus(response, this.name);
    const message = `${this.name}: the server answers with status ${response.status}`;
    throw new RemoteError("unsuitable", message);
  }
}

const conditionOf = (mark: string): Record<string, string> =>
  mark === "" ? {} : { "if-match": mark };

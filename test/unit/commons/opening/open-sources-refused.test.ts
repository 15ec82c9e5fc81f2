/** Sources that are none, in Node and in a page: the error says what to do. */

import { describe, expect, test, vi } from "vitest";
import { open as openInPage } from "../../../../src/browser.ts";
import { open } from "../../../../src/index.ts";

const town = "Node: dcid:Springfield\ntypeOf: dcs:City\n";

describe.each([
  ["in Node", open, "a path, a file URL, "],
  ["in a page", openInPage, ""],
])("%s", (_, openHere, paths) => {
  const address = "https://example.org/x.pocket";

  test.each([address, new URL(address), [address]])(
    "an address is refused with the two ways to read it: %j",
    async (source) => {
      await expect(openHere(source as never)).rejects.toThrow(
        new TypeError(
          `open reads files, and "${address}" is an address: openRemote of pocket-commons/remote ` +
            "asks a snapshot there; await fetch(address) gives a Response, which is a source",
        ),
      );
    },
  );

  test("a promise is to be awaited, alone, in a list and as the content of a file", async () => {
    const promise = Promise.resolve(new Response(town));
    const kinds = `open needs ${paths}files in memory, a snapshot or a Commons, or a list of them`;
    for (const source of [promise, [promise]]) {
      await expect(openHere(source as never)).rejects.toThrow(
        new TypeError(`${kinds}, not a Promise: await it first`),
      );
    }
    await expect(openHere({ "town.mcf": promise } as never)).rejects.toThrow(
      "the file 'town.mcf' needs a text, bytes or a stream, not a Promise: await it first",
    );
  });
});

test("a request that nobody awaited fails later without an error of its own", async () => {
  const failing = () =>
    new Promise((_, reject) => setTimeout(reject, 20, new Error("there is no network")));
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  for (const source of [failing(), [failing()], { "town.mcf": failing() }]) {
    await expect(open(source as never)).rejects.toThrow("not a Promise: await it first");
  }
  await new Promise((resolve) => setTimeout(resolve, 40));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("bytes of another file than a snapshot need a name, and the message says so", async () => {
  const bytes = new TextEncoder().encode("variable,entity,date,value\nV,geoId/06,2020,1\n");
  const message = 'is not a snapshot: other files need a name, as { "a.csv": bytes }';
  for (const opening of [open, openInPage]) {
    await expect(opening(bytes)).rejects.toThrow(message);
    const { info } = await opening({ "a.csv": bytes });
    expect(info.observationCount).toBe(1);
  }
});

test("a page offers no paths, and says that it has none", async () => {
  const here = "open needs files in memory or the bytes of a snapshot here, not";
  for (const [source, message] of [
    [
      "us-states",
      `${here} "us-states": no files; await fetch(address) gives a Response, which it takes`,
    ],
    [
      new URL("file:///a.mcf"),
      `${here} a URL: no files; await fetch(address) gives a Response, which it takes`,
    ],
    [
      new Date(),
      "open needs files in memory, a snapshot or a Commons, or a list of them, not a Date",
    ],
  ] as const) {
    await expect(openInPage(source as never)).rejects.toThrow(new TypeError(message));
  }
});

test("a file of a page that can no longer be read is named", async () => {
  const gone = new File(["x"], "gone.csv");
  gone.arrayBuffer = async () => {
    throw new DOMException("The requested file could not be read", "NotReadableError");
  };
  for (const source of [gone, [gone], { "gone.csv": gone }]) {
    await expect(open(source)).rejects.toMatchObject({
      code: "LOAD",
      message: "gone.csv: cannot be read: The requested file could not be read",
      cause: { name: "NotReadableError" },
    });
  }
});

test("a Commons that was posted to a worker says what to post", async () => {
  const copy = structuredClone(await open({ "a.mcf": "Node: a\ntypeOf: dcs:City\n" }));
  await expect(open(copy as unknown as Parameters<typeof open>[0])).rejects.toThrow(
    "open: this is a copy of an open Commons, which has lost its methods: post commons.share(), and give it to attach",
  );
});

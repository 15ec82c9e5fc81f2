/** Any endpoint, as a client of the real service would ask it. */

import { type CliCommand, dialectOption, text, textOption } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { UsageError } from "../io.ts";

export const queryCommand: CliCommand = {
  usage: "query <source> <path>",
  about: "send a request to any endpoint and print its JSON, or with --csv a row per value",
  options: [
    { flags: "-b, --body <json>", about: "POST this; - reads it from standard input" },
    dialectOption,
  ],
  examples: [
    "pocket-commons query data '/v2/node?nodes=geoId/06&property=->name'",
    `pocket-commons query data /v2/sparql --body '{"query":"SELECT ?a WHERE { ?a typeOf State }"}'`,
  ],
  run: async ([source, path], options, { io, ask }) => {
    if (!text(path).startsWith("/")) throw new UsageError("a path begins with /");
    const commons = await ask([text(source)], options);
    const given = textOption(options, "body");
    const body = given === "-" ? await io.stdin() : given;
    const response = await commons.fetch(
      text(path),
      body === undefined ? undefined : { method: "POST", body },
    );
    const json: unknown = await response.json();
    return {
      json,
      rows: { columns: ["path", "value"], rows: [...leavesOf(json)] },
      text: JSON.stringify(json, null, 2).split("\n"),
      exitCode: response.ok ? exitCodes.done : exitCodes.mistakes,
    };
  },
};

/** Every value that holds no others, after its path as a JSON pointer (RFC 6901). */
function* leavesOf(json: unknown, path = ""): Generator<string[]> {
  if (typeof json !== "object" || json === null) {
    yield [path, String(json)];
    return;
  }
  for (const [key, value] of Object.entries(json)) {
    const name = key.replaceAll("~", "~0").replaceAll("/", "~1");
    yield* leavesOf(value, `${path}/${name}`);
  }
}

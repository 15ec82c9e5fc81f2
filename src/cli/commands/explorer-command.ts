/** The explorer's page as files for any web server. */

import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type CliCommand, text, textOption } from "../command.ts";
import { UsageError } from "../io.ts";
import { options as rows } from "../options.ts";

const policyOfPage = "default-src 'self';";

export const explorerCommand: CliCommand = {
  usage: "explorer <folder>",
  about: "write the explorer's page into a folder that any web server can give",
  details:
    "The page opens the world of --world by itself. Where that lies at another origin, the policy of the page allows " +
    "this origin too, and no other.",
  options: [
    {
      flags: "--world <address>",
      about: "a snapshot or world.json: its address, or its path from the page",
      byDefault: "world.pocket",
    },
    rows.force,
  ],
  groups: [],
  examples: [
    "pocket-commons explorer site",
    "pocket-commons explorer site --world https://data.example.org/world.json",
  ],
  run: async ([folder], options) => {
    const world = textOption(options, "world") ?? "";
    const policy = policyFor(world);
    const target = text(folder);
    const built = explorerFolder("explorer needs");
    refuseExisting(target, options["force"] === true);
    cpSync(built, target, { recursive: true });
    cpSync(new URL("../meaning.bin", built), join(target, "meaning.bin"));
    const page = join(target, "index.html");
    writeFileSync(page, readFileSync(page, "utf8").replace(policyOfPage, policy));
    writeFileSync(join(target, "explorer.json"), `${JSON.stringify({ world })}\n`);
    return { rows: noRows, text: [`${target} has the explorer of ${world}`] };
  },
};

/** It has no option for rows. */
const noRows = { columns: [], rows: [] };

/** @throws UsageError for a file, and for a folder with another page */
function refuseExisting(folder: string, isAllowed: boolean): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isFile() === true) {
    throw new UsageError(
      `${folder} is a file: explorer takes the folder that it writes, and --world names the world`,
    );
  }
  const page = join(folder, "index.html");
  // One that was written before is the explorer's.
  const isOther = existsSync(page) && !/src="\.\/page-\w+\.js"/.test(readFileSync(page, "utf8"));
  if (isOther && !isAllowed) {
    throw new UsageError(
      `${page} exists, and is not the explorer's: choose another folder; --force replaces it`,
    );
  }
}

/** @throws UsageError for an address that pages do not read */
function policyFor(world: string): string {
  if (!/^[a-z][a-z\d+.-]*:|^\/\//i.test(world)) return policyOfPage;
  const { protocol, origin, hostname } = URL.canParse(world) ? new URL(world) : nowhere;
  const isHere = protocol === "http:" && /^(?:localhost|127(?:\.\d+){3})$/.test(hostname);
  if (protocol === "https:" || isHere) return `${policyOfPage} connect-src 'self' ${origin};`;
  throw new UsageError(
    `--world takes a path, or an address of https: (or of http: on this machine), not ${world}`,
  );
}

const nowhere = { protocol: "", origin: "", hostname: "" } as const;

/**
 * Beside the built command, or where a build put it beside the source.
 *
 * @param what begins the error where it is not
 */
export function explorerFolder(what: string): URL {
  for (const place of ["./explorer/", "../../../dist/explorer/"]) {
    const folder = new URL(place, import.meta.url);
    if (existsSync(fileURLToPath(folder))) return folder;
  }
  throw new UsageError(`${what} the explorer's files, which are not beside the command`);
}

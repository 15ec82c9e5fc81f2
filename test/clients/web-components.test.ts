/**
 * The npm package `@datacommonsorg/web-components`. What was published so far has types and no code;
 * the components themselves are a file of the website, which a test without network cannot load.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentsOf, say, skipped } from "./environment.ts";

const version = "0.0.1";
const folder = await contentsOf("web-components", `@datacommonsorg/web-components@${version}`);
if (typeof folder !== "string") skipped(folder);

test.skipIf(typeof folder !== "string")(
  `the web components ${version} define no element that a browser could draw`,
  () => {
    const home = join(folder as string, "dist");
    const code = readdirSync(home)
      .filter((name) => /\.[cm]?js$/.test(name))
      .map((name) => readFileSync(join(home, name), "utf8"))
      .join("");
    expect(readFileSync(join(home, "main.d.ts"), "utf8")).toContain("datacommons-bar");
    expect(code).not.toContain("customElements");
    say(
      `SKIPPED @datacommonsorg/web-components ${version} in a browser: the package has types and no code (${code.trim().length} characters)`,
    );
  },
);

/** What a folder holds besides its data is not loaded. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { loadTexts, withFolder } from "../load-texts.ts";

const own = { "a.mcf": "Node: dcid:own\ntypeOf: dcs:City\n" };
const other = "Node: dcid:other\ntypeOf: dcs:City\n";

async function worldWith(path: string, act: (commons: Commons, folder: string) => unknown) {
  await withFolder(own, async (folder) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, other);
    await act(await open(folder), folder);
  });
}

const skippedIn = ({ info }: Commons) =>
  info.diagnostics.counters.find(({ counter }) => counter === "Source_SkippedFolder");

describe("a folder of a tool", () => {
  test.each([
    "node_modules/pocket-commons/data-samples/b.mcf",
    "deep/node_modules/b.mcf",
    ".git/b.mcf",
    ".venv/b.mcf",
    "bower_components/b.mcf",
    "__pycache__/b.mcf",
    "__MACOSX/b.mcf",
  ])("is left out and told: %s", async (path) => {
    await worldWith(path, (commons, folder) => {
      expect(commons.info.nodeCount).toBe(1);
      const [first = ""] =
        /.*?(?:node_modules|bower_components|__\w+|\.\w+)(?=\/)/.exec(path) ?? [];
      expect(skippedIn(commons)).toMatchObject({
        level: "info",
        count: 1,
        examples: [{ file: join(folder, first) }],
      });
    });
  });

  test("is one of those that tools and systems make", async () => {
    const names = [
      ..."node_modules bower_components jspm_packages site-packages".split(" "),
      ..."__pycache__ __MACOSX CVS lost+found $RECYCLE.BIN".split(" "),
      "System Volume Information",
    ];
    const texts = Object.fromEntries(names.map((name) => [`${name}/b.mcf`, other]));
    const { sink, diagnostics, messages } = await loadTexts({ ...own, ...texts });
    expect(sink.lines).toEqual(["own typeOf City"]);
    expect([...diagnostics].sort()).toEqual(
      names.map((name) => `info Source_SkippedFolder ${name}`).sort(),
    );
    expect(messages[0]).toBe(
      "is a folder of a tool, or hidden, and is not loaded; name it as a source to load it",
    );
  });

  test.each(["pyvenv.cfg", "CACHEDIR.TAG"])("is known by its %s", async (mark) => {
    await withFolder(own, async (folder) => {
      await mkdir(join(folder, "env", "lib"), { recursive: true });
      await writeFile(join(folder, "env", mark), "");
      await writeFile(join(folder, "env", "lib", "b.mcf"), other);
      const commons = await open(folder);
      expect(commons.info.nodeCount).toBe(1);
      expect(skippedIn(commons)).toMatchObject({
        count: 1,
        examples: [{ file: join(folder, "env") }],
      });
      // Named by the caller it is a source like any other.
      expect((await open([folder, join(folder, "env")])).info.nodeCount).toBe(2);
    });
  });

  test("is left out behind a link too", async () => {
    await withFolder({ ...own, "lib/b.mcf": other }, async (folder) => {
      await withFolder(own, async (project) => {
        await symlink(join(folder, "lib"), join(project, "node_modules"));
        const commons = await open(project);
        expect(commons.info.nodeCount).toBe(1);
        expect(skippedIn(commons)?.count).toBe(1);
      });
    });
  });

  test("is loaded when it is named", async () => {
    await worldWith("node_modules/b.mcf", async (_, folder) => {
      expect((await open(join(folder, "node_modules"))).info.nodeCount).toBe(1);
    });
  });
});

test.each(["modules/b.mcf", "vendor/b.mcf", "build/b.mcf", "node_modules.mcf", "cvs/b.mcf"])(
  "other folders and files are loaded, without a word: %s",
  async (path) => {
    await worldWith(path, (commons) => {
      expect(commons.info.nodeCount).toBe(2);
      expect(skippedIn(commons)).toBeUndefined();
    });
  },
);

test("hidden files are left out without a word", async () => {
  await worldWith(".b.mcf", (commons) => {
    expect(commons.info.nodeCount).toBe(1);
    expect(commons.info.diagnostics.counters).toEqual([]);
  });
});

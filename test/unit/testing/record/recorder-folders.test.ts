/** Folders that recordings are saved into. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../../../src/index.ts";
import { type Recorder, record } from "../../../../src/testing.ts";
import { withFolder } from "../../load/load-texts.ts";

const names = { a: "Anna", b: "Berta" };

async function recorded(node: keyof typeof names): Promise<Recorder> {
  const live = await open({ "a.mcf": `Node: dcid:${node}\nname: "${names[node]}"\n` });
  const recorder = record(live.fetch);
  await recorder.fetch(`/v2/node?key=k&nodes=${node}&property=->name`);
  return recorder;
}

const namesIn = async (folder: string) => {
  const world = await open(folder);
  return [...world.values("a", "name"), ...world.values("b", "name")];
};

test("a recording is saved into a folder that is empty, absent or has a recording, which it replaces", async () => {
  await withFolder({}, async (folder) => {
    for (const path of [folder, join(folder, "in", "here")]) {
      await (await recorded("a")).save(path);
      expect(await namesIn(path)).toEqual(["Anna"]);
      await (await recorded("b")).save(path);
      expect(await namesIn(path)).toEqual(["Berta"]);
    }
  });
});

test("an option of save that is none is refused with the nearest, in its own name", async () => {
  const recorder = await recorded("a");
  const options = { forced: true } as unknown as { readonly force: boolean };
  await expect(recorder.save("folder", options)).rejects.toThrow(
    "save: there is no option \"forced\"; did you mean 'force'?",
  );
});

test.each([
  ["manifest.json", "{}"],
  ["observations.csv", "mine"],
  ["graph-0.mcf", 'Node: dcid:a\nname: "Mine"\n'],
  ["notes.txt", "mine"],
])("a recording is saved beside a foreign %s only if it is forced", async (name, text) => {
  await withFolder({ [name]: text }, async (folder) => {
    const recorder = await recorded("a");
    await expect(recorder.save(folder)).rejects.toThrow(
      new TypeError(
        `${folder} is not empty, it holds ${name}: choose another folder, or replace files of the same names with force: true`,
      ),
    );
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name), "utf8")).toBe(text);
    await recorder.save(folder, { force: true });
    expect(await namesIn(folder)).toEqual(["Anna"]);
  });
});

test("a recording is not saved beside one in a folder within", async () => {
  await withFolder({}, async (folder) => {
    const recorder = await recorded("a");
    await recorder.save(join(folder, "world"));
    await expect(recorder.save(folder)).rejects.toThrow("is not empty, it holds world");
    await expect(recorder.save(join(folder, "world"), { force: false })).rejects.toThrow(
      "is not empty",
    );
  });
});

/** A zip as a folder of its files. */
import type { InputFile } from "../bytes/file-tree.ts";
import { join } from "../bytes/paths.ts";
import type { Contents } from "../held/contents.ts";
import { HeldTree } from "../held/held-tree.ts";
import { ZipArchive } from "../held/zip.ts";

/** @throws LoadError if it cannot be read. */
export async function openZip(input: InputFile): Promise<Contents> {
  if (input.tree instanceof HeldTree)
    return { nothing: "is a zip within a zip: unpack one of them" };
  const archive = await ZipArchive.open(input);
  const files = Array.from(archive.members.values(), (member) => {
    const held = { size: member.size, read: () => archive.read(member) };
    return [join(input.path, member.name), held] as const;
  });
  return { tree: new HeldTree(input, files) };
}

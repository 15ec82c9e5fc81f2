/** Workbooks: a zip of Excel or of OpenDocument, as what it holds says. */

import { LoadError } from "../../errors/errors.ts";
import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import { basename, join } from "../bytes/paths.ts";
import type { Contents } from "../held/contents.ts";
import { HeldTree } from "../held/held-tree.ts";
import { ZipArchive } from "../held/zip.ts";
import { odsContent, openOds } from "./ods.ts";
import { openXlsx } from "./xlsx.ts";

/** Of workbooks before 2007, and of those with a password. */
const oldMark = [0xd0, 0xcf, 0x11, 0xe0];

/** @throws LoadError if it is none, or has a password. */
export async function openWorkbook(input: InputFile): Promise<Contents> {
  for await (const block of readBytes(input, new Progress(0))) {
    if (!oldMark.every((byte, at) => block[at] === byte)) break;
    const problem =
      "is a workbook of an old form, or has a password: save it as .xlsx or .ods without one";
    throw new LoadError(problem, { file: input.path });
  }
  const archive = await ZipArchive.open(input);
  return archive.members.has(odsContent)
    ? await openOds(archive, input)
    : await openXlsx(archive, input);
}

const workbookMarks = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x50, 0x4b],
];

/** @returns undefined for a workbook. */
export async function openText(input: InputFile): Promise<Contents | undefined> {
  let start: Uint8Array = new Uint8Array(0);
  for await (const block of input.tree.stream(input)) {
    start = block.slice(0, 4);
    break;
  }
  if (workbookMarks.some((mark) => mark.every((byte, at) => start[at] === byte))) return undefined;
  const isLittle = start[0] === 0xff && start[1] === 0xfe;
  const isBig = start[0] === 0xfe && start[1] === 0xff;
  const decoder =
    isLittle || isBig ? new TextDecoder(isLittle ? "utf-16le" : "utf-16be") : undefined;
  const encoder = new TextEncoder();
  const read = async function* () {
    for await (const block of input.tree.stream(input)) {
      yield decoder === undefined ? block : encoder.encode(decoder.decode(block, { stream: true }));
    }
  };
  const name = basename(input.path).replace(/\.[^.]*$/, ".tsv");
  return { tree: new HeldTree(input, [[join(input.path, name), { size: input.size, read }]]) };
}

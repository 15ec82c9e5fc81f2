/** Workbooks: a zip of Excel or of OpenDocument, as what it holds says. */
import { LoadError } from "../../errors/errors.ts";
import { readBytes } from "../bytes/byte-blocks.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { Progress } from "../bytes/load-progress.ts";
import type { Contents } from "../held/contents.ts";
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

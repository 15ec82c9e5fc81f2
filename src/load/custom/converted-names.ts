/** Files that the command `import` makes of a table, beside it in its folder: their names, and of which bytes they were made. */
import { crc32Of } from "../../store/columns/crc32.ts";
import type { FileTree, InputFile } from "../bytes/file-tree.ts";

/**
 * @param file name of the table, without `.gz`
 * @param sheet of a workbook, or a file of a zip; empty if the table is the only one
 */
export function convertedNames(file: string, sheet: string) {
  const own = sheet === "" ? "" : `.${sheet.replaceAll(/[/\\]/g, "_")}`;
  const stem = `${file.replace(/\.[^.]*$/, "")}${own}`;
  return {
    table: `${stem}.observations.csv`,
    nodes: `${stem}.nodes.mcf`,
    /** Of observations about several entities, which no such table holds. */
    observations: `${stem}.observations.mcf`,
  };
}

const markForm = /^# Made by import of a table of (\d+) bytes, CRC-32 ([\da-f]{8})$/m;

const carriageReturn = 0x0d;

/** The first line of the nodes: it says which bytes of the table were read. Line ends of Windows do not count: git makes them. */
export async function conversionMark(blocks: AsyncIterable<Uint8Array>): Promise<string> {
  let [size, crc] = [0, 0];
  for await (const block of blocks) {
    const bytes = block.includes(carriageReturn)
      ? block.filter((byte) => byte !== carriageReturn)
      : block;
    size += bytes.length;
    crc = crc32Of(bytes, crc);
  }
  const digits = (crc >>> 0).toString(16).padStart(8, "0");
  return `# Made by import of a table of ${size} bytes, CRC-32 ${digits}`;
}

/** Whether a table has other bytes now than those of which its nodes were made. Without a mark nobody knows. */
export async function isStale(
  tree: FileTree,
  table: InputFile,
  nodes: InputFile,
): Promise<boolean> {
  let start = "";
  for await (const block of tree.stream(nodes)) {
    start = new TextDecoder().decode(block.subarray(0, 200));
    break;
  }
  const [mark, size] = markForm.exec(start) ?? [];
  if (mark === undefined) return false;
  return table.size < Number(size) || (await conversionMark(tree.stream(table))) !== mark;
}

/** Tables of text that are called workbooks, as those of the IMF: cells parted by tabs, in UTF-16 or UTF-8. */
import type { InputFile } from "../bytes/file-tree.ts";
import { basename, join } from "../bytes/paths.ts";
import type { Contents } from "../held/contents.ts";
import { HeldTree } from "../held/held-tree.ts";

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

/** Workbooks of OpenDocument: the sheets of an `.ods`. */
import { LoadError } from "../../errors/errors.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { type Cell, columnsMax, StoredNumber } from "../held/cells.ts";
import type { Contents } from "../held/contents.ts";
import { localName, readXml, type XmlPlace } from "../held/xml.ts";
import type { ZipArchive } from "../held/zip.ts";
import { type Merge, percentOf, put, rowsMax, SheetRows } from "./sheet-rows.ts";

/** The part that has all sheets. */
export const odsContent = "content.xml";

/** @throws LoadError if it cannot be read. */
export async function openOds(archive: ZipArchive, input: InputFile): Promise<Contents> {
  const names: string[] = [];
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>, { parent }: XmlPlace) {
      if (name === "table" && parent === "spreadsheet") names.push(attributes["table:name"] ?? "");
    },
  };
  for await (const _ of readXml(contentOf(archive, input), input.path, handler, () => undefined));
  if (names.length === 0) return { nothing: "holds no sheet" };
  return {
    tables: names.map((sheet, at) => ({ sheet, rows: () => rowsOf(archive, input, sheet, at) })),
  };
}

function contentOf(archive: ZipArchive, { path }: InputFile): AsyncIterable<Uint8Array> {
  const member = archive.members.get(odsContent);
  if (member === undefined) throw new LoadError(`lacks its part ${odsContent}`, { file: path });
  return archive.read(member);
}

async function* rowsOf(
  archive: ZipArchive,
  input: InputFile,
  sheet: string,
  at: number,
): AsyncGenerator<readonly Cell[]> {
  const handler = new OdsHandler(at);
  const blocks = contentOf(archive, input);
  const made = () => handler.rows.take();
  for await (const rows of readXml(blocks, `${input.path}#${sheet}`, handler, made)) yield* rows;
  yield* handler.rows.end();
}

class OdsHandler {
  readonly rows = new SheetRows();
  readonly #wanted: number;
  #sheet = -1;
  #row = 0;
  #rowRepeats = 1;
  #cells: Cell[] = [];
  #merges: Merge[] = [];
  #attributes: Readonly<Record<string, string>> = {};
  #paragraphs: string[] = [];
  #column = 0;

  /** @param wanted the number of the sheet. */
  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  open(name: string, written: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (name === "table" && place.parent === "spreadsheet") this.#sheet += 1;
    if (this.#sheet !== this.#wanted) return;
    const repeats = (end: string) => Number(written[`table:number-${end}`] ?? 1);
    if (name === "table" && place.parent !== "spreadsheet") place.fail("is a table within a sheet");
    if (name === "table-row") {
      this.#rowRepeats = repeats("rows-repeated");
      [this.#cells, this.#merges, this.#column] = [[], [], 0];
    } else if (isCell(name)) {
      this.#attributes = written;
      this.#paragraphs = [];
    } else if (name === "p") this.#paragraphs.push("");
    else if (name === "s")
      this.text(" ".repeat(Math.min(Number(written["text:c"] ?? 1), 1_000)), place);
    else if (name === "tab" || name === "line-break") this.text(" ", place);
  }

  text(text: string, { names }: XmlPlace): void {
    const isOf = this.#sheet === this.#wanted && names.includes("p");
    if (isOf) this.#paragraphs.push((this.#paragraphs.pop() ?? "") + text);
  }

  close(name: string, _text: string, place: XmlPlace): void {
    if (this.#sheet !== this.#wanted) return;
    if (isCell(name)) this.#addCell(name, place);
    else if (name === "table-row") this.#addRow(place);
    // What people note at a cell is not in it.
    else if (name === "annotation") this.#paragraphs = [];
  }

  #addCell(name: string, place: XmlPlace): void {
    const number = (end: string) => Number(this.#attributes[`table:number-${end}`] ?? 1);
    const repeats = number("columns-repeated");
    const cell = name === "covered-table-cell" ? undefined : this.#cell();
    const [width, height] = [number("columns-spanned"), number("rows-spanned")];
    if (width > 1 || height > 1) {
      const [top, left] = [this.#row, this.#column];
      this.#merges.push({
        top,
        left,
        bottom: top + height - 1,
        right: Math.min(left + width, columnsMax) - 1,
      });
    }
    const isFilled = cell !== undefined && cell !== "";
    if (!(repeats >= 1) || (isFilled && this.#column + repeats > columnsMax)) {
      place.fail(`is in a column beyond ${columnsMax}`);
    }
    for (let at = 0; isFilled && at < repeats; at++) put(this.#cells, this.#column + at, cell);
    this.#column += repeats;
  }

  #cell(): Cell {
    const of = Object.fromEntries(
      Object.entries(this.#attributes).map(([key, value]) => [localName(key), value]),
    );
    const said = this.#attributes["office:value-type"];
    const { value = "" } = of;
    if (said === "float" || said === "currency") return StoredNumber.of(value);
    if (said === "percentage") return percentOf(value);
    if (said === "date") {
      const [date = "", time] = (of["date-value"] ?? "").split("T");
      return time === undefined ? date : { date, time };
    }
    if (said === "boolean") return of["boolean-value"] === "true" ? "TRUE" : "FALSE";
    if (said === "time") return of["time-value"];
    return of["string-value"] ?? this.#paragraphs.join("\n");
  }

  #addRow(place: XmlPlace): void {
    const repeats = this.#rowRepeats;
    const isFilled = this.#cells.length > 0;
    if (!(repeats >= 1) || (isFilled && this.#row + repeats > rowsMax))
      place.fail(`has more than ${rowsMax} rows`);
    for (let at = 0; isFilled && at < repeats; at++) {
      this.rows.add(this.#row + at, [...this.#cells], at === 0 ? this.#merges : []);
    }
    this.#row += repeats;
  }
}

function isCell(name: string): boolean {
  return name === "table-cell" || name === "covered-table-cell";
}

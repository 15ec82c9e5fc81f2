/** Workbooks of Excel: the sheets of an `.xlsx`, their numbers as they are stored. */

import { LoadError } from "../../errors/errors.ts";
import { excerpt } from "../../errors/excerpts.ts";
import type { InputFile } from "../bytes/file-tree.ts";
import { type Cell, columnsMax, type Moment, momentAt, StoredNumber } from "../held/cells.ts";
import type { Contents } from "../held/contents.ts";
import { readXml, type XmlPlace } from "../held/xml.ts";
import type { ZipArchive } from "../held/zip.ts";
import { type Merge, percentOf, put, rowsMax, SheetRows } from "./sheet-rows.ts";

/** What a form makes of a number: a moment or its day, the month alone as `mmm-yy` does, or a hundredth. */
type NumberForm = "moment" | "month" | "percent" | undefined;

interface NumberForms {
  /** By the number of a style; undefined for other numbers. */
  readonly styles: readonly NumberForm[];
  /** Whether days are counted from 1904 on. */
  readonly is1904: boolean;
}

/** Forms that every workbook has. */
const usualForms = (form: number): NumberForm => {
  if (form === 17) return "month";
  if (form === 9 || form === 10) return "percent";
  const isDate =
    (form >= 14 && form <= 22) || (form >= 27 && form <= 36) || (form >= 50 && form <= 58);
  return isDate ? "moment" : undefined;
};

/** @throws LoadError if the styles cannot be read. */
async function readForms(
  styles: AsyncIterable<Uint8Array> | undefined,
  file: string,
  is1904: boolean,
): Promise<NumberForms> {
  const own = new Map<number, NumberForm>();
  const all: NumberForm[] = [];
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>, { parent }: XmlPlace) {
      const form = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt") own.set(form, formIn(attributes["formatCode"] ?? ""));
      else if (name === "xf" && parent === "cellXfs") {
        all.push(own.has(form) ? own.get(form) : usualForms(form));
      }
    },
  };
  if (styles !== undefined) for await (const _ of readXml(styles, file, handler, () => undefined));
  return { styles: all, is1904 };
}

/** `yyyy-mm-dd` is one, `0.0 "days"` and the duration `[h]:mm` are none. */
function formIn(code: string): NumberForm {
  const [first = ""] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return undefined;
  const shown = first.replaceAll(/\[[^\]]*\]/g, "").replace(/general/i, "");
  if (!/[ymdhs]/i.test(shown)) return shown.includes("%") ? "percent" : undefined;
  return /y/i.test(shown) && /m/i.test(shown) && !/[dhs]/i.test(shown) ? "month" : "moment";
}

const dayLength = 86_400_000;
/** Excel counts a 29th of February 1900, which there was not. */
const missingDay = 60;

/** What a number means by its style: a moment, a month, a percentage, or itself. */
function meaningOf(value: string, style: number, forms: NumberForms): Cell {
  const form = forms.styles[style];
  if (form === "percent") return percentOf(value);
  const moment = form === undefined ? undefined : momentOf(Number(value), forms);
  return (form === "month" ? moment?.date.slice(0, 7) : moment) ?? StoredNumber.of(value);
}

function momentOf(days: number, forms: NumberForms): Moment | undefined {
  const whole = Math.floor(days);
  if (forms.is1904)
    return days < 0 ? undefined : momentAt(Date.UTC(1904, 0, 1) + Math.round(days * dayLength));
  if (whole < 1 || whole === missingDay) return undefined;
  const start = Date.UTC(1899, 11, whole > missingDay ? 30 : 31);
  return momentAt(start + Math.round(days * dayLength));
}

interface Sheet {
  readonly name: string;
  readonly path: string;
}

interface Workbook {
  readonly archive: ZipArchive;
  readonly file: string;
  readonly sheets: readonly Sheet[];
  readonly forms: NumberForms;
  /** Texts that cells name by their numbers; they are read once. */
  texts: Promise<readonly string[]> | undefined;
  readonly textsPath: string | undefined;
}

/** @throws LoadError if it cannot be read. */
export async function openXlsx(archive: ZipArchive, input: InputFile): Promise<Contents> {
  const part = (path: string) => partOf(archive, path);
  const root = await relationsOf(part, "_rels/.rels", "", input.path);
  const main =
    root.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const relations = await relationsOf(
    part,
    `${folder}_rels/${main.slice(folder.length)}.rels`,
    folder,
    input.path,
  );
  const targetOf = (end: string) => relations.find(({ type }) => type.endsWith(end))?.target;
  const { sheets, is1904 } = await sheetsOf(part(main), `${input.path}#${main}`, relations);
  const styles = targetOf("/styles");
  const forms = await readForms(
    styles === undefined ? undefined : part(styles),
    input.path,
    is1904,
  );
  const book: Workbook = {
    archive,
    file: input.path,
    sheets,
    forms,
    texts: undefined,
    textsPath: targetOf("/sharedStrings"),
  };
  if (sheets.length === 0) return { nothing: "holds no sheet of a workbook" };
  return {
    tables: sheets.map((sheet) => ({ sheet: sheet.name, rows: () => rowsOf(book, sheet) })),
  };
}

type Part = (path: string) => AsyncIterable<Uint8Array> | undefined;

function partOf(archive: ZipArchive, path: string) {
  const member = archive.members.get(path);
  return member && archive.read(member);
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** Where parts name others; paths are those within the zip. */
async function relationsOf(
  part: Part,
  path: string,
  folder: string,
  file: string,
): Promise<Relation[]> {
  const relations: Relation[] = [];
  const handler = {
    open(
      name: string,
      { Id: id = "", Type: type = "", Target: target = "" }: Record<string, string>,
    ) {
      if (name !== "Relationship") return;
      const whole = target.startsWith("/") ? target.slice(1) : folder + target;
      relations.push({ id, type, target: whole });
    },
  };
  const blocks = part(path);
  const where = `${file}#${path}`;
  if (blocks !== undefined) for await (const _ of readXml(blocks, where, handler, () => undefined));
  return relations;
}

async function sheetsOf(
  blocks: AsyncIterable<Uint8Array> | undefined,
  where: string,
  relations: readonly Relation[],
): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  const handler = {
    open(name: string, attributes: Record<string, string>) {
      if (name === "workbookPr") is1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1];
      const relation = relations.find((one) => one.id === id);
      if (relation?.type.endsWith("/worksheet") !== true) return;
      sheets.push({ name: attributes["name"] ?? "", path: relation.target });
    },
  };
  if (blocks !== undefined) for await (const _ of readXml(blocks, where, handler, () => undefined));
  return { sheets, is1904 };
}

async function* rowsOf(book: Workbook, { path, name }: Sheet): AsyncGenerator<readonly Cell[]> {
  const where = `${book.file}#${name}`;
  book.texts ??= textsOf(book);
  const texts = await book.texts;
  const merges = await mergesOf(book, path);
  const handler = new SheetHandler(book.forms, texts, merges);
  const blocks = sheetOf(book, path);
  const made = () => handler.rows.take();
  for await (const rows of readXml(blocks, where, handler, made)) yield* rows;
  yield* handler.rows.end();
}

function sheetOf({ archive, file }: Workbook, path: string): AsyncIterable<Uint8Array> {
  const blocks = partOf(archive, path);
  if (blocks === undefined) throw new LoadError(`lacks its part ${path}`, { file });
  return blocks;
}

async function textsOf({ archive, file, textsPath = "" }: Workbook): Promise<readonly string[]> {
  const texts: string[] = [];
  let text = "";
  const handler = {
    open(name: string) {
      if (name === "si") text = "";
    },
    close(name: string, own: string, { names }: XmlPlace) {
      if (name === "t" && !names.includes("rPh")) text += own;
      else if (name === "si") texts.push(unescaped(text));
    },
  };
  const blocks = partOf(archive, textsPath);
  if (blocks !== undefined) for await (const _ of readXml(blocks, file, handler, () => undefined));
  return texts;
}

const mergeForm = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;

/** Merged cells by their first row. They are listed after all rows: the end of the sheet is looked at first. */
async function mergesOf(book: Workbook, path: string): Promise<Map<number, Merge[]>> {
  const found = new Map<number, Merge[]>();
  const decoder = new TextDecoder();
  let tail = "";
  let isAfter = false;
  for await (const block of sheetOf(book, path)) {
    tail += decoder.decode(block, { stream: true });
    const at: number = isAfter ? 0 : tail.search(/<(?:\w+:)?mergeCells/);
    isAfter ||= at >= 0;
    tail = isAfter ? tail.slice(at) : tail.slice(-40);
  }
  for (const [, left = "", top, right = "", bottom] of tail.matchAll(mergeForm)) {
    const merge = {
      top: Number(top) - 1,
      left: columnIn(left),
      bottom: Number(bottom) - 1,
      right: columnIn(right),
    };
    if (merge.right >= columnsMax || merge.bottom >= rowsMax) continue;
    found.set(merge.top, [...(found.get(merge.top) ?? []), merge]);
  }
  return found;
}

/** 0 of `A`, 26 of `AA`. */
function columnIn(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** `_x000D_` stands for a character that XML cannot hold. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

class SheetHandler {
  readonly rows = new SheetRows();
  readonly #forms: NumberForms;
  readonly #texts: readonly string[];
  readonly #merges: ReadonlyMap<number, readonly Merge[]>;
  #row = -1;
  #cells: Cell[] = [];
  #column = -1;
  #type = "n";
  #style = 0;
  #value = "";
  #formula = "";
  #inline = "";

  constructor(
    forms: NumberForms,
    texts: readonly string[],
    merges: ReadonlyMap<number, readonly Merge[]>,
  ) {
    this.#forms = forms;
    this.#texts = texts;
    this.#merges = merges;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (name === "row") {
      const said = attributes["r"] ?? String(this.#row + 2);
      const row = Number(said) - 1;
      if (!(row > this.#row && row < rowsMax))
        place.fail(`is row ${excerpt(said)} after row ${this.#row + 1}`);
      [this.#row, this.#cells, this.#column] = [row, [], -1];
    } else if (name === "c") {
      const [, letters] = /^([A-Z]{1,3})\d+$/.exec(attributes["r"] ?? "") ?? [];
      this.#column = letters === undefined ? this.#column + 1 : columnIn(letters);
      if (this.#column >= columnsMax) place.fail(`is in a column beyond ${columnsMax}`);
      this.#type = attributes["t"] ?? "n";
      this.#style = Number(attributes["s"] ?? 0);
      this.#value = this.#formula = this.#inline = "";
    }
  }

  close(name: string, text: string, place: XmlPlace): void {
    if (name === "v") this.#value = text;
    else if (name === "f") this.#formula = text;
    else if (name === "t" && place.names.includes("is") && !place.names.includes("rPh"))
      this.#inline += text;
    else if (name === "c") put(this.#cells, this.#column, this.#cell(place));
    else if (name === "row")
      this.rows.add(this.#row, this.#cells, this.#merges.get(this.#row) ?? []);
  }

  #cell(place: XmlPlace): Cell {
    const value = this.#value.trim();
    if (this.#type === "inlineStr") return unescaped(this.#inline);
    if (this.#type === "str") return unescaped(this.#value);
    // Whoever wrote the formula did not calculate it.
    if (value === "") return this.#formula === "" ? undefined : `=${this.#formula}`;
    if (this.#type === "s") {
      const text = /^\d+$/.test(value) ? this.#texts[Number(value)] : undefined;
      return text ?? place.fail(`names the text ${value}, which there is not`);
    }
    if (this.#type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (this.#type === "d") return value.replace(/T00:00:00(?:\.0+)?Z?$/, "");
    return meaningOf(value, this.#style, this.#forms);
  }
}

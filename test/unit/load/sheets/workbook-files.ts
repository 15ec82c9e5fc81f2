/** Workbooks of Excel, part by part. */
import { zipSync } from "fflate";

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export function zipped(parts: Readonly<Record<string, string>>): Uint8Array {
  const bytes = Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)]);
  return zipSync(Object.fromEntries(bytes));
}

/**
 * A workbook of these sheets, each the elements below `worksheet`.
 * @param more parts in place of the usual ones
 */
export function xlsx(
  sheets: Readonly<Record<string, string>>,
  is1904 = false,
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`;
  const parts = Object.values(sheets).map((xml, at) => [
    `xl/worksheets/sheet${at}.xml`,
    `<worksheet>${xml}</worksheet>`,
  ]);
  return zipped({
    "_rels/.rels": `<Relationships>${relation("r", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${types}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, at) => relation(`r${at}`, "worksheet", `worksheets/sheet${at}.xml`)).join("")}${relation("s", "styles", "styles.xml")}${relation("t", "sharedStrings", "/xl/sharedStrings.xml")}</Relationships>`,
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd h:mm"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[$-409]mmm\\-yy;@"/><numFmt numFmtId="167" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="168" formatCode="0.0\\%"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="46"/><xf numFmtId="17"/><xf numFmtId="166"/><xf numFmtId="10"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs></styleSheet>',
    "xl/sharedStrings.xml":
      "<sst><si><t>Country</t></si><si><r><t>Fr</t></r><r><t>ance</t></r><rPh><t>no</t></rPh></si><si><t>a_x000A_b</t></si></sst>",
    ...Object.fromEntries(parts),
    ...more,
  });
}

export const row = (number: number, ...cells: string[]) =>
  `<row r="${number}">${cells.join("")}</row>`;
export const n = (at: string, value: string, style = 0) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;
export const t = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const merged = (...refs: string[]) =>
  `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`;
export const data = (...rows: string[]) => `<sheetData>${rows.join("")}</sheetData>`;

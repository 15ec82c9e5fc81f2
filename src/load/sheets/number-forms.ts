/** Which numbers of a workbook are dates: the form in which a cell shows them says so. */
import { type Moment, momentAt } from "../held/cells.ts";
import { readXml, type XmlPlace } from "../held/xml.ts";

/** What a form shows of a date: a moment or its day, or the month alone as `mmm-yy` does. */
type DateForm = "moment" | "month" | undefined;

export interface NumberForms {
  /** By the number of a style; undefined for other numbers. */
  readonly dates: readonly DateForm[];
  /** Whether days are counted from 1904 on. */
  readonly is1904: boolean;
}

/** Forms that every workbook has. */
const dateForms = (form: number): DateForm => {
  if (form === 17) return "month";
  const isDate =
    (form >= 14 && form <= 22) || (form >= 27 && form <= 36) || (form >= 50 && form <= 58);
  return isDate ? "moment" : undefined;
};

/** @throws LoadError if the styles cannot be read. */
export async function readForms(
  styles: AsyncIterable<Uint8Array> | undefined,
  file: string,
  is1904: boolean,
): Promise<NumberForms> {
  const own = new Map<number, DateForm>();
  const dates: DateForm[] = [];
  const handler = {
    open(name: string, attributes: Readonly<Record<string, string>>, { parent }: XmlPlace) {
      const form = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt") own.set(form, dateFormIn(attributes["formatCode"] ?? ""));
      else if (name === "xf" && parent === "cellXfs") {
        dates.push(own.has(form) ? own.get(form) : dateForms(form));
      }
    },
  };
  if (styles !== undefined) for await (const _ of readXml(styles, file, handler, () => undefined));
  return { dates, is1904 };
}

/** `yyyy-mm-dd` is one, `0.0 "days"` and the duration `[h]:mm` are none. */
function dateFormIn(code: string): DateForm {
  const [first = ""] = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return undefined;
  const shown = first.replaceAll(/\[[^\]]*\]/g, "").replace(/general/i, "");
  if (!/[ymdhs]/i.test(shown)) return undefined;
  return /y/i.test(shown) && /m/i.test(shown) && !/[dhs]/i.test(shown) ? "month" : "moment";
}

const dayLength = 86_400_000;
/** Excel counts a 29th of February 1900, which there was not. */
const missingDay = 60;

/** The day and the time of it, or the month, that a number of days means; undefined if it means none. */
export function dateOf(
  value: string,
  style: number,
  forms: NumberForms,
): Moment | string | undefined {
  const form = forms.dates[style];
  const moment = form === undefined ? undefined : momentOf(Number(value), forms);
  return form === "month" ? moment?.date.slice(0, 7) : moment;
}

function momentOf(days: number, forms: NumberForms): Moment | undefined {
  if (!Number.isFinite(days)) return undefined;
  const whole = Math.floor(days);
  if (forms.is1904)
    return days < 0 ? undefined : momentAt(Date.UTC(1904, 0, 1) + Math.round(days * dayLength));
  if (whole < 1 || whole === missingDay) return undefined;
  const start = Date.UTC(1899, 11, whole > missingDay ? 30 : 31);
  return momentAt(start + Math.round(days * dayLength));
}

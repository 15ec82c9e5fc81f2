/** Cells of a table that say that a row is the sum of others. */

/** What tables call the sum of their rows. */
const totals: ReadonlySet<string> = new Set([
  "all",
  "ensemble",
  "gesamt",
  "grand total",
  "insgesamt",
  "og\u00f3\u0142em",
  "overall",
  "razem",
  "soma",
  "subtotal",
  "sum",
  "suma",
  "summe",
  "totaal",
  "total",
  "total general",
  "totale",
  "totals",
  "zusammen",
  "\u0432\u0441\u0435\u0433\u043e",
  "\u0438\u0442\u043e\u0433\u043e",
  "\u0443\u0441\u044c\u043e\u0433\u043e",
]);

const manyPlaces =
  "areas|cities|counties|countries|districts|municipalities|places|provinces|regions|states|towns";

const numberWords =
  "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty";

/** "Subtotal" whatever name follows, "All states", "Total, eight states", "Total, all states listed", "Statewide total". */
const subtotal = new RegExp(
  [
    "^(?:zwischensumme|teilsumme|sub-?total|sous-total)(?!\\p{L})",
    `^(?:grand total|total|all)(?:[\\s,:;(\\d\u2013-]|of|for|all|the|listed|reporting|selected|${numberWords})*(?:${manyPlaces})(?: (?:above|combined|included|listed|reported|shown|together))?\\)?$`,
    "^(?:city|county|country|district|nation|province|region|state)-?wide(?: total)?$",
  ].join("|"),
  "iu",
);

/** Whether a cell says that its row is the sum of others. */
export function isTotal(cell: string): boolean {
  const isOne = cell.length < 20 && totals.has(cell.toLowerCase().replace(/[:.]$/, ""));
  return isOne || subtotal.test(cell);
}

const beforeName = /^(?:total|totale|summe|suma|gesamt|insgesamt)(?:[\s:\u2013-]+)(?=\S)/iu;
const afterName = /[\s:,\u2013-]+\(?(?:total|totale|summe|suma|gesamt|insgesamt|zusammen)\)?$/iu;

/** The name beside a word for a total, as in `Total Texas` and `Texas (Summe)`; undefined without such a word. */
export function totalled(name: string): string | undefined {
  if (name.length > 100) return undefined;
  const bare = name.replace(beforeName, "").replace(afterName, "");
  return bare === name || bare === "" ? undefined : bare;
}

/** What headings say, in the languages that tables are most often in. */

export const headings = {
  date: /date|year|month|quarter|week|\bday\b|time|period|jahr|datum|monat|quartal|fecha|a\u00f1o|ann\u00e9e|anno|^ano$/i,
  id: /dcid|^entity$|fips|geo_?id|\biso\b|iso_?3|country_?code|alpha_?3|\bcode\b|schl\u00fcssel|\bags\b|nuts|^id$|_id$/i,
  geoId: /fips|geo_?id|^state$|^county$/i,
  country: /iso|country|alpha|\bcode\b|land/i,
  variable:
    /variable|indicator|measure$|statistic|metric|series|^item$|kennzahl|indikator|merkmal/i,
  value: /^(?:obs_?)?value$|amount|^wert$|^valeur$|^valor$|^count$|^number$|figure/i,
  unit: /^units?$|unit of|_unit$|currency|einheit|unit\u00e9|unidad/i,
  /** Numbers of these columns measure nothing. */
  position:
    /^(?:lat|lon|lng|latitude|longitude|x|y|index|rank|row|no\.?|nr\.?|#|zip|zip_?code|phone)$/i,
} as const;

/** Types of places that a heading names, and the heading of any name. */
const types: readonly (readonly [RegExp, string])[] = [
  [/town|city|cities|municipalit|place|stadt|gemeinde|\bort\b|ville|ciudad/i, "City"],
  [/county|counties|kreis/i, "County"],
  [/\bstates?\b|bundesland|province|provinz/i, "State"],
  [/countr|nation|pays|pa\u00eds|^land$/i, "Country"],
  [/name|region|area|location|district|geography|gebiet/i, ""],
];

/** The type of the places whose names stand under a heading; undefined if it names no place. */
export function placeTypeOf(heading: string): string | undefined {
  return types.find(([form]) => form.test(heading))?.[1];
}

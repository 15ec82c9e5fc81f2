/** Headings that say what values are multiplied by, in all the ways in which people write them. */
import { expect, test } from "vitest";
import {
  multiplierOf,
  nameWithout,
  unclearPower,
  unitScale,
  withoutUnclear,
} from "../../../../src/load/described/multipliers.ts";

test.each<[heading: string, multiplier: number, name: string]>([
  ["Population (thousand)", 1000, "Population"],
  ["Population [thousands]", 1000, "Population"],
  ["Population (in thousands)", 1000, "Population"],
  ["Population (in x 1000)", 1000, "Population"],
  ["Population (x 1000)", 1000, "Population"],
  ["Población (en miles de personas)", 1000, "Población (de personas)"],
  ["Ludność (w tys.)", 1000, "Ludność"],
  ["Gasto (v mln)", 1000000, "Gasto"],
  ["Население (в тыс.)", 1000, "Население"],
  ["Jobs (thousands) of women", 1000, "Jobs of women"],
  ["Jobs (thousands) (men)", 1000, "Jobs (men)"],
  ["(thousands)", 1000, ""],
  ["(thousands of people)", 1000, "people"],
  ["Exports in thousands, net", 1000, "Exports, net"],
  ["Exports in thousands net", 1000, "Exports (net)"],
  ["Exports; in millions", 1000000, "Exports"],
  ["Exports: in billions, net", 1000000000, "Exports, net"],
  ["Exports in billions", 1000000000, "Exports"],
  ["Exports in trillions", 1000000000000, "Exports"],
  ["Umsatz in Tsd. Euro", 1000, "Umsatz (Euro)"],
  ["Gasto en miles de euros", 1000, "Gasto (de euros)"],
  ["Income in 1000 EUR", 1000, "Income (EUR)"],
  ["Income in 1.000 Euros", 1000, "Income (Euros)"],
  ["Income in 1000 $", 1000, "Income ($)"],
  ["Income in 1000 US$", 1000, "Income (US$)"],
  ["GDP USD million", 1000000, "GDP (USD)"],
  ["GDP USD millions", 1000000, "GDP (USD)"],
  ["GDP EUR bn", 1000000000, "GDP (EUR)"],
  ["GDP GBP mn", 1000000, "GDP (GBP)"],
  ["GDP $ billions", 1000000000, "GDP ($)"],
  ["GDP € mn", 1000000, "GDP (€)"],
  ["GDP £ thousands", 1000, "GDP (£)"],
  ["Exports, thousand", 1000, "Exports"],
  ["Exports: millions", 1000000, "Exports"],
  ["Exports; billions of tonnes", 1000000000, "Exports (tonnes)"],
  ["Exports thous", 1000, "Exports"],
  ["Exports thous.", 1000, "Exports"],
  ["Exports millions", 1000000, "Exports"],
  ["Exports billions", 1000000000, "Exports"],
  ["Exports trillions", 1000000000000, "Exports"],
  ["Exports tsd", 1000, "Exports"],
  ["Exports Tsd.", 1000, "Exports"],
  ["Exports Mio", 1000000, "Exports"],
  ["Exports mio.", 1000000, "Exports"],
  ["Exports Mrd", 1000000000, "Exports"],
  ["Exports mrd.", 1000000000, "Exports"],
  ["Exports mln", 1000000, "Exports"],
  ["Exports mn", 1000000, "Exports"],
  ["Exports bn", 1000000000, "Exports"],
  ["Exports '000", 1000, "Exports"],
  ["Exports ’000", 1000, "Exports"],
  ["Exports 000", 1000, "Exports"],
  ["Exports 000s", 1000, "Exports"],
  ["Exports million usd", 1000000, "Exports (usd)"],
  ["Exports millions us dollars", 1000000, "Exports (us dollars)"],
  ["Exports bn eur", 1000000000, "Exports (eur)"],
  ["Exports mn dollar", 1000000, "Exports (dollar)"],
  ["Exports mrd. euro", 1000000000, "Exports (euro)"],
  ["Exports mio pounds", 1000000, "Exports (pounds)"],
  ["Exports mln gbp", 1000000, "Exports (gbp)"],
  ["Exports tsd. €", 1000, "Exports (€)"],
  ["Exports thousand $", 1000, "Exports ($)"],
  ["Exports billion US$", 1000000000, "Exports (US$)"],
  ["Exports million pound", 1000000, "Exports (pound)"],
  ["Exports kEUR", 1000, "Exports (EUR)"],
  ["Exports KUSD", 1000, "Exports (USD)"],
  ["Exports mGBP", 1000000, "Exports (GBP)"],
  ["Exports mnEUR", 1000000, "Exports (EUR)"],
  ["Exports MdCHF", 1000000000, "Exports (CHF)"],
  ["Exports Mds€", 1000000000, "Exports (€)"],
  ["Exports bn$", 1000000000, "Exports ($)"],
  ["Exports mn EUR", 1000000, "Exports (EUR)"],
  ["Exports Md EUR", 1000000000, "Exports (EUR)"],
  ["Exports Mds €", 1000000000, "Exports (€)"],
  ["Exports bn £", 1000000000, "Exports (£)"],
  ["Exports EURk", 1000, "Exports (EUR)"],
  ["Exports EURm", 1000000, "Exports (EUR)"],
  ["Exports EURmn", 1000000, "Exports (EUR)"],
  ["Exports CHFbn", 1000000000, "Exports (CHF)"],
  ["exports_mn_eur", 1000000, "exports (eur)"],
  ["exports_thousands", 1000, "exports"],
  ["exports_in_thousands", 1000, "exports"],
  ["exports_in_thousands_net", 1000, "exports (net)"],
  ["'000 tonnes", 1000, "tonnes"],
  ["’000s people", 1000, "people"],
  ["thousands of people", 1000, "people"],
  ["Millions USD", 1000000, "USD"],
  ["billions 2015", 1000000000, "2015"],
  ["Deaths per 1000 (thousands)", 1000, "Deaths per 1000"],
  ["Jobs (000)", 1000, "Jobs"],
  ["Jobs (000s)", 1000, "Jobs"],
  ["Jobs ('000s)", 1000, "Jobs"],
  ["Jobs (1000s)", 1000, "Jobs"],
  ["Jobs (1.000)", 1000, "Jobs"],
  ["Jobs (1 000)", 1000, "Jobs"],
  ["Jobs (10000)", 10000, "Jobs"],
  ["Jobs (1000000)", 1000000, "Jobs"],
  ["Jobs (1,000,000)", 1000000, "Jobs"],
  ["Jobs (hundreds)", 100, "Jobs"],
  ["Jobs (tens)", 10, "Jobs"],
  ["Jobs (1000 persons)", 1000, "Jobs (persons)"],
  ["Jobs (1 000 persons)", 1000, "Jobs (persons)"],
  ["Cost (EURk)", 1000, "Cost (EUR)"],
  ["Cost (EUR mn)", 1000000, "Cost (EUR)"],
  ["Cost (US$ bn)", 1000000000, "Cost (US$)"],
  ["Cost (USD trn)", 1000000000000, "Cost (USD)"],
  ["Cost (USDtrn)", 1000000000000, "Cost (USD)"],
  ["Cost ($k)", 1000, "Cost ($)"],
  ["Cost (kUSD)", 1000, "Cost (USD)"],
  ["Cost (k USD)", 1000, "Cost (USD)"],
  ["Cost (m kr)", 1000000, "Cost (kr)"],
  ["Cost (mkr)", 1000000, "Cost (kr)"],
  ["Cost (md€)", 1000000000, "Cost (€)"],
  ["Cost (mds €)", 1000000000, "Cost (€)"],
  ["Cost (mio€)", 1000000, "Cost (€)"],
  ["Cost (mln EUR)", 1000000, "Cost (EUR)"],
  ["Cost (mrd CHF)", 1000000000, "Cost (CHF)"],
  ["Cost (mld €)", 1000000000, "Cost (€)"],
  ["Cost (trn USD)", 1000000000000, "Cost (USD)"],
  ["Cost (tsd EUR)", 1000, "Cost (EUR)"],
  ["Cost (T EUR)", 1000, "Cost (EUR)"],
  ["Cost (TUSD)", 1000, "Cost (USD)"],
  ["Cost (TCHF)", 1000, "Cost (CHF)"],
  ["Cost (tkr)", 1000, "Cost (kr)"],
  ["Cost (dollars millions)", 1000000, "Cost (dollars)"],
  ["Cost (millions of dollars)", 1000000, "Cost (dollars)"],
  ["Cost (millions dollars)", 1000000, "Cost (dollars)"],
  ["Cost (million US$,)", 1000000, "Cost (US$)"],
  ["Cost (million US$;)", 1000000, "Cost (US$)"],
])("%s: %d times %s", (heading, multiplier, name) => {
  expect([multiplierOf(heading), nameWithout(heading)]).toEqual([multiplier, name]);
});

const plain = `
Population( thousands )
Población (en miles)
População (em mil)
Roads (in miles)
Income in 1,000 euros
Income in 1000 kr
Income in 1000 persons
Income in millions; net
Income in millions: net
Income in millions (net)
GDP US$million
GDP CHF million
Exports, thousands of tonnes, net
Exports, million tonnes
Exports thousand
Exports 000's
Exports 5 000
Exports 5 millions
Exports million
Exports thousands yen
Exports t€
Exports GBPm net
exports_MEUR
trillions
thousand people
Deaths per thousand
Deaths (per thousands)
Deaths / thousands
Deaths/thousands
Tote je Tsd.
Tote pro Mio.
Morts par milliers
Morts pour millions
Muertes por miles
Copper p. millions
Paper million
Jobs (thousands,)
Jobs (100)
Jobs (1000kg)
Cost (TGBP)
Cost (Tkr)
Cost (dollars of millions)
Cost (dollars at 2015 millions)
Cost (2015 dollars millions)
Cost (dollars per millions)
Cost (dollars pro millions)
Cost (dollars je millions)
Cost (dollars par millions)
Cost (dollars por millions)
Roads (miles of track)
Roads (miles, paved)
Roads (Miles)
Roads miles
`;

test.each(plain.trim().split("\n"))("%s: its values are as they are", (heading) => {
  expect([multiplierOf(heading), nameWithout(heading)]).toEqual([1, heading]);
});

test.each<[unit: string, power: number, rest: string]>([
  ["Thousands", 3, ""],
  ["(Thousands)", 3, ""],
  ["(Thousands", 0, "(Thousands"],
  ["Thousands)", 0, "Thousands)"],
  ["Thousand persons", 3, "persons"],
  ["Thousands of persons", 3, "persons"],
  ["Persons, thousands", 3, "Persons"],
  ["Persons thousands", 3, "Persons"],
  ["Persons (thousands)", 3, "Persons"],
  ["miles de personas", 3, "personas"],
  ["Miles de personas", 3, "personas"],
  ["miles de de", 3, "de"],
  ["miles of track", 0, "miles of track"],
  ["millions de dollars", 6, "dollars"],
  ["millions di euro", 6, "euro"],
  ["millions d'euros", 6, "euros"],
  ["millions d’euros", 6, "euros"],
  ["millions deuros", 6, "deuros"],
  ["Millions USD,", 6, "USD"],
  ["Millions USD;", 6, "USD"],
  ["Millions USD:", 6, "USD"],
  ["Millions, USD", 0, "Millions, USD"],
  ["Millions", 6, ""],
  ["1000", 3, ""],
  ["1000 persons", 3, "persons"],
  ["1,000 persons", 3, "persons"],
  ["1 000 persons", 3, "persons"],
  ["10 persons", 0, "10 persons"],
  ["1000s", 3, ""],
  ["Mio EUR", 6, "EUR"],
  ["EUR Mio", 6, "EUR"],
  ["EURm", 6, "EUR"],
  ["MEUR", 6, "EUR"],
  ["T€", 3, "€"],
  ["kUSD", 3, "USD"],
  ["USD", 0, "USD"],
  ["x 1000", 0, "x 1000"],
  ["per thousand", 0, "per thousand"],
  ["Euro per million", 0, "Euro per million"],
  ["2015 millions", 0, "2015 millions"],
])("the unit %s is the power %d of %s", (unit, power, rest) => {
  expect(unitScale(unit)).toEqual({ power, unit: rest });
});

test.each<[heading: string, multiplier: number, name: string]>([
  ["Umsatz  in Tsd. Euro", 1000, "Umsatz (Euro)"],
  ["Exports,  thousand", 1000, "Exports"],
  ["Exports  millions", 1_000_000, "Exports"],
  ["Exports  mio eur", 1_000_000, "Exports (eur)"],
  ["Exports  kEUR", 1000, "Exports (EUR)"],
  ["Exports  in thousands", 1000, "Exports"],
  ["GDP  USD million", 1_000_000, "GDP (USD)"],
  ["Population   (thousands)", 1000, "Population"],
  ["GDP US$bn", 1_000_000_000, "GDP (US$)"],
  ["Exports (thousands of dollars, net)", 1000, "Exports (dollars, net)"],
  ["Exports mln us dollar", 1_000_000, "Exports (us dollar)"],
  ["Exports mrd us", 1_000_000_000, "Exports (us)"],
])("blanks in %j make no difference", (heading, multiplier, name) => {
  expect([multiplierOf(heading), nameWithout(heading)]).toEqual([multiplier, name]);
});

test.each([
  "Cost (xEURk)",
  "Cost (xkUSD)",
  "Cost (kUSDx)",
  "Cost (EURkx)",
  "Cost (xTEUR)",
  "Cost (TEURx)",
])("%s says no power", (heading) => {
  expect(multiplierOf(heading)).toBe(1);
});

test.each(["Deaths in 1 000 births", "Deaths in 1.000 births", "Deaths in 1,000 births"])(
  "%s is a rate",
  (heading) => {
    expect(multiplierOf(heading)).toBe(1);
  },
);

test.each([
  ["(Percent)", 0, "(Percent)"],
  ["Millions tonnes de sucre", 6, "tonnes de sucre"],
  ["Millions USD, 2015", 6, "USD, 2015"],
])("the unit %s keeps its words: 10^%d, %s", (unit, power, rest) => {
  expect(unitScale(unit)).toEqual({ power, unit: rest });
});

const plainWords =
  "US AU A CA C HK NZ NT S SG R int intl ppp kkp pps net gross netto real nom const curr total avg mean value price area zone in en of at and or und et y e a an to the for";

test.each(plainWords.split(" "))("the word %s beside money says no power of ten", (word) => {
  for (const text of [`Costs (EUR ${word})`, `Costs (${word}. EUR)`]) {
    expect([text, unclearPower(text)]).toEqual([text, undefined]);
  }
});

test.each<[text: string, power: number | undefined]>([
  ["Costs (EUR xUS)", 6],
  ["Costs (EUR USx)", 6],
  ["Costs (EUR xABC)", 6],
  ["Costs (EUR ABCx)", 6],
  ["Costs EUR io", 6],
  ["Costs EUR aio", undefined],
  ["Costs EUR xyz", 6],
  ["Costs EUR xyzo", undefined],
  ["Costs EUR aio.", 6],
])("the word beside money in %s may say the power %s", (text, power) => {
  expect(unclearPower(text)).toBe(power);
});

test.each([
  ["Net income ($1,000)", "Net income ($)"],
  ["Inwoners x 1000", "Inwoners"],
  ["Cows \u00d7 1.000", "Cows"],
  ["Output, 1000 t", "Output, t"],
  ["Values in 1000 persons", "Values in persons"],
  ["Museums (visits in thousands)", "Museums (visits)"],
  ["Income (EUR tho.)", "Income (EUR)"],
  ["Visits (1 000)", "Visits"],
  ["Visits [thousand of people]", "Visits [people]"],
  ["visits_thousands_net", "visits_net"],
  ["Farms over 21,000 acres, 1000 t", "Farms over 21,000 acres, t"],
  ["Visits", "Visits"],
])("'%s' is '%s' once its power of ten is said", (text, rest) => {
  expect(withoutUnclear(text)).toBe(rest);
});

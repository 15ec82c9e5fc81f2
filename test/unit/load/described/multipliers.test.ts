/** Headings and cells say what values are multiplied by. */
import { expect, test } from "vitest";
import {
  multiplierOf,
  nameWithout,
  powerIn,
  unclearPower,
  unitScale,
} from "../../../../src/load/described/multipliers.ts";

test.each([
  ["Population (thousands)", 1000, "Population"],
  ["Population (in Thousands)", 1000, "Population"],
  ["Income [1,000s]", 1000, "Income"],
  ["Jobs ('000)", 1000, "Jobs"],
  ["Exports in millions", 1_000_000, "Exports"],
  ["Exports, in billions", 1_000_000_000, "Exports"],
  ["Umsatz (Mio. Euro)", 1_000_000, "Umsatz (Euro)"],
  ["GDP (millions of US dollars)", 1_000_000, "GDP (US dollars)"],
  ["Balance (US$ millions)", 1_000_000, "Balance (US$)"],
  ["GDP (current US$ billions)", 1_000_000_000, "GDP (current US$)"],
  ["Population, thousands", 1000, "Population"],
  ["Exports, millions of US dollars", 1_000_000, "Exports (US dollars)"],
  ["Cases (deaths per million)", 1, "Cases (deaths per million)"],
  ["Rate (at 2015 millions)", 1, "Rate (at 2015 millions)"],
  ["Roads (miles)", 1, "Roads (miles)"],
  ["Area (square miles)", 1, "Area (square miles)"],
  ["Ocupados (miles de personas)", 1000, "Ocupados (de personas)"],
  ["Trade ($m)", 1_000_000, "Trade ($)"],
  ["Trade (US$bn)", 1_000_000_000, "Trade (US$)"],
  ["GDP US$ million", 1_000_000, "GDP (US$)"],
  ["Income in 1000 USD", 1000, "Income (USD)"],
  ["Umsatz in 1 000 Euro", 1000, "Umsatz (Euro)"],
  ["Umsatz in Mio. Euro", 1_000_000, "Umsatz (Euro)"],
  ["Bevölkerung in Tausend", 1000, "Bevölkerung"],
  ["Exports in millions of US$", 1_000_000, "Exports (US$)"],
  ["Jobs in thousands, seasonally adjusted", 1000, "Jobs, seasonally adjusted"],
  ["Born in Massachusetts", 1, "Born in Massachusetts"],
  ["Length (m)", 1, "Length (m)"],
  ["Roads in miles", 1, "Roads in miles"],
  ["Deaths in 1000 births", 1, "Deaths in 1000 births"],
  ["Cats", 1, "Cats"],
  ["Deaths per 1000", 1, "Deaths per 1000"],
  ["Births (per thousand)", 1, "Births (per thousand)"],
  ["Cats (persons)", 1, "Cats (persons)"],
  ["Population thousands", 1000, "Population"],
  ["pop_thousands", 1000, "pop"],
  ["Jobs 000s", 1000, "Jobs"],
  ["Population '000", 1000, "Population"],
  ["GDP bn USD", 1_000_000_000, "GDP (USD)"],
  ["gdp_mn_usd", 1_000_000, "gdp (usd)"],
  ["Millions of dollars", 1_000_000, "dollars"],
  ["Bevolking (x 1 000)", 1000, "Bevolking"],
  ["Revenue (USD m)", 1_000_000, "Revenue (USD)"],
  ["Cost (EUR k)", 1000, "Cost (EUR)"],
  ["Cost (k€)", 1000, "Cost (€)"],
  ["Population (lakh)", 100_000, "Population"],
  ["Million dollar homes", 1, "Million dollar homes"],
  ["Deaths per million", 1, "Deaths per million"],
  ["cases_per_million", 1, "cases_per_million"],
  ["Deaths per 100 000", 1, "Deaths per 100 000"],
  ["Rate per 10 thousands", 1, "Rate per 10 thousands"],
])("%s: %d times %s", (heading, multiplier, name) => {
  expect([multiplierOf(heading), nameWithout(heading)]).toEqual([multiplier, name]);
});

test.each([
  ["0", 0],
  ["3", 3],
  ["12", 12],
  ["15", 15],
  ["16", undefined],
  ["Units", 0],
  ["Thousands", 3],
  ["Tens", 1],
  ["Hundreds", 2],
  ["Millions", 6],
  ["Billions", 9],
  ["dozens", undefined],
])("a cell %s is the power %s", (cell, power) => {
  expect(powerIn(cell)).toBe(power);
});

test.each([
  ["Thousands", 3, ""],
  ["000s", 3, ""],
  ["Millions USD", 6, "USD"],
  ["USD million", 6, "USD"],
  ["US dollars, millions", 6, "US dollars"],
  ["Thousand tonnes", 3, "tonnes"],
  ["1000 t", 3, "t"],
  ["(1000 MT)", 3, "MT"],
  ["1000000 m3", 6, "m3"],
  ["Persons (thousands)", 3, "Persons"],
  ["Millions of 2015 US$", 6, "2015 US$"],
  ["Mio. EUR", 6, "EUR"],
  ["millions d'euros", 6, "euros"],
  ["Percent", 0, "Percent"],
  ["per 1000 births", 0, "per 1000 births"],
  ["Deaths per million", 0, "Deaths per million"],
  ["THS_PER", 0, "THS_PER"],
  ["100 kg", 0, "100 kg"],
  ["miles", 0, "miles"],
  ["MT", 0, "MT"],
])("the unit %s is the power %s and %s", (cell, power, unit) => {
  expect(unitScale(cell)).toEqual({ power, unit });
});

test.each([
  ["Population thousand", 3],
  ["Million dollar homes", 6],
  ["Homes of 10^6 dollars", 6],
  ["Population (thousands)", undefined],
  ["Deaths per million", undefined],
  ["Millionaires", undefined],
  ["Cats", undefined],
])("%s may say the power %s", (text, power) => {
  expect(unclearPower(text)).toBe(power);
});

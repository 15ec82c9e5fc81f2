/** Names of places that are words of a variable, too. */
import { expect, test } from "vitest";
import { open } from "../../../src/index.ts";

const node = (dcid: string, type: string, name: string) =>
  `Node: dcid:${dcid}\ntypeOf: dcs:${type}\nname: "${name}"\n`;

const world = await open({
  "w.mcf": [
    node("country/USA", "Country", "United States"),
    node("country/DEU", "Country", "Germany"),
    node("country/NLD", "Country", "Netherlands"),
    node("geoId/48", "State", "Texas"),
    node("Rent", "StatisticalVariable", "Average rent (US$)"),
    node("Trade", "StatisticalVariable", "Goods sent to the Netherlands"),
    node("Life", "StatisticalVariable", "Life expectancy"),
  ].join("\n"),
  "o.csv":
    "entity,variable,date,value\n" +
    "country/USA,Life,2020,77\ncountry/DEU,Life,2020,81\ncountry/NLD,Life,2020,82\n" +
    "geoId/48,Rent,2020,1012\ngeoId/48,Trade,2020,5\n",
});

test.each<[text: string, places: string[], unread: string[]]>([
  ["life expectancy in the US and Germany", ["country/USA", "country/DEU"], []],
  ["life expectancy in US", ["country/USA"], []],
  ["life expectancy in the us", ["country/USA"], []],
  ["what is the US life expectancy", ["country/USA"], []],
  ["US life expectancy", ["country/USA"], []],
  ["U.S. vs Germany life expectancy", ["country/USA", "country/DEU"], []],
  ["life expectancy in the netherlands", ["country/NLD"], []],
  ["average rent in US$ in Texas", ["geoId/48"], []],
  ["average rent (us$) in Texas", ["geoId/48"], []],
  // A word that nothing explains is no place.
  ["average rent in US dollars in Texas", ["geoId/48"], ["dollars"]],
  ["tell us the average rent in Texas", ["geoId/48"], []],
  ["goods sent to the Netherlands from Texas", ["country/NLD", "geoId/48"], []],
])("%s: of %j", async (text, dcids, words) => {
  const { places, unread } = await world.understand(text);
  expect(places.map(({ entities }) => entities)).toEqual(dcids);
  expect(unread.map((span) => span.text)).toEqual(words);
});

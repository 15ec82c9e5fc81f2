import { expect, test } from "vitest";
import { inPlainWords } from "../../../src/search/everyday-words.ts";

test.each([
  ["GDP of Ohio", "gross domestic product of Ohio"],
  ["gni and co2", "gross national income and carbon dioxide"],
  ["How old are people in Ohio?", "median age of are people in Ohio?"],
  ["How big, how great and how high", "how much, how much and how much"],
  ["how large, how low and how small", "how much, how much and how much"],
  ["how long do people live", "life expectancy"],
  ["how long does a woman live", "life expectancy"],
  ["how long did old Greek men live", "life expectancy"],
  ["how long can people live", "life expectancy"],
  ["how long will men be living", "life expectancy"],
  ["where people live longest", "where people life expectancy"],
  ["who live the longest", "who life expectancy"],
  ["life span", "life expectancy"],
  ["lifespans by state", "life expectancy by state"],
  ["people out of work", "people unemployed"],
  ["without work, without a job, without jobs", "unemployed, unemployed, unemployed"],
  ["jobless rate, jobless rates", "unemployment rate, unemployment rates"],
  ["jobless people", "unemployed people"],
  ["joblessness", "unemployment rate"],
  ["adolescents", "teenagers"],
  ["pop of Ohio, most populous", "population of Ohio, most population"],
  ["folk and folks", "people and people"],
  ["who lives longer, who live longer", "who lives longer, who life expectancy"],
  ["weiblich, Frauen", "female, female"],
  ["femme, femmes", "female, female"],
  ["mujer, mujeres, femmine", "female, female, female"],
  ["Männer, männlich", "male, male"],
  ["homme, hommes, hombre, hombres, maschi", "male, male, male, male, male"],
  ["headcount", "people living here"],
  ["inhabitants and residents", "people living here and people living here"],
])("'%s' is '%s' in the words of statistics", (everyday, plain) => {
  expect(inPlainWords(everyday)).toBe(plain);
});

test.each([
  "popular pops",
  "how long it takes to live",
  "homework",
  "co2e",
  "old",
  "afterlife spans it",
])("'%s' stays as it is", (text) => {
  expect(inPlainWords(text)).toBe(text);
});

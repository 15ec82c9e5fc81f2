/** What headings say: the words of each kind, and the nearest texts that are no such words. */
import { describe, expect, test } from "vitest";
import { headings, isCutDate, placeTypeOf, unitSaid } from "../../../src/propose/column-profile.ts";
import { isDateHeading } from "../../../src/propose/find-date.ts";

/** With a letter before or after each of these. */
const around = (words: string) => words.split(",").flatMap((word) => [`q${word}`, `${word}q`]);

const { partsOfYear, ...forms } = headings;
type Kind = keyof typeof forms;

test.each<[Kind, string, readonly string[]]>([
  [
    "date",
    "date,year,month,quarter,week,day,survey day,time,period,Jahr,Datum,Monat,Quartal,fecha,año,année,anno,ano",
    around("day,ano"),
  ],
  [
    "datePart",
    "month,months,mon,monat,mois,mes,mese,quarter,qtr,quartal,trimestre,half,halbjahr,semestre,period,month no,month_no,monthno,month num,month number,month name,month of year,ref month,ref_month,refmonth,reference month,data month,obs month,calendar month,cal month",
    [...around("month,mes,ref month,month no,month number"), "month x", "x month", "ref x month"],
  ],
  [
    "partOfYear",
    "month,monat,mes,mese,quarter,qtr,quartal,trimestre,week,woche,semaine",
    around("month,monat,mes,mese,quarter,qtr,quartal,trimestre,week,woche,semaine"),
  ],
  [
    "counted",
    "crop,crops,main crop,main_crops,fuel,fuels,mineral,minerals,product,products,commodity,commodities,species,Produkte,Energieträger,produit,produits,carburant,carburants,producto,productos,cultivo,cultivos,combustible,combustibles,crop type,crop_types,crop name,crop_names,energy source,energy_source,energy carrier,school type,school_type,fuel type,type of school,type_of_fuel,type of crop",
    around("crop,energy source,school type,type of crop,species,main crop,crop type"),
  ],
  [
    "id",
    "dcid,entity,fips,geo_id,geoid,iso,iso_3,iso3,country_code,countrycode,alpha_3,alpha3,code,Schlüssel,ags,nuts,id,a_id",
    around("entity,iso,code,ags,id").concat("a_idq"),
  ],
  ["geoId", "fips,geo_id,geoid,state,county", around("state,county")],
  ["country", "iso,country,alpha,code,land", around("code")],
  [
    "variable",
    "variable,indicator,measure,statistic,metric,series,item,Kennzahl,Indikator,Merkmal",
    ["measures", ...around("item")],
  ],
  [
    "value",
    "value,obs_value,obsvalue,amount,Wert,valeur,valor,count,number,figure",
    around("value,obs_value,Wert,valeur,valor,count,number"),
  ],
  [
    "unit",
    "unit,units,unit of a,a_unit,unit_measure,currency,Einheit,Maßeinheit,unité,unidad",
    [...around("unit,units,unit_measure"), "a_unitq", "qeinheit", "qunité", "qunidad"],
  ],
  [
    "place",
    "land,pays,país,région,región,town,city,cities,municipal,kanton,canton,commune,Gemeinde,Ort,ville,ciudad,county,counties,country,Kreis,state,states,Bundesland,Bundesländer,Bundesstaat,province,Provinz,district,département,region,ref_area,refarea,geo,geo_a,nuts,fips,territory,tl2,area,a_area,location,nation,Gebiet,zone,zip,postal,tract",
    [...around("land,pays,país,ort,state,geo,area"), "zoneq", "qtl2", "tlq", "a_areaq"],
  ],
  [
    "written",
    "updated,modified,created,released,published,retrieved,accessed,extracted,revised",
    [],
  ],
  [
    "position",
    "lat,lon,lng,latitude,longitude,coordinate,vector,x,y,rank,row,no,no.,nr,nr.,#,zip,zip_code,zipcode,phone,id,sort order,sort_order,sortorder",
    around("lat,lon,lng,latitude,x,y,rank,row,no.,nr.,#,zip,zip_code,phone,id,sort order"),
  ],
  [
    "numberedPlace",
    "arrondissement,beat,block,borough,county,district,municipality,parish,precinct,province,region,state,tract,ward,zone,police beat,police_beat,ward no,ward_no.,ward nr,ward_nr.,ward number",
    [...around("beat,ward"), "ward no x", "ward x"],
  ],
  [
    "code",
    "a Id,a_ID,a code,a_CODE,aId,aCode,aID",
    ["Id", "aid", "a Ids", "aCodes", "AID", "acode"],
  ],
])("%s", (kind, words, others) => {
  const form = forms[kind];
  expect(words.split(",").filter((word) => !form.test(word))).toEqual([]);
  expect(others.filter((other) => form.test(other))).toEqual([]);
});

test.each([
  [12, "month,months,mon,survey month,survey_mon,refMonth", "monthq,qmon,month q,qmonths"],
  [4, "quarter,quarters,qtr,survey quarter,survey_qtr,refQuarter", "quarterq,qqtr,quarter q"],
  [53, "week,weeks,isoweek,wk,survey wk,survey_wk", "weekq,qwk,week q,wkq"],
])("parts of a year up to %d", (last, words, others) => {
  const lastOf = (heading: string) => partsOfYear.find(([form]) => form.test(heading))?.[1];
  expect(words.split(",").map((word) => [word, lastOf(word)])).toEqual(
    words.split(",").map((word) => [word, last]),
  );
  expect(others.split(",").filter((other) => lastOf(other) !== undefined)).toEqual([]);
});

describe("places", () => {
  test.each([
    ["City", "town,city,cities,municipality,place,Stadt,Gemeinde,Ort,ville,ciudad"],
    ["County", "county,counties,Kreis"],
    ["State", "state,states,Bundesland,Bundesländer,Bundesstaat,province,Provinz"],
    ["Country", "country,countries,nation,pays,país,land"],
    // A province may have the name of the region around it: the heading says no type.
    [
      "",
      "name,municipio,município,comune,gmina,provincia,província,województwo,region,région,región,kanton,canton,département,commune,area,location,district,geography,Gebiet,entity,economy,geo",
    ],
  ])("of the type '%s'", (type, words) => {
    expect(words.split(",").map((word) => [word, placeTypeOf(word)])).toEqual(
      words.split(",").map((word) => [word, type]),
    );
  });

  test.each([
    "Estado",
    "État",
    "Municipio de nacimiento",
    ...around(
      "ort,state,states,land,municipio,comune,gmina,província,województwo,entity,economy,geo",
    ),
  ])("the heading %s alone says of no column that it holds places", (heading) => {
    expect(placeTypeOf(heading)).toBeUndefined();
  });
});

test.each([
  ["Percent", "%,percent,percentage,pct", "percent,percentage,pct"],
  ["USDollar", "$,usd,dollar,dollars", "usd,dollar,dollars"],
  ["Euro", "€,eur,euro,euros", "eur,euro,euros"],
  ["GBP", "£,gbp", "gbp"],
])("the unit %s", (unit, words, apart) => {
  const all = words.split(",").flatMap((word) => [word, `Cats (${word})`, `cats_${word}_a`]);
  expect(all.map((word) => [word, unitSaid(word)])).toEqual(all.map((word) => [word, unit]));
  const others = around(apart).filter((other) => other !== "euroq");
  expect(others.filter((other) => unitSaid(other) !== undefined)).toEqual([]);
});

test("nothing but dates", () => {
  const words =
    "time period,time_period,timeperiod,year,years,fiscal year,financial_year,schoolyear,academic year,reference year,date,period,month,months,quarter,quarters,Jahr,Datum,Monat,Quartal,année,año,anno";
  const said = (heading: string) => isDateHeading({ heading });
  expect(words.split(",").filter((one) => !said(one))).toEqual([]);
  expect(around(words).filter(said)).toEqual([]);
});

test("years with one digit more", () => {
  const cut = ["2020.1", "1820,3", "1920.5", "2120.9"];
  expect(cut.filter((one) => !isCutDate(one))).toEqual([]);
  const others = ["2020.10", "x2020.1", "2020.1x", "220.1", "1720.1", "2020-1", "2020x1", "2020.x"];
  expect(others.filter(isCutDate)).toEqual([]);
});

test("dollars of other countries are no dollars of the United States", () => {
  const others =
    "Canadian dollars,C$,CA$ million,A$,AU$,NZ$,HK$,S$,R$,NT$,Australian dollar,Hong Kong dollars,New Zealand $,international dollars,int. $,NZ dollars,CAD $,CAD dollars,AUD$,Bahamian dollars,Mexican $,MX$,constant 2017 PPP $,dollars canadiens";
  expect(others.split(",").filter((one) => unitSaid(`Revenue (${one})`) !== undefined)).toEqual([]);
  const own =
    "US$,US $,U.S. dollars,$ million,k$,M$,dollars,US dollars,constant 2015 US$,Mio. $,K$,BN$,US-$,USD";
  expect(own.split(",").filter((one) => unitSaid(`Revenue (${one})`) !== "USDollar")).toEqual([]);
  expect(["$ (CAD)", "$ (USD)", "$ (US)"].map((one) => unitSaid(`Revenue, ${one}`))).toEqual([
    undefined,
    "USDollar",
    "USDollar",
  ]);
});

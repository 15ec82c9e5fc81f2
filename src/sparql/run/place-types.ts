/**
 * `typeOf Place` means any place. The real service keeps all places in one table, whose types are
 * these (facts V2 §5.3.4, sparql_table_types.json); every other type is matched as it is written.
 */
export const placeTypes: readonly string[] = [
  "Place",
  "AdministrativeArea",
  "AdministrativeArea1",
  "AdministrativeArea2",
  "AdministrativeArea3",
  "AdministrativeArea4",
  "AdministrativeArea5",
  "CensusCoreBasedStatisticalArea",
  "CensusCountyDivision",
  "CensusTract",
  "CensusZipCodeTabulationArea",
  "City",
  "CommutingZone",
  "CongressionalDistrict",
  "Continent",
  "Country",
  "County",
  "ElementarySchoolDistrict",
  "EurostatNUTS1",
  "EurostatNUTS2",
  "EurostatNUTS3",
  "HighSchoolDistrict",
  "Neighborhood",
  "SchoolDistrict",
  "State",
  "StateComponent",
  "USMetropolitanDivision",
  "Village",
];

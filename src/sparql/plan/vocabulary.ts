/** Names of the data model that mean something to a query. */

export const typeProperty = "typeOf";
/** An old spelling of `typeOf` for the types of places. */
export const oldTypeProperty = "subType";
/** Says which node a variable is; never an edge (behaviour: sparql 3.2). */
export const dcidProperty = "dcid";

export const observationType = "StatVarObservation";
/** Only observations have these, so their subjects need not say their type. */
export const observationMarks: readonly string[] = ["variableMeasured", "observationAbout"];
/** What an observation says of its entity. */
export const valueProperty = "value";

/**
 * `typeOf Place` means any place. The real service keeps all places in one table, whose types are
 * these (behaviour: sparql 3.3); every other type is matched as it is written.
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

import { expect, test } from "vitest";
import { worldOf } from "../../oracle/small-world.ts";
import { answerOf } from "./answers.ts";

/** Types of the one table in which the real service keeps all places. */
const kinds = [
  ...["AdministrativeArea", "AdministrativeArea1", "AdministrativeArea2", "AdministrativeArea3"],
  ...["AdministrativeArea4", "AdministrativeArea5", "CensusCoreBasedStatisticalArea"],
  ...["CensusCountyDivision", "CensusTract", "CensusZipCodeTabulationArea", "City"],
  ...["CommutingZone", "CongressionalDistrict", "Continent", "Country", "County"],
  ...["ElementarySchoolDistrict", "EurostatNUTS1", "EurostatNUTS2", "EurostatNUTS3"],
  ...["HighSchoolDistrict", "Neighborhood", "Place", "SchoolDistrict", "State", "StateComponent"],
  ...["USMetropolitanDivision", "Village"],
];

test("a Place is a node of each type of places, and of no other", () => {
  const world = worldOf(
    [...kinds, "School", "Person"].map((type) => [`a/${type}`, "typeOf", type] as const),
  );
  expect(answerOf(world, "SELECT ?a WHERE { ?a typeOf Place } ORDER BY ?a")).toEqual(
    kinds.map((type) => `a/${type}`),
  );
  expect(answerOf(world, "SELECT ?a WHERE { ?a typeOf School }")).toEqual(["a/School"]);
});

/** The explorer's route that answers questions in somebody's own words. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { answerExplorer } from "../../../../src/routes/explorer/explorer-routes.ts";

let sample: Commons;

beforeAll(async () => {
  sample = await open("data-samples/us-states");
});

async function answerOf(body: object) {
  const url = "/explorer/api/understand";
  const answer = await answerExplorer(sample, { method: "POST", url, body: JSON.stringify(body) });
  return { status: answer?.status, body: JSON.parse(`${answer?.body}`) };
}

async function understood(body: object) {
  const { status, body: answer } = await answerOf(body);
  expect(status).toBe(200);
  return answer;
}

describe("questions", () => {
  test("are read and answered, with citations of the rows", async () => {
    const text = "unemployment rate of texas";
    const answer = await understood({ text });
    expect(answer.variables[0].dcid).toBe("UnemploymentRate_Person");
    expect(answer.answer.rows[0].entity).toBe("geoId/48");
    expect(answer.citations).toMatchObject([{ provenance: "BLS_LAUS" }]);
    const corrections = { places: ["geoId/06"], date: "2020" };
    const corrected = await understood({ text, corrections });
    expect(corrected.answer.rows).toMatchObject([{ entity: "geoId/06", date: "2020" }]);
    const none = await understood({ text: "asdf" });
    expect([none.answer, none.citations]).toEqual([undefined, []]);
  });

  test("per capita cite what divides, too", async () => {
    const text = "electricity generation per person in united states";
    const { citations } = await understood({ text });
    expect(citations).toMatchObject([
      { provenance: "EIA_Electricity", processing: "by division" },
      { provenance: "USCensusPEP_Annual_Population", processing: "by division" },
    ]);
  });

  test.each([
    [{}, /text/],
    [{ text: "a", corrections: { plaecs: [] } }, /plaecs/],
    [{ text: "a", corrections: "b" }, /options/],
  ])("%j are refused", async (body, message) => {
    const answer = await answerOf(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

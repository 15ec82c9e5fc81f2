/** Events that tests of `/v2/event` ask about. */
export const event = (dcid: string, type: string, date: string, ...lines: string[]) =>
  [
    `Node: dcid:${dcid}`,
    `typeOf: dcs:${type}`,
    "affectedPlace: dcid:country/LBR, dcid:s2CellId/0x1, dcid:Earth",
    `startDate: "${date}"`,
    ...lines,
    "",
  ].join("\n");

/** How large a fire is. */
export const size = (value: number) => `area: dcid:SquareKilometer${value}`;

export const files = {
  "fires.mcf": [
    event("fire/small", "FireEvent", "2020-10-01", size(2.5), 'name: "Small fire"'),
    event(
      "fire/great",
      "FireEvent",
      "2020-10-29",
      size(300),
      "startLocation: dcid:latLong/814251_-994651",
    ),
    event(
      "fire/equal",
      "FireEvent",
      "2020-10-03",
      size(2.5),
      'observationDate: "2020-10-04", "2020-10-03"',
    ),
    event("fire/unknown", "FireEvent", "2020-10-03", 'name: "Of unknown size"'),
    event("fire/later", "FireEvent", "2020-11-01", size(9)),
    event("quake/b", "EarthquakeEvent", "2020-10-01", 'magnitude: "5"'),
    event("quake/a", "EarthquakeEvent", "2020-10-02", 'magnitude: "strong"'),
    event(
      "cold/mild",
      "ColdTemperatureEvent",
      "2021-01",
      "differenceTemperature: dcid:Celsius-1.5",
    ),
    event("cold/hard", "ColdTemperatureEvent", "2021-01", "differenceTemperature: dcid:Celsius-9"),
  ].join("\n"),
  "provenances.mcf": `Node: dcid:dc/base/fires
typeOf: dcs:Provenance
name: "Fires"
url: "https://firms.modaps.example.org/data"
`,
};

export interface Events {
  readonly eventCollection: {
    readonly events?: readonly { readonly dcid: string }[];
    readonly provenanceInfo?: object;
  };
}

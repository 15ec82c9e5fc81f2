/** Observations of variables about entities. */

import type {
  Commons,
  EntityExpression,
  PointStat,
  V2ObservationRequest,
  V2ObservationResponse,
} from "../../index.ts";
import {
  type CliCommand,
  explainOption,
  type OptionValues,
  text,
  textOption,
  texts,
} from "../command.ts";
import { UsageError } from "../io.ts";

export const statCommand: CliCommand = {
  usage: "stat <source> <variable> <entity...>",
  about:
    "observations; an entity may be an expression such as country/USA<-containedInPlace+{typeOf:State}",
  options: [
    { flags: "-d, --date <date>", about: "a date, LATEST or all", byDefault: "LATEST" },
    {
      flags: "-f, --facets <which>",
      about: "of each series the best facet, or all",
      byDefault: "best",
      choices: ["best", "all"],
    },
    explainOption,
  ],
  examples: [
    "pocket-commons stat data Count_Person geoId/06 geoId/48 --date all",
    "pocket-commons stat data Count_Person 'country/USA<-containedInPlace+{typeOf:State}' --csv",
  ],
  run: async ([source, variable, entities], options, { open }) => {
    const request = requestOf(text(variable).split(","), texts(entities), options);
    const commons = await open([text(source)], options);
    const response = commons.observation(request);
    const isBest = textOption(options, "facets") !== "all";
    const explain = () => commons.explain({ observation: request });
    return { json: response, explain, rows: { columns, rows: rowsOf(commons, response, isBest) } };
  },
};

const columns = ["variable", "entity", "entity_name", "date", "value", "unit", "source"];

function requestOf(
  variables: readonly string[],
  entities: readonly string[],
  options: OptionValues,
): V2ObservationRequest {
  const expression = entities.find(isExpression);
  if (expression !== undefined && entities.length > 1) {
    throw new UsageError("an expression names all entities: it stands alone");
  }
  const date = textOption(options, "date") ?? "LATEST";
  return {
    date: date === "all" ? "" : date,
    variable: { dcids: variables },
    entity: expression === undefined ? { dcids: entities } : { expression },
    select: ["entity", "variable", "date", "value"],
  };
}

function isExpression(entity: string): entity is EntityExpression {
  return entity.includes("<-") || entity.includes("->");
}

function rowsOf(
  commons: Commons,
  { byVariable = {}, facets = {} }: V2ObservationResponse,
  isBest: boolean,
): string[][] {
  const rows: string[][] = [];
  for (const [variable, { byEntity = {} }] of Object.entries(byVariable)) {
    for (const [entity, { orderedFacets = [] }] of Object.entries(byEntity)) {
      const head = [variable, entity, nameOf(commons, entity)];
      for (const { facetId, observations = [] } of orderedFacets.slice(0, isBest ? 1 : undefined)) {
        const { unit = "", importName = "" } = facets[facetId] ?? {};
        for (const point of observations) rows.push([...head, ...cellsOf(point), unit, importName]);
      }
    }
  }
  return rows;
}

function cellsOf({ date, value }: PointStat): string[] {
  return [date, String(value ?? "")];
}

/** Empty for a node without one. */
function nameOf({ graph }: Commons, dcid: string): string {
  const { dictionary } = graph;
  const node = dictionary.nodeOf(dcid);
  const name = node === undefined ? dictionary.termCount : graph.nameOf(node);
  return name < dictionary.termCount ? dictionary.textOf(name) : "";
}

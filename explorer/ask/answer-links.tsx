/** Where an answer can be looked at further: its screens, and its request as code. */
import type { ExplainedRequest, TableQuestion, Understood } from "../backend/world.ts";
import { linkTo } from "../shell/route.ts";

/** More dcids than these make no address. */
const dcidsMax = 60;

type Request = Extract<ExplainedRequest, { readonly observation: object }>["observation"];

/** What `/v2/observation` is asked for the same values; of a range, for all dates. */
export function requestOf({ entities, variables, date = "latest" }: TableQuestion): Request {
  const one = typeof date === "string" ? date : date.from === date.to ? date.from : "all";
  return {
    date: one === "latest" ? "LATEST" : one === "all" ? "" : (one ?? ""),
    variable: { dcids: variables },
    entity:
      typeof entities === "string"
        ? { expression: entities }
        : { dcids: Array.isArray(entities) ? entities : [] },
    select: ["date", "value", "variable", "entity", "facet"],
  };
}

interface AnswerLinksProps {
  readonly understood: Understood;
  readonly question: TableQuestion;
}

export function AnswerLinks({
  understood: { places, variables, perCapita },
  question,
}: AnswerLinksProps) {
  const dcids = variables.map(({ dcid }) => dcid);
  const single = places.filter(({ isSet }) => !isSet).map(({ entities }) => entities);
  const set = places.find(({ isSet }) => isSet);
  const [variable = "", other = ""] = dcids;
  const { entities } = question;
  const isShort = !Array.isArray(entities) || entities.length <= dcidsMax;
  const text = `POST /v2/observation\n${JSON.stringify(requestOf(question), undefined, 2)}`;
  const per = perCapita === undefined ? "" : "capita";
  return (
    <p class="actions">
      {single.length > 0 && (
        <a class="button" href={linkTo("timeline", { place: single, variable: dcids, per })}>
          Timeline
        </a>
      )}
      {set?.within !== undefined && (
        <a
          class="button"
          href={linkTo("map", { place: set.within.dcid, type: set.type, variable, other })}
        >
          {other === "" ? "Map" : "Scatter plot"}
        </a>
      )}
      {dcids.map((dcid, at) => (
        <a key={dcid} class="button" href={linkTo("node", { dcid })}>
          About <bdi>&nbsp;{variables[at]?.name ?? dcid}</bdi>
        </a>
      ))}
      {isShort && (
        <a class="button" href={linkTo("query", { form: "rest", text })}>
          Query as code
        </a>
      )}
    </p>
  );
}

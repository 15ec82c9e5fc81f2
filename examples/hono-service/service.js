/** Answers of one's own from the data, and every Data Commons route below /dc. */
import { Hono } from "hono";
import { CommonsError, open } from "pocket-commons";

const commons = await open("node_modules/pocket-commons/data-samples/us-states");
const { fetch: answer } = commons.service({ requireKey: false, timeout: 5_000 });

export const service = new Hono();

service.get("/states/largest", async (context) => {
  const count = Number(context.req.query("count") ?? 3);
  if (!Number.isInteger(count) || count < 1)
    return context.json({ error: "count is a number from 1 on" }, 400);
  const table = await commons.table({
    entities: "country/USA<-containedInPlace+{typeOf:State}",
    variables: ["Count_Person"],
    names: true,
  });
  const rows = [...table.sorted("value", "descending").head(count)];
  return context.json(
    rows.map(({ entity_name, date, value }) => ({ state: entity_name, date, people: value })),
  );
});

service.mount("/dc", answer);

service.onError((error, context) => {
  const status = error instanceof CommonsError ? (error.rpc?.status ?? 500) : 500;
  return context.json({ error: error.message }, status);
});

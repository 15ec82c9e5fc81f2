/** A data loader: Framework runs it, keeps what it prints, and runs it again only after it has changed. */
import { open } from "pocket-commons";

const commons = await open("node_modules/pocket-commons/data-samples/us-states");
const table = await commons.table({
  entities: "country/USA<-containedInPlace+{typeOf:State}",
  variables: ["UnemploymentRate_Person"],
  date: { from: "2019", to: "2025" },
  facet: "best-for-all",
  names: true,
});
process.stdout.write(JSON.stringify(table));

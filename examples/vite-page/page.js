/** A snapshot that lies beside the page, and files that a user drops: all of it is asked in the page. */
import { open } from "pocket-commons";

const state = document.querySelector("#state");

let commons;
try {
  const response = await fetch("us-states.pocket");
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  commons = await open(response);
  await show();
} catch (error) {
  state.textContent = `The snapshot cannot be opened: ${error.message}. Run "npm run data", and load the page again.`;
}

async function show() {
  const table = await commons.table({
    entities: "country/USA<-containedInPlace+{typeOf:State}",
    variables: ["Count_Person"],
    names: true,
  });
  const rows = [...table.sorted("value", "descending").head(3)];
  document.querySelector("table").innerHTML = rows
    .map(({ entity_name, date, value }) => `<tr><td>${entity_name}<td>${date}<td>${value}`)
    .join("");
  state.textContent = `${commons.info.observationCount} observations`;
}

addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  try {
    commons = await open([commons, ...event.dataTransfer.files]);
    await show();
  } catch (error) {
    state.textContent = `The files cannot be opened: ${error.message}`;
  }
});

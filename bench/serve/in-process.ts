/** How many answers a second `commons.fetch` gives, text and all. Prints the rate. */
import { open } from "../library.ts";
import { childTask } from "../machine/child.ts";

interface Task {
  readonly source: string;
  readonly path: string;
  readonly seconds: number;
}

const { source, path, seconds } = childTask<Task>();
const { fetch } = (await open(source)).service({ requireKey: false });
const ask = async () => await (await fetch(path)).text();
const rateFor = async (milliseconds: number) => {
  const start = performance.now();
  let answers = 0;
  for (; performance.now() < start + milliseconds; answers++) await ask();
  return (answers * 1000) / (performance.now() - start);
};
await rateFor(1000);
console.log(JSON.stringify(await rateFor(seconds * 1000)));

/** Questions that a person can start with, as prompts of the Model Context Protocol. */

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** With `{name}` where an argument stands. */
  readonly text: string;
}

const argument = (name: string, description: string): PromptArgument => ({
  name,
  description,
  required: true,
});

const cited = "Give the unit, the date and the source of each value, as the answers name them.";

const rows: readonly Prompt[] = [
  {
    name: "answer_question",
    title: "Answer a question",
    description: "Answers a question from the data that is loaded",
    arguments: [argument("question", "the question, in your own words")],
    text: `Answer this question from the data of this server alone: {question}\n\nFind the variable with search_indicators and the places with resolve_places, then ask for the values. If there is no data, say so, and name the nearest that there is. ${cited}`,
  },
  {
    name: "compare_places",
    title: "Compare places",
    description: "Compares some places by a topic",
    arguments: [
      argument("places", "names of places, such as 'California and Texas'"),
      argument("topic", "what to compare, such as 'median income'"),
    ],
    text: `Compare {places} by {topic}. Find the dcids first, then use the tool compare. Say which date the values are of, and whether they are of the same one. ${cited}`,
  },
  {
    name: "rank_places",
    title: "Rank places",
    description: "Lists the highest or the lowest places inside of a place",
    arguments: [
      argument("parent", "the place around them, such as 'United States'"),
      argument("type", "their type, such as 'State' or 'County'"),
      argument("topic", "what to rank by"),
    ],
    text: `Which places of the type {type} in {parent} are the highest and which are the lowest by {topic}? Find the dcids first, then use the tool rank for both ends. ${cited}`,
  },
  {
    name: "explore_data",
    title: "What is there",
    description: "Describes what the loaded data is about",
    arguments: [],
    text: "Describe what data this server has: use describe_data, and search_indicators with an empty query. Name topics, kinds of places, years and sources, and propose three questions that the data can answer.",
  },
];

export const prompts = rows.map(({ text: _, ...prompt }) => ({
  ...prompt,
  arguments: [...prompt.arguments],
}));

/** The prompt with its arguments, or a sentence that says what to send instead. */
export function promptOf(
  name: string,
  given: Readonly<Record<string, string>>,
): { readonly description: string; readonly text: string } | string {
  const prompt = rows.find((one) => one.name === name);
  if (prompt === undefined) {
    return `there is no prompt ${name}: ${rows.map((one) => one.name).join(", ")}`;
  }
  const missing = prompt.arguments.find((one) => (given[one.name] ?? "").trim() === "");
  if (missing !== undefined) return `${missing.name} is missing: ${missing.description}`;
  const text = prompt.text.replaceAll(/\{(\w+)\}/g, (_, one: string) => given[one] ?? "");
  return { description: prompt.description, text };
}

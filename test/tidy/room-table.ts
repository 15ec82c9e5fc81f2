import { rooms } from "./rooms.ts";

/**
 * The table of rooms in docs/rooms.md: a line for each room, then a line for each of its folders.
 */
export function roomTable(): string {
  const lines = Object.entries(rooms).flatMap(([name, { about, may, parts = {} }]) => [
    [placeOf(name), about, may.length === 0 ? "nothing" : may.map((to) => `\`${to}\``).join(", ")],
    ...Object.entries(parts).map(([part, aboutPart], index, all) => [
      `&nbsp;&nbsp;\`${part}/\``,
      aboutPart,
      index === 0
        ? ""
        : all
            .slice(0, index)
            .map(([before]) => `\`${before}\``)
            .join(", "),
    ]),
  ]);
  const head = ["folder", "what it holds", "may import"];
  const table = [head, head.map(() => "---"), ...lines];
  return table.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function placeOf(room: string): string {
  return room.endsWith(".ts") ? `\`src/${room}\`` : `\`src/${room}/\``;
}

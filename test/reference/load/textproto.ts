/** Just enough of protobuf's text format to read recorded MCF graphs. */

export type ProtoFields = Map<string, (string | ProtoFields)[]>;

export function parseTextproto(text: string): ProtoFields {
  const tokens = text.match(/"(?:\\.|[^"\\])*"|[{}]|[\w.]+:?/g) ?? [];
  let at = 0;
  const fields = (): ProtoFields => {
    const found: ProtoFields = new Map();
    while (at < tokens.length && tokens[at] !== "}") {
      const name = tokens[at++]!.replace(/:$/, "");
      const token = tokens[at++]!;
      const value = token === "{" ? fields() : scalar(token);
      if (token === "{") at += 1;
      found.set(name, [...(found.get(name) ?? []), value]);
    }
    return found;
  };
  return fields();
}

export const messages = (fields: ProtoFields, name: string): ProtoFields[] =>
  (fields.get(name) ?? []).filter((value) => value instanceof Map);

export const text = (fields: ProtoFields, name: string): string =>
  String((fields.get(name) ?? [""])[0]);

function scalar(token: string): string {
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

import {
  Dictionary,
  doShares,
  FrozenColumns,
  freezeHere,
  type LooseTextBuilder,
  type TextTableBuilder,
} from "../../../../src/store/index.ts";

/** A dictionary of what two builders collected, and its columns. */
export function frozenDictionary(
  nodes: TextTableBuilder,
  literals: TextTableBuilder | LooseTextBuilder,
  columns: FrozenColumns = new FrozenColumns(),
): Dictionary {
  const freezing = Dictionary.freezing([nodes.take()], [literals.take()], columns, 1);
  const { dictionary, index } = freezeHere(freezing);
  doShares([index]);
  return dictionary;
}

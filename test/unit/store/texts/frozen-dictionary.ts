import {
  Dictionary,
  doShares,
  FrozenColumns,
  freezeHere,
  type LooseTextBuilder,
  type TextTableBuilder,
} from "../../../../src/store/index.ts";

/** A dictionary of what two builders collected. */
export function frozenDictionary(
  nodes: TextTableBuilder,
  literals: TextTableBuilder | LooseTextBuilder,
): Dictionary {
  const freezing = Dictionary.freezing([nodes.take()], [literals.take()], new FrozenColumns(), 1);
  const { dictionary, index } = freezeHere(freezing);
  doShares([index]);
  return dictionary;
}

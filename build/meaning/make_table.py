"""Makes the table of vectors of word pieces that search by meaning reads. See README.md beside this file."""

import argparse
import gzip
import json
import os
import struct
import time

import jax
import jax.numpy as jnp
import numpy as np
import scipy.sparse as sparse
from teacher import Teacher
from texts import in_half, rows_of, texts_of
from tokenizers.models import WordPiece

SEED, DIMENSIONS, LONGEST, BATCH, NEAR = 28, 128, 40, 512, 64
PHASES = [{"steps": 1400, "rate": 2e-3, "pairs": 0.0}, {"steps": 500, "rate": 1e-3, "pairs": 0.5}]


def kept_pieces(teacher, texts):
    """Pieces of ASCII that are common in English or in the texts. Others are cut into shorter pieces."""
    vocabulary = teacher.tokenizer.get_vocab()
    pieces = sorted(vocabulary, key=vocabulary.get)
    counts = np.zeros(len(pieces), int)
    for cut in teacher.pieces(texts):
        np.add.at(counts, cut, 1)

    def is_kept(at, piece):
        if not piece.isascii() or (piece.startswith("[") and len(piece) > 1):
            return False
        return len(piece.removeprefix("##")) == 1 or counts[at] > 2 or at < 9000

    return [(at, piece) for at, piece in enumerate(pieces) if is_kept(at, piece)]


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


class Pupil:
    """The table while it learns: a text is the sum of its pieces."""

    def __init__(self, teacher, kept):
        self.size = len(kept)
        self.tokenizer = teacher.tokenizer
        self.tokenizer.no_truncation()
        names = {piece: row for row, (_, piece) in enumerate(kept)}
        self.tokenizer.model = WordPiece({**names, "[UNK]": self.size}, unk_token="[UNK]", max_input_chars_per_word=100)

    def cut(self, texts):
        found = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [[row for row in one.ids if row < self.size] for one in found]

    def padded(self, texts):
        rows = np.full((len(texts), LONGEST), self.size, np.int32)
        for at, cut in enumerate(self.cut(texts)):
            rows[at, : len(cut[:LONGEST])] = cut[:LONGEST]
        return rows

    def counts(self, texts):
        cut = self.cut(texts)
        lines = np.repeat(np.arange(len(cut)), [len(one) for one in cut])
        columns = np.array([row for one in cut for row in one], int)
        return sparse.csr_matrix((np.ones(len(columns), np.float32), (lines, columns)), shape=(len(cut), self.size))


def learn(pupil, table, texts, wanted, projected, groups, shared, phase, report):
    """
    The pupil's similarities come near to the teacher's: among texts that are near to each other and among any.
    With `pairs`, texts about one thing come nearer to each other than to others.
    """
    rng = np.random.default_rng(SEED)
    rows = pupil.padded(texts)
    in_groups = pupil.padded([text for group in groups for text in group])
    starts = np.cumsum([0] + [len(group) for group in groups])

    def scaled(sums):
        return sums / jnp.sqrt((sums * sums).sum(1, keepdims=True) + 1e-9)

    def loss(table, rows, wanted, projected, one, other):
        ours = scaled(table[rows].sum(1))
        away = jnp.eye(len(rows)) * 1e9
        aim = jax.nn.softmax(wanted @ wanted.T / 0.05 - away, -1)
        gained = jax.nn.log_softmax(ours @ ours.T / 0.05 - away, -1)
        total = (aim * (jnp.log(aim + 1e-12) - gained)).sum(-1).mean() + 1 - (ours * projected).sum(1).mean()
        if phase["pairs"]:
            near = scaled(table[one].sum(1)) @ scaled(table[other].sum(1)).T / 0.05
            own = jnp.arange(len(one))
            both = jax.nn.log_softmax(near, 1)[own, own].mean() + jax.nn.log_softmax(near, 0)[own, own].mean()
            total -= phase["pairs"] * 0.5 * both
        return total

    @jax.jit
    def step(table, slow, fast, at, rate, *batch):
        value, slope = jax.value_and_grad(loss)(table, *batch)
        slope = slope.at[-1].set(0)
        slow = 0.9 * slow + 0.1 * slope
        fast = 0.999 * fast + 0.001 * slope * slope
        move = (slow / (1 - 0.9**at)) / (jnp.sqrt(fast / (1 - 0.999**at)) + 1e-8)
        return table - rate * move, slow, fast, value

    table = jnp.concatenate([jnp.asarray(table), jnp.zeros((1, DIMENSIONS))])
    slow, fast, started = jnp.zeros_like(table), jnp.zeros_like(table), time.time()
    for at in range(1, phase["steps"] + 1):
        if at % 2:
            seeds = rng.integers(0, len(texts), BATCH // NEAR)
            chosen = np.argpartition(-(projected[seeds] @ projected.T), NEAR, axis=1)[:, :NEAR].ravel()
        else:
            chosen = rng.integers(0, len(texts), BATCH)
        chosen = np.unique(chosen)
        chosen = np.concatenate([chosen, rng.integers(0, len(texts), BATCH - len(chosen))])
        of_index = rng.choice(shared, 384, replace=False)
        group = np.concatenate([of_index, shared + rng.choice(len(groups) - shared, 128, replace=False)])
        low, count = starts[group], starts[group + 1] - starts[group]
        one = low + rng.integers(0, count)
        other = low + (one - low + 1 + rng.integers(0, count - 1)) % count
        rate = phase["rate"] * min(1, at / 50) * (0.5 * (1 + np.cos(np.pi * at / phase["steps"])) + 0.01)
        batch = (rows[chosen], wanted[chosen], projected[chosen], in_groups[one], in_groups[other])
        table, slow, fast, value = step(table, slow, fast, float(at), rate, *batch)
        if at % 100 == 0:
            print(f"step {at}, {time.time() - started:.0f} s, loss {value:.4f}", report(np.asarray(table)[:-1]), flush=True)
    return np.asarray(table)[:-1]


def hits(pupil, sentences, queries):
    """How often the wanted variable stands first, among five and among ten."""
    owners, columns, lines = {}, [], []
    for column, row in enumerate(sentences):
        for dcid in row["dcids"].split(";"):
            lines.append(owners.setdefault(dcid, len(owners)))
            columns.append(column)
    order = np.argsort(lines, kind="stable")
    columns, firsts = np.array(columns)[order], np.searchsorted(np.array(lines)[order], np.arange(len(owners)))
    said = pupil.counts([row["sentence"] for row in sentences])
    asked = pupil.counts([row["query"] for row in queries])
    wanted = np.array([owners[row["dcid"]] for row in queries])

    def measure(table):
        near = (unit(asked @ table) @ unit(said @ table).T)[:, columns]
        best = np.maximum.reduceat(near, firsts, axis=1)
        rank = (best > best[np.arange(len(wanted)), wanted][:, None] + 1e-7).sum(1) + 1
        return "/".join(f"{100 * (rank <= most).mean():.1f}" for most in (1, 5, 10))

    return measure


def write(path, table, kept):
    """See `src/search/token-table.ts`."""
    table = table / np.abs(table).max()
    scales = np.abs(table).max(1) / 127
    scales[scales == 0] = 1
    numbers = np.round(table / scales[:, None]).astype(np.int8)
    pieces = "".join(f"{piece}\n" for _, piece in kept).encode()
    pieces += b"\n" * (-len(pieces) % 4)
    body = scales.astype("<f4").tobytes() + numbers.tobytes() + pieces
    check = 0x811C9DC5
    for word in np.frombuffer(body, "<u4").tolist():
        check = ((check ^ word) * 0x01000193) & 0xFFFFFFFF
    data = b"PCMT" + struct.pack("<IIIII", 1, len(kept), DIMENSIONS, len(pieces), check) + body
    with open(path, "wb") as file:
        file.write(data)
    print(f"{path}: {len(kept)} pieces, {len(data)} bytes, {len(gzip.compress(data, 9))} as gzip")


def encoded(path, encode, texts):
    """The teacher takes minutes: its vectors are kept while the texts are the same."""
    if os.path.exists(path):
        with open(f"{path}.json", encoding="utf-8") as file:
            if json.load(file) == texts:
                return np.load(path).astype(np.float32)
    vectors = encode(texts).astype(np.float16)
    np.save(path, vectors)
    with open(f"{path}.json", "w", encoding="utf-8") as file:
        json.dump(texts, file)
    return vectors.astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("model", "schema", "index", "queries", "work", "out"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    os.makedirs(given.work, exist_ok=True)
    teacher = Teacher(given.model)
    vocabulary = teacher.tokenizer.get_vocab()
    names = sorted(vocabulary, key=vocabulary.get)
    words = [word for word in names[1996:22000] if word.isalpha() and word.isascii() and len(word) > 2]
    sentences, queries = rows_of(given.index), rows_of(given.queries)
    halves = [[row for row in queries if in_half(row["dcid"], half)] for half in (0, 1)]
    unseen = {row["query"].lower() for row in queries}
    texts, groups, shared = texts_of(given.schema, sentences, halves[0], unseen, teacher.pieces, words)
    print(f"{len(texts)} texts, {len(groups)} groups", flush=True)
    wanted = encoded(f"{given.work}/texts.npy", teacher.encode, texts)
    kept = kept_pieces(teacher, texts)
    single = [[101, at, 102] for at, _ in kept]
    own = encoded(f"{given.work}/pieces.npy", teacher.encode_pieces, single)
    _, _, axes = np.linalg.svd((wanted - wanted.mean(0))[::3], full_matrices=False)
    projection = axes[:DIMENSIONS].T
    # Pieces are listed by how common they are: common ones say less.
    share = 1 / (np.array([at for at, _ in kept]) + 2)
    share /= share.sum()
    table = (own - own.mean(0)) @ projection * (1e-4 / (1e-4 + share))[:, None]
    table *= 0.5 / np.linalg.norm(table, axis=1).mean()
    pupil = Pupil(teacher, kept)
    measures = [hits(pupil, sentences, half) for half in halves]
    report = lambda now: " ".join(measure(now) for measure in measures)
    for phase in PHASES:
        table = learn(pupil, table, texts, wanted, unit(wanted @ projection), groups, shared, phase, report)
    write(given.out, table, kept)


if __name__ == "__main__":
    main()

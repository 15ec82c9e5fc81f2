"""The teacher: all-MiniLM-L6-v2, run on the processor."""

import glob

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

HEADS, LAYERS, LONGEST = 12, 6, 64


class Teacher:
    def __init__(self, folder):
        [weights] = glob.glob(f"{folder}/**/model.safetensors", recursive=True)
        [tokenizer] = glob.glob(f"{folder}/**/tokenizer.json", recursive=True)
        self.weights = {
            name.removeprefix("bert."): jnp.asarray(value)
            for name, value in load_file(weights).items()
            if value.dtype.kind == "f"
        }
        self.tokenizer = Tokenizer.from_file(tokenizer)
        self.tokenizer.no_padding()
        self.forward = jax.jit(self._forward)

    def pieces(self, texts):
        self.tokenizer.no_truncation()
        return [one.ids for one in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def encode(self, texts):
        """Unit vectors."""
        self.tokenizer.enable_truncation(LONGEST)
        return self.encode_pieces([one.ids for one in self.tokenizer.encode_batch(texts)])

    def encode_pieces(self, all_pieces, batch=256):
        out = np.zeros((len(all_pieces), 384), np.float32)
        order = np.argsort([len(one) for one in all_pieces], kind="stable")
        for start in range(0, len(order), batch):
            rows = order[start : start + batch]
            longest = max(len(all_pieces[row]) for row in rows)
            width = max(4, longest + longest % 2) if longest < 24 else -(-longest // 8) * 8
            pieces = np.zeros((batch, width), np.int32)
            mask = np.zeros((batch, width), np.float32)
            mask[:, 0] = 1
            for at, row in enumerate(rows):
                pieces[at, : len(all_pieces[row])] = all_pieces[row]
                mask[at, : len(all_pieces[row])] = 1
            out[rows] = np.asarray(self.forward(pieces, mask))[: len(rows)]
            if start // batch % 40 == 0:
                print(f"encoded {start} of {len(order)}", flush=True)
        return out

    def _norm(self, x, name):
        middle = x.mean(-1, keepdims=True)
        spread = ((x - middle) ** 2).mean(-1, keepdims=True)
        scaled = (x - middle) / jnp.sqrt(spread + 1e-12)
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def _dense(self, x, name):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _forward(self, pieces, mask):
        rows, width = pieces.shape
        words = self.weights["embeddings.word_embeddings.weight"][pieces]
        places = self.weights["embeddings.position_embeddings.weight"][:width]
        kind = self.weights["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(words + places + kind, "embeddings.LayerNorm")
        hidden = jnp.where(mask[:, None, None, :] > 0, 0.0, -1e9)
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}"
            query, key, value = (
                self._dense(x, f"{at}.attention.self.{part}").reshape(rows, width, HEADS, -1).transpose(0, 2, 1, 3)
                for part in ("query", "key", "value")
            )
            weight = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / np.sqrt(query.shape[-1]) + hidden, -1)
            seen = (weight @ value).transpose(0, 2, 1, 3).reshape(rows, width, -1)
            x = self._norm(self._dense(seen, f"{at}.attention.output.dense") + x, f"{at}.attention.output.LayerNorm")
            more = jax.nn.gelu(self._dense(x, f"{at}.intermediate.dense"), approximate=False)
            x = self._norm(self._dense(more, f"{at}.output.dense") + x, f"{at}.output.LayerNorm")
        mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return mean / jnp.linalg.norm(mean, axis=1, keepdims=True)

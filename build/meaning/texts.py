"""Texts to learn from: what the public schema says of its nodes, and phrases made of its words. Seeded."""

import csv
import glob
import hashlib
import random
import re

TEMPLATES = [
    "how many {}", "what is the {}", "number of {}", "share of people with {}", "percentage of {}",
    "{} rate", "total {}", "what part of the population has {}", "{} by county", "how much {} is there",
    "average {}", "yearly {}", "people with {}", "{} per person", "how {} changed over the years",
    "{} among women", "{} among men", "{} of children under 5", "households with {}", "median {} of workers",
    "how often does {} happen", "where is the most {}", "{} in schools", "{} industry", "cost of {}",
    "amount of {} in the air", "spending on {}", "{} of older people", "young people and {}", "lack of {}",
]
AGES = [
    "people aged {a} to {b} years", "{a} to {b} year olds", "population {a} years or older",
    "people over {a}", "people younger than {a} years", "women between {a} and {b}",
    "men aged {a} and over", "children aged {a}-{b}", "{x} aged {a} to {b} years", "less than {a} years",
    "workers who earn ${a},000 to ${b},000", "households with an income of {a},000 or more",
    "{x} who are {a} or older", "{a} or more hours of {x}",
]
LEADING = re.compile(r"^(count|number|amount|percent(age)?|total|population|annual|mean|median) (of )?")


def in_half(dcid, half):
    """Queries about half of the variables are for learning and tuning; the others are only measured."""
    return int(hashlib.sha256(dcid.encode()).hexdigest(), 16) // 2 % 2 == half


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def spaced(text):
    return text if " " in text else re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", text)


def schema_nodes(folder, rng):
    """Names and first sentences of descriptions, node by node."""
    for path in sorted(glob.glob(f"{folder}/**/*.mcf", recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as file:
            blocks = re.split(r"\n\s*\n", file.read())
        for block in blocks:
            names = re.findall(
                r"^(?:name|alternateName|shortDisplayName|synonym|nameWithLanguage)\s*:\s*\"?([^\"\n]+)", block, re.M
            )
            long = re.findall(r"^(?:description|searchDescription)\s*:\s*\"?([^\"\n]+)", block, re.M)
            # Names of genes and chemicals are many and say nothing of statistics.
            if "biomedical" in path and rng.random() > 0.1:
                names = []
            yield [spaced(name.strip()) for name in names], [re.split(r"(?<=[a-z)])\. ", one)[0][:300] for one in long]


def distinct(texts, without=()):
    known, kept = set(without), []
    for text in texts:
        text = re.sub(r"\s+", " ", text).strip()
        if len(text) >= 3 and text.lower() not in known:
            known.add(text.lower())
            kept.append(text)
    return kept


def spread(texts, cut, each, most, rng):
    """Some of the texts: those with a piece that is still rare among those chosen."""
    rng.shuffle(texts)
    counts, chosen = {}, []
    for text, pieces in zip(texts, cut(texts)):
        if not pieces or min(counts.get(piece, 0) for piece in pieces) >= each:
            continue
        chosen.append(text)
        for piece in set(pieces):
            counts[piece] = counts.get(piece, 0) + 1
        if len(chosen) == most:
            break
    return chosen


def texts_of(schema, sentences, queries, banned, cut, words):
    """(texts, groups, shared): each group is texts about one thing, the first `shared` of the index and its queries."""
    rng = random.Random(28)
    names, long, pairs = [], [], []
    for its_names, its_long in schema_nodes(schema, rng):
        names += its_names
        long += its_long
        if len(its_names + its_long) > 1:
            pairs.append(distinct(its_names + its_long, banned))
    names, long = distinct(names, banned), distinct(long, banned)
    bare = [LEADING.sub("", name.lower()) for name in names if len(name) < 60]
    short = [name for name in bare if len(name) < 40]
    asked = [rng.choice(TEMPLATES).format(one) for one in rng.sample(bare, min(12000, len(bare)))]
    made = []
    for word in words:
        made.append(rng.choice(TEMPLATES).format(word) if rng.random() < 0.5 else f"{word} {rng.choice(short)}")
    made += [f"{word} {rng.choice(words)}" for word in words[:6000]]
    for _ in range(2500):
        a = rng.choice([0, 1, 3, 5, 10, 12, 15, 16, 18, 20, 21, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85])
        made.append(rng.choice(AGES).format(a=a, b=a + rng.choice([2, 4, 5, 9, 10]), x=rng.choice(short)))
    texts = spread(names, cut, 60, 18000, rng) + spread(long, cut, 60, 8000, rng) + asked + made
    texts = distinct(texts, banned) + [row["sentence"] for row in sentences] + [row["query"] for row in queries]
    about = {}
    for row in sentences:
        for dcid in row["dcids"].split(";"):
            about.setdefault(dcid, []).append(row["sentence"])
    for row in queries:
        about.setdefault(row["dcid"], []).append(row["query"])
    told = [group for group in about.values() if len(group) > 1]
    return texts, told + [pair for pair in pairs if len(pair) > 1], len(told)

import { describe, expect, test } from "vitest";
import { ExpressionError } from "../../../src/errors/errors.ts";
import type { Arc, Label, Labels } from "../../../src/expr-parser/ast.ts";
import { parseLinkedRelation, parseRelation } from "../../../src/expr-parser/parse-relation.ts";
import { sized } from "../../property/runs.ts";

const noLabels: Labels = { kind: "none" };
const any: Labels = { kind: "any" };
const label = (name: string, filter: Label["filter"] = []): Label => ({ name, filter });
const some = (...items: (Label | string)[]): Labels => ({
  kind: "some",
  items: items.map((item) => (typeof item === "string" ? label(item) : item)),
});
const out = (labels: Labels, rest: Partial<Arc> = {}): Arc => ({
  direction: "out",
  labels,
  transitive: false,
  filter: [],
  ...rest,
});
const into = (labels: Labels, rest: Partial<Arc> = {}): Arc => ({
  ...out(labels, rest),
  direction: "in",
});
const typeOf = (...values: string[]) => [{ key: "typeOf", values }];

type Row = readonly [text: string, ...arcs: Arc[]];

function expectReads(rows: readonly Row[]): void {
  expect(rows.map(([text]) => [text, parseRelation(text)])).toEqual(
    rows.map(([text, ...arcs]) => [text, { arcs }]),
  );
}

describe("the documented forms", () => {
  test("labels only, one property, all properties", () => {
    expectReads([
      ["->", out(noLabels)],
      ["<-", into(noLabels)],
      ["->name", out(some("name"))],
      ["<-typeOf", into(some("typeOf"))],
      ["->*", out(any)],
      ["<-*", into(any)],
    ]);
  });

  test("several properties", () => {
    expectReads([
      ["->[name, latitude, longitude]", out(some("name", "latitude", "longitude"))],
      ["<-[a]", into(some("a"))],
    ]);
  });

  test("filters", () => {
    const filter = [
      { key: "gender", values: ["Male"] },
      { key: "populationType", values: ["Person"] },
    ];
    expectReads([
      ["<-typeOf{gender:Male,populationType:Person}", into(some("typeOf"), { filter })],
      ["->*{typeOf:City}", out(any, { filter: typeOf("City") })],
    ]);
  });

  test("chaining", () => {
    const transitive = true;
    expectReads([
      ["<-subClassOf+", into(some("subClassOf"), { transitive })],
      [
        "<-containedInPlace+{typeOf:Country}",
        into(some("containedInPlace"), { transitive, filter: typeOf("Country") }),
      ],
    ]);
  });

  test("two arcs, as resolve asks for", () => {
    expectReads([
      ["<-wikidataId->dcid", into(some("wikidataId")), out(some("dcid"))],
      [
        "<-description{typeOf:[City,County]}->dcid",
        into(some("description"), { filter: typeOf("City", "County") }),
        out(some("dcid")),
      ],
      ["->name->address", out(some("name")), out(some("address"))],
      ["->a<-b->c", out(some("a")), into(some("b")), out(some("c"))],
    ]);
  });

  test("a subject and its arcs, as an entity expression is", () => {
    expect(parseLinkedRelation("geoId/06<-containedInPlace{typeOf:County}")).toEqual({
      subject: "geoId/06",
      arcs: [into(some("containedInPlace"), { filter: typeOf("County") })],
    });
    expect(
      parseLinkedRelation("country/USA <- containedInPlace+ {typeOf: [State, County]}"),
    ).toEqual({
      subject: "country/USA",
      arcs: [
        into(some("containedInPlace"), {
          transitive: true,
          filter: typeOf("State", "County"),
        }),
      ],
    });
    expect(parseLinkedRelation("a->b<-*")).toEqual({
      subject: "a",
      arcs: [out(some("b")), into(any)],
    });
  });

  test("blank text has no arcs", () => {
    expectReads([[""], [" \t\r\n"]]);
  });
});

describe("normalisation (behaviour: expressions 2)", () => {
  test("drops space, tab, line feed and carriage return wherever they stand, and no other", () => {
    expectReads([
      [" - > na\tme\r\n", out(some("name"))],
      ["<\n-\n[ a b ,\tc ]", into(some("ab", "c"))],
      ["->p{name:New York}", out(some("p"), { filter: [{ key: "name", values: ["NewYork"] }] })],
      ["->a\u00a0b\v\f\u2028", out(some("a\u00a0b\v\f\u2028"))],
      [
        "<-containedInPlace + { typeOf : City }",
        into(some("containedInPlace"), { transitive: true, filter: typeOf("City") }),
      ],
    ]);
  });

  test("cuts at arrows and nowhere else, at -> before <-", () => {
    expectReads([
      ["->a-b<c>d", out(some("a-b<c>d"))],
      ["->a<->b", out(some("a<")), out(some("b"))],
      ["->a-->b", out(some("a-")), out(some("b"))],
      ["<-<<-b", into(some("<")), into(some("b"))],
      ["<-->", into(some("->"))],
      ["->-", out(some("-"))],
      ["<-<", into(some("<"))],
      ["->>", out(some(">"))],
    ]);
  });

  test("takes names as they are", () => {
    const names = ["dc/base/x.y", "it's", "a(b)&c", "%25", "?", "#", "@", "_", "été", "東京", "😀"];
    expectReads(names.map((name) => [`->${name}`, out(some(name))]));
    expectReads(names.map((name) => [`->[${name},k:v]`, out(some(name, "k:v"))]));
    const odd = ["__proto__", "\ud800", "\udc00x", "a:b", "a,b", "a]", "a[b]", "}", "a}b"];
    expectReads(odd.map((name) => [`->${name}`, out(some(name))]));
  });

  test("keeps the filter of each item of a list", () => {
    const filter = [{ key: "$lang", values: ["es", "fr"] }];
    expectReads([
      [
        "->[name, nameWithLanguage{$lang:[es, fr]}]",
        out(some("name", label("nameWithLanguage", filter))),
      ],
      [
        "->[a{k:v,l:w},b]",
        out(
          some(
            label("a", [
              { key: "k", values: ["v"] },
              { key: "l", values: ["w"] },
            ]),
            "b",
          ),
        ),
      ],
      ["->[a{},b{typeOf:T}]", out(some("a", label("b", typeOf("T"))))],
    ]);
  });

  test("skips empty items, and takes every bracket but the outer two as part of a name", () => {
    expectReads([
      ["->[,a,,b,]", out(some("a", "b"))],
      ["->[,,]", out(noLabels)],
      ["->[[a]]", out(some("[a]"))],
      ["->[a]b]", out(some("a]b"))],
      ["->[a+,+]", out(some("a+", "+"))],
    ]);
  });

  test("splits items at commas outside braces, where a brace too many closes nothing", () => {
    expectReads([
      ["->[a},b]", out(some("a}", "b"))],
      ["->[a{k:{v},w},b]", out(some(label("a", [{ key: "k", values: ["{v}", "w"] }]), "b"))],
      ["->[a{k:v}x},b]", out(some(label("a", [{ key: "k", values: ["v}x"] }]), "b"))],
      ["->[a{k:{v}]", out(some(label("a", [{ key: "k", values: ["{v"] }])))],
    ]);
  });

  test("lets the first of + and { decide", () => {
    expectReads([
      ["->a{k:b+c}", out(some("a"), { filter: [{ key: "k", values: ["b+c"] }] })],
      ["->a+{k:{b}", out(some("a"), { transitive: true, filter: [{ key: "k", values: ["{b"] }] })],
    ]);
  });

  test("gathers the values of a filter by key", () => {
    const filtered = (text: string) => parseRelation(`->p${text}`).arcs[0]?.filter;
    expect(filtered("{typeOf:[City, County], label:Haha}")).toEqual([
      { key: "typeOf", values: ["City", "County"] },
      { key: "label", values: ["Haha"] },
    ]);
    expect(filtered("{k:a,b}")).toEqual([{ key: "k", values: ["a", "b"] }]);
    expect(filtered("{k:a,l:b,k:c,d}")).toEqual([
      { key: "k", values: ["a", "c", "d"] },
      { key: "l", values: ["b"] },
    ]);
    expect(filtered("{k:a,k:a}")).toEqual([{ key: "k", values: ["a", "a"] }]);
    expect(filtered("{,,k:a,,b,}")).toEqual([{ key: "k", values: ["a", "b"] }]);
    expect(filtered("{[k]:]a[b}")).toEqual([{ key: "k", values: ["ab"] }]);
    expect(filtered("{__proto__:a,constructor:b}")).toEqual([
      { key: "__proto__", values: ["a"] },
      { key: "constructor", values: ["b"] },
    ]);
  });

  test("deletes brackets after the text was cut at its arrows", () => {
    const filter = [{ key: "k", values: ["a->b"] }];
    expectReads([["->p{k:a-[]>b}", out(some("p"), { filter })]]);
  });
});

describe("quirks that are not errors (behaviour: expressions 4)", () => {
  test("an empty list names nothing and an empty filter filters nothing", () => {
    expectReads([
      ["->[]", out(noLabels)],
      ["<-[]->dcid", into(noLabels), out(some("dcid"))],
      ["->p{}", out(some("p"))],
      ["->p+{}", out(some("p"), { transitive: true })],
      ["->p{[],}", out(some("p"))],
    ]);
  });

  test("a star in a list is a name", () => {
    expectReads([
      ["->[name,*]", out(some("name", "*"))],
      ["->[*]", out(some("*"))],
      ["->**", out(some("**"))],
    ]);
  });

  test("a name after the + takes the place of the name before it", () => {
    const transitive = true;
    expectReads([
      ["->p+foo", out(some("foo"), { transitive })],
      ["->+foo", out(some("foo"), { transitive })],
      ["->p+*", out(any, { transitive })],
      ["->p++", out(some("+"), { transitive })],
      ["->p+foo{k:v}", out(some("foo{k:v}"), { transitive })],
      ["->p+[a,b]", out(some("[a,b]"), { transitive })],
    ]);
  });

  test("an arrow in the place of a property is its name", () => {
    expectReads([
      ["->->", out(some("->"))],
      ["-><-", out(some("<-"))],
      ["->->->a", out(some("->")), out(some("a"))],
    ]);
    expect(parseLinkedRelation("->->name")).toEqual({ subject: "->", arcs: [out(some("name"))] });
  });

  test("what the caller is to refuse still reads (behaviour: expressions 5)", () => {
    const transitive = true;
    expectReads([
      ["->*+", out(any, { transitive })],
      ["<-*+{typeOf:T}", into(any, { transitive, filter: typeOf("T") })],
      ["->+", out(noLabels, { transitive })],
    ]);
    expect(parseLinkedRelation("X->containedInPlace+{typeOf:T}").arcs[0]?.direction).toBe("out");
  });
});

describe("what is returned", () => {
  test("is the same value for the same text", () => {
    const first = parseRelation("<-containedInPlace+{typeOf:Nation}");
    expect(parseRelation("<-containedInPlace+{typeOf:Nation}")).toBe(first);
    const linked = parseLinkedRelation("Earth<-containedInPlace+{typeOf:Nation}");
    expect(parseLinkedRelation("Earth<-containedInPlace+{typeOf:Nation}")).toBe(linked);
    // What is remembered of one kind does not answer for the other.
    expect(parseRelation("->").arcs).toHaveLength(1);
    expect(() => parseLinkedRelation("->")).toThrow(ExpressionError);
  });

  test("is forgotten in the end", () => {
    const first = parseRelation("->forgotten");
    for (let index = 0; index < 512; index++) parseRelation(`->crowd${index}`);
    const second = parseRelation("->forgotten");
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
    const long = `->${"long".repeat(2000)}`;
    expect(parseRelation(long)).not.toBe(parseRelation(long));
  });

  test("is frozen to its leaves", () => {
    const open: unknown[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) open.push(value);
      Object.values(value).forEach(visit);
    };
    visit(parseRelation("->[a{k:[v,w]},b]<-c+{k:v}"));
    visit(parseLinkedRelation("x->[a{k:[v,w]},b]<-c+{k:v}"));
    expect(open).toEqual([]);
  });

  test("does not depend on a refusal before it", () => {
    for (const broken of ["->a{", "->[a{b}]", "name", "->a->"]) {
      expect(() => parseRelation(broken)).toThrow(ExpressionError);
      expect(parseRelation(`->[after]<-${broken.length}`).arcs).toHaveLength(2);
    }
  });
});

describe("large and hostile texts", () => {
  /** Far more than calls may nest, and enough to show a quadratic time. */
  const many = sized(15_000, 60_000);

  test("a long text of any one mark is read or refused", () => {
    const marks = [
      "a",
      "-",
      "<",
      ">",
      "[",
      "]",
      "{",
      "}",
      "+",
      ",",
      ":",
      "*",
      "\ud800",
      "a,",
      "{a:",
    ];
    const outcomes = marks.map((mark) => {
      try {
        const { arcs } = parseRelation(`->${mark.repeat(many)}`);
        return arcs.length;
      } catch (error) {
        return error instanceof ExpressionError ? error.offset : error;
      }
    });
    expect(outcomes).toEqual([1, 1, 1, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  test("tens of thousands of items of a list and a filter, and much whitespace", () => {
    const items = parseRelation(`->[${"ab, ".repeat(many)}]`).arcs[0]?.labels;
    expect(items?.kind === "some" && items.items.length).toBe(many);
    const filter = parseRelation(`->p{k:${"ab,\n".repeat(many)}}`).arcs[0]?.filter;
    expect(filter?.[0]?.values.length).toBe(many);
    expect(parseRelation(`${" ".repeat(20 * many)}->name`).arcs).toEqual([out(some("name"))]);
  });

  test("brackets and braces nested tens of thousands deep", () => {
    const depth = sized(25_000, 100_000);
    const open = (mark: string) => mark.repeat(depth);
    expect(parseRelation(`->[${open("[")}a${open("]")}]`).arcs).toEqual([
      out(some(`${open("[")}a${open("]")}`)),
    ]);
    expect(parseRelation(`->[p{k:${open("{")}a,b${open("}")}},q]`).arcs).toEqual([
      out(some(label("p", [{ key: "k", values: [`${open("{")}a`, `b${open("}")}`] }]), "q")),
    ]);
  });

  test("tens of thousands of arcs", () => {
    const { arcs } = parseRelation("->a<-b+".repeat(15_000));
    expect(arcs).toHaveLength(30_000);
    expect(arcs.at(-1)).toEqual(into(some("b"), { transitive: true }));
  });
});

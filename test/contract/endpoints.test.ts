/** What every row of the endpoint table must do, whatever its handler. */

import { describe, expect, test } from "vitest";
import { invoke } from "../../src/adapters/endpoint-methods.ts";
import { rpcStatuses } from "../../src/errors/rpc.ts";
import { echoFetch, failure, failureOf, pathNames, pathOf, rows, send, world } from "./echo.ts";

const fetch = echoFetch();

const unregistered =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe.each(rows)("%s", (_name, row) => {
  const example = row.example as Readonly<Record<string, unknown>>;
  const path = pathOf(row, example);
  const inPath = pathNames(row);
  const inBody = Object.fromEntries(
    Object.entries(example).filter(([name]) => !inPath.includes(name)),
  );
  const post = (body: string, query = "") =>
    fetch(path + query, { method: "POST", headers: { "X-API-Key": "k" }, body });

  describe.each(row.methods)("by %s", (method) => {
    test("answers its example as JSON that any page may read", async () => {
      const response = await send(fetch, row, method, example);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const body = await response.text();
      expect(body).toBe(JSON.stringify(JSON.parse(body)));
    });

    test("hands the handler what a typed call hands it", async () => {
      const response = await send(fetch, row, method, example);
      expect(await response.json()).toEqual(invoke(row as never, world, example));
    });

    test("needs no key below a self-hosted instance and does not look at one", async () => {
      const selfHosted = { ...row, path: `/core/api${row.path}` };
      const strict = echoFetch({ keys: ["other"] });
      const response = await send(strict, selfHosted, method, example);
      expect(response.status).toBe(200);
    });

    test("documented: Unknown request field name → 400, code 3, names field and type", async () => {
      const request = { ...example, surname: ["x"] };
      expect(await failureOf(send(fetch, row, method, request))).toEqual(
        failure(400, 3, `Could not find field "surname" in the type "${row.type}".`),
      );
    });

    test("passes over unknown names when told to", async () => {
      const tolerant = echoFetch({ ignoreUnknownFields: true });
      const request = { ...example, surname: ["x"], unheard: { of: 1 } };
      const response = await send(tolerant, row, method, request);
      expect(await response.json()).toEqual(invoke(row as never, world, example));
    });

    test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
      "takes %s for an ordinary unknown name",
      async (name) => {
        const request = JSON.parse(`{"${name}":"x"}`);
        expect(await failureOf(send(fetch, row, method, request))).toEqual(
          failure(400, 3, `Could not find field "${name}" in the type "${row.type}".`),
        );
      },
    );
  });

  test.runIf(row.key === "required")(
    "documented: Missing API key → 401, code 16, service_control",
    async () => {
      for (const method of row.methods) {
        const response = await fetch(`${path}?key=`, { method });
        expect(response.headers.get("www-authenticate")).toBe("Bearer");
        expect(await failureOf(response)).toEqual(
          failure(401, 16, unregistered, "service_control"),
        );
      }
    },
  );

  test("checks the key before it reads anything else", async () => {
    const method = row.methods[0] ?? "GET";
    const response = await fetch(`${path}?nonsense=%zz`, { method });
    expect(response.status).toBe(row.key === "required" ? 401 : 400);
  });

  const others = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"];
  test.each(others.filter((method) => !row.methods.some((allowed) => allowed === method)))(
    "documented: Unknown endpoint → 404, code 5, so %s",
    async (method) => {
      const response = await fetch(`${path}?key=k`, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/json");
    },
  );

  test("answers a browser's preflight", async () => {
    const response = await fetch(path, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toContain("X-Api-Key");
  });

  test.each(["/", "///"])("is found with %s after its path", async (slashes) => {
    const slashed = { ...row, path: row.path + slashes };
    const response = await send(fetch, slashed, row.methods[0] ?? "", example);
    expect(response.status).toBe(200);
  });

  test.runIf(row.aliases !== undefined)("is found by its other paths", async () => {
    for (const alias of row.aliases ?? []) {
      const aliased = { ...row, path: alias };
      for (const method of row.methods) {
        const response = await send(fetch, aliased, method, example);
        expect(await response.json()).toEqual(invoke(row as never, world, example));
      }
    }
  });

  describe.runIf(inPath.length > 0)("path", () => {
    test("documented: Missing required path parameter → code 3, Invalid request URI", async () => {
      const fixed = row.path.slice(0, row.path.indexOf("/{"));
      for (const method of row.methods) {
        for (const cut of [fixed, `${fixed}/`]) {
          expect(await failureOf(fetch(`${cut}?key=k`, { method }))).toEqual(
            failure(400, 3, "Invalid request URI"),
          );
        }
      }
    });

    test("documented: malformed URI → 400, code 3, Invalid request URI", async () => {
      const [last = ""] = inPath.slice(-1);
      for (const malformed of ["%", "%zz", "%FF", "%ED%A0%80"]) {
        const broken = pathOf(
          { ...row, path: row.path.replace(`{${last}`, `${malformed}{${last}`) },
          example,
        );
        for (const method of row.methods) {
          expect(await failureOf(fetch(`${broken}?key=k`, { method }))).toEqual(
            failure(400, 3, "Invalid request URI"),
          );
        }
      }
    });
  });

  test.runIf(row.methods.includes("GET"))(
    "documented: malformed URI → 400, code 3, Invalid request URI",
    async () => {
      const [name = "none"] = Object.keys(inBody);
      for (const malformed of ["%", "%4", "%zz", "%FF", "%C3%28", "%ED%A0%80"]) {
        expect(await failureOf(fetch(`${path}?key=k&${name}=${malformed}`))).toEqual(
          failure(400, 3, "Invalid request URI"),
        );
      }
    },
  );

  describe.runIf(row.methods.includes("POST"))("body", () => {
    test("malformed JSON is 400, code 3, with the reason and a caret under the place", async () => {
      expect(await failureOf(post('{"a" 1}'))).toEqual(
        failure(400, 3, 'Expected : between key:value pair.\n{"a" 1}\n     ^'),
      );
    });

    test.each(["[]", "3", '"x"', "null", "true"])("%s is no request", async (body) => {
      expect(await failureOf(post(body))).toEqual(
        failure(400, 3, "Root element must be a message."),
      );
    });

    test("no body at all is an empty object", async () => {
      const [none, empty] = await Promise.all([failureOf(post("")), failureOf(post("{}"))]);
      expect(none).toEqual(empty);
    });

    test("is read as JSON whatever the content type", async () => {
      const response = await fetch(path, {
        method: "POST",
        headers: { "x-api-key": "k", "content-type": "application/x-www-form-urlencoded" },
        body: JSON.stringify(inBody),
      });
      expect(await response.json()).toEqual(invoke(row as never, world, example));
    });

    test("may come with a query, whose names are checked too", async () => {
      const body = JSON.stringify(inBody);
      expect((await post(body, "?key=k&api_key=k")).status).toBe(200);
      expect(await failureOf(post(body, "?surname=x"))).toEqual(
        failure(400, 3, `Could not find field "surname" in the type "${row.type}".`),
      );
    });
  });

  test.each(row.layout.required.map((slot) => [slot.field.name, slot.field] as const))(
    "documented: Missing required argument: %s",
    async (name, { missing }) => {
      if (missing === undefined) throw new Error("not required");
      const request = Object.fromEntries(
        Object.entries(example).filter(([key]) => snake(key) !== snake(name)),
      );
      for (const method of row.methods) {
        const { status, code } = rpcStatuses[missing.code];
        expect(await failureOf(send(fetch, row, method, request))).toEqual(
          inPath.includes(name)
            ? failure(400, 3, "Invalid request URI")
            : failure(status, code, missing.message),
        );
      }
      expect(() => invoke(row as never, world, request)).toThrow(missing.message);
    },
  );
});

test("documented: Unknown endpoint → 404, code 5, Method does not exist., before the key", async () => {
  const paths = ["/", "/v2", "/v2/nodes", "/V2/node", "/v2//node", "/core/api", "/__proto__"];
  for (const path of paths) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      expect(await failureOf(fetch(path, { method }))).toEqual(
        failure(404, 5, "Method does not exist.", "service_control"),
      );
    }
  }
});

test("no two rows share a path", () => {
  const paths = rows.flatMap(([, row]) => [row.path, ...(row.aliases ?? [])]);
  expect(new Set(paths).size).toBe(paths.length);
});

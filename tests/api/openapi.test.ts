import { Compile } from "typebox/compile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Operation = {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
};

async function operations(): Promise<[string, Operation][]> {
  const { body } = await server.call("GET", "/openapi.json", { as: null });
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

test("the document is OpenAPI 3.1 and names this server", async () => {
  const { body } = await server.call("GET", "/openapi.json", { as: null });
  expect(body.openapi).toBe("3.1.0");
  expect(body.servers).toEqual([{ url: server.url }]);
});

test("it holds every route of the server, each with its own id", async () => {
  const documented = await operations();
  const routes = server.running.routes.map(
    (route) => `${route.method} ${route.url.replace(/:(\w+)/g, "{$1}")}`,
  );
  const names = documented.map(([name]) => name);
  for (const route of routes) expect(names).toContain(route);
  const ids = documented.map(([, operation]) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("each operation has a summary, its path parameters, and examples of what goes in and comes out", async () => {
  for (const [name, operation] of await operations()) {
    expect(operation.summary, name).toMatch(/^[A-Z].{5,}/);
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const declared = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === "path")
      .map(({ name: own }) => own);
    expect(declared, name).toEqual(inPath);
    if (!name.includes("/api/app/")) continue;
    if (operation.requestBody)
      expect(operation.requestBody.content["application/json"]?.example, name).toBeDefined();
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
    expect(Object.values(success?.content ?? {})[0]?.example, name).toBeDefined();
  }
});

describe("examples", () => {
  test("fit the schemas they stand beside", () => {
    for (const route of server.running.routes) {
      const name = `${route.method} ${route.url}`;
      if (route.body) expect(Compile(route.body).Errors(route.example.body), name).toEqual([]);
      if (route.answer) expect(Compile(route.answer).Errors(route.example.answer), name).toEqual([]);
    }
  });
});

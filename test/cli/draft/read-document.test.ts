import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OpenApiDocument } from "../../../src/cli/draft/document.ts";
import { readDocument } from "../../../src/cli/draft/read-document.ts";
import { runCli } from "../../../src/cli/main.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-document-"));
  mkdirSync(join(folder, "api", "parts"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, "api", name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

async function read(file: string): Promise<OpenApiDocument> {
  const document = await readDocument(file);
  if ("fault" in document) throw new Error(document.fault);
  return document;
}

describe("readDocument", () => {
  it("reads YAML with merges and aliases, and whole numbers beyond 2^53 to the digit", async () => {
    const document = await read(
      write(
        "main.yaml",
        [
          "openapi: 3.1.0",
          "x-common: &common {type: object, example: 4611686018429000001}",
          "components: {schemas: {A: {<<: *common, minimum: 12}}}",
        ].join("\n"),
      ),
    );
    expect(document.objectAt("components", "schemas", "A")).toMatchObject({
      type: "object",
      example: "4611686018429000001",
      minimum: 12,
    });
  });

  it("follows references to other files, and says which it didn't read", async () => {
    write(
      "parts/user.yaml",
      "type: object\nproperties: {friend: {$ref: '#/properties/name'}, name: {type: string}}",
    );
    const properties = {
      one: { $ref: "./parts/user.yaml" },
      two: { $ref: "./parts/user.yaml#/properties/friend" },
      three: { $ref: "https://elsewhere.example/a.json#/b" },
      four: { $ref: "parts/nowhere.json" },
      five: { $ref: "../../../../../etc/hosts.json" },
      six: { $ref: "#/components/schemas/A" },
    };
    const document = await read(
      write("main.json", {
        openapi: "3.0.0",
        components: { schemas: { A: { type: "integer" } } },
        properties,
      }),
    );
    const at = (name: string) => document.follow(document.objectAt("properties")[name]);
    expect(document.properties(at("one"))["name"]).toEqual({ type: "string" });
    expect(at("two")).toEqual({ type: "string" });
    expect(at("six")).toEqual({ type: "integer" });
    for (const lost of ["three", "five"]) expect(at(lost)).toEqual({});
    const [unread = ""] = document.unread;
    for (const named of ["elsewhere.example", "parts/nowhere.json", "hosts.json"])
      expect(unread).toContain(named);
  });

  it.each([
    ["a profile", '{"id": "x"}', "no OpenAPI 3 or Swagger 2"],
    ["words", "only words", "neither JSON nor YAML"],
    ["aliases of aliases", aliases(), "neither JSON nor YAML"],
    ["brackets without end", "[".repeat(50_000), /neither JSON nor YAML|too long/],
    ["deep JSON", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`, "nested too deep"],
  ])("says what is wrong with %s", async (_, content, words) => {
    expect(await readDocument(write("broken.json", content))).toEqual({
      fault: expect.stringMatching(words),
    });
  });
});

function aliases(): string {
  const lines = Array.from({ length: 30 }, (_, index) => {
    const before = index === 0 ? "1" : `*a${index - 1}, *a${index - 1}`;
    return `a${index}: &a${index} [${before}]`;
  });
  return ["swagger: '2.0'", ...lines].join("\n");
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answering = (schema: unknown) => ({
  responses: { "200": { content: { "application/json": { schema } } } },
});
const deepParts = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ allOf: [inner] }), { type: "object" });
const entangled = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [
    `S${index}`,
    {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 300 }, (__, to) => [`name${to}`, ref(`S${to}`)])),
    },
  ]),
);
const news = { get: answering(ref("S0")) };
const cookie = { name: "Cookie", in: "header", required: true, schema: { const: "a=b" } };
const host = { name: "Host", in: "header", required: true, schema: { const: "evil.example" } };

describe("milepost profile draft --openapi, of a hostile document", () => {
  it.each([
    ["a reference that can't be decoded", { paths: { "/news": { get: answering({ $ref: "#/%E0%A4%A" }) } } }],
    ["parts in parts", { paths: { "/news": { get: answering(deepParts(900)) } } }],
    ["braces without end", { paths: { [`/news/${"{".repeat(200_000)}`]: news } }],
    ["slashes without end", { servers: [{ url: `https://a.example${"/".repeat(500_000)}b` }], paths: {} }],
    ["dots without end", { paths: { "/news": { get: { operationId: "a.".repeat(200_000), ...news.get } } } }],
    [
      "schemas that hold each other",
      {
        components: { schemas: entangled },
        paths: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/news/x${index}`, news])),
      },
    ],
    [
      "headers of a session's",
      { paths: { "/news": { get: { ...answering({ type: "array" }), parameters: [cookie, host] } } } },
    ],
  ])("ends with a sentence: %s", async (_, content) => {
    let [output, errors] = ["", ""];
    const file = write("hostile.json", { openapi: "3.0.0", ...content });
    const code = await runCli(["profile", "draft", "--openapi", file], {
      stdout: { write: (text) => (output += text) },
      stderr: { write: (text) => (errors += text) },
      env: {},
    });
    expect([0, 1]).toContain(code);
    expect(errors).not.toContain("    at ");
    expect(errors).not.toBe("");
    expect(output).not.toMatch(/Cookie|evil\.example/);
  });
});

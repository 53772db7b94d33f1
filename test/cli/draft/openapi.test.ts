import { describe, expect, it } from "vitest";

import { draftProfile } from "../../../src/cli/draft/openapi.ts";
import { parseProfile } from "../../../src/platform/profile/load.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "200": { content: { "application/json": { schema } } } });
const wrapped = (payload: object) =>
  json({ allOf: [ref("Wrapper"), { type: "object", properties: { payload } }] });
const inPath = (name: string) => ({ name, in: "path", required: true });

const wide = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`a${index}`, ref("A")]));

const DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "Guild Hall API" },
  servers: [{ url: "https://guild.example/api/v2/" }],
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Guild-Key" } },
    schemas: {
      Wrapper: { type: "object", properties: { result: { type: "string", example: "OK" } } },
      Person: {
        type: "object",
        properties: {
          user_id: { type: "string", format: "int64" },
          nickname: { type: "string" },
          avatarUrl: { type: "string", nullable: true },
          shoe: { type: "integer" },
        },
      },
    },
  },
  paths: {
    "/users/{userId}": {
      get: { operationId: "getUser", parameters: [inPath("userId")], responses: wrapped(ref("Person")) },
    },
    "/users/search": {
      get: {
        parameters: [
          { name: "q", in: "query", required: true },
          { name: "page", in: "query" },
          { name: "shoe", in: "query" },
        ],
        responses: wrapped({
          type: "object",
          properties: { people: { type: "array", items: ref("Person") } },
        }),
      },
    },
    "/users/{userId}/stats/{season}": {
      get: { parameters: [inPath("userId"), inPath("season")], responses: wrapped({ type: "object" }) },
    },
    "/players/{accountId}/characters": {
      get: {
        parameters: [inPath("accountId")],
        responses: wrapped({
          type: "object",
          additionalProperties: {
            type: "object",
            properties: { id: { type: "integer" }, played_at: { type: "string", format: "date-time" } },
          },
        }),
      },
    },
  },
};

describe("draftProfile", () => {
  it("takes hosts, key, envelope, routes and renames from a document", () => {
    const { profile } = draftProfile(DOCUMENT);
    expect(profile).toMatchObject({
      id: "guild-hall-api",
      hosts: { portal: "https://guild.example", api: "{portal}/api/v2" },
      headers: { apiKey: "X-Guild-Key" },
      envelope: { members: { response: "payload", code: "result" }, okCodes: ["OK"] },
      renames: {
        GeneralUser: {
          membershipId: "user_id",
          displayName: "nickname",
          profilePicturePath: "avatarUrl",
        },
        Character: { lastPlayed: "played_at" },
      },
    });
    expect(profile["operations"]).toEqual({
      "user.search": { path: "/users/search", query: { q: "{name}", page: "{page}" }, items: "people" },
      "user.byId": { path: "/users/{membershipId}" },
      characters: { path: "/players/{id}/characters" },
    });
    expect(parseProfile(JSON.stringify(profile)).faults).toEqual([]);
  });

  it("leaves a route out whose parameter nobody knows, and asks for it", () => {
    expect(draftProfile(DOCUMENT).look.join("\n")).toContain(
      "stats.account: maybe GET /users/{userId}/stats/{season}, but what is {season}?",
    );
  });

  it("invents no host, no key, no success and no operation", () => {
    const { profile, look } = draftProfile({ openapi: "3.1.0", paths: {} });
    const said = look.join("\n");
    for (const key of ["hosts", "headers.apiKey", "operations"]) expect(said).toContain(key);
    expect(profile).toMatchObject({ operations: {}, renames: {}, envelope: { kind: "bare" } });
    const { schemas } = DOCUMENT.components;
    const bare = { ...schemas, Wrapper: { type: "object", properties: { result: { type: "string" } } } };
    const unsaid = draftProfile({ ...DOCUMENT, components: { schemas: bare } });
    expect(unsaid.look.join("\n")).toContain("okCodes: the document doesn't say which result");
    expect(unsaid.profile["envelope"]).not.toHaveProperty("okCodes");
  });

  it.each([
    ["references in circles", { A: { $ref: "#/components/schemas/A" } }],
    [
      "a record in itself",
      { A: { type: "object", properties: { a: ref("A"), more: { allOf: [ref("A")] } } } },
    ],
    ["a wide record in itself", { A: { type: "object", properties: wide } }],
    ["a reference to nothing", { A: { $ref: "#/nowhere/at/all" } }],
    ["a reference elsewhere", { A: { $ref: "https://evil.example/a.json" } }],
    ["schemas of other kinds", { A: { type: ["null", "object"], properties: [], items: 5, oneOf: "x" } }],
  ])("ends with %s", (_, schemas) => {
    const paths = { "/users/{id}": { get: { parameters: [inPath("id")], responses: json(ref("A")) } } };
    const { look } = draftProfile({ openapi: "3.0.0", components: { schemas }, paths });
    expect(look.join("\n")).toContain("user.byId: ");
  });
});

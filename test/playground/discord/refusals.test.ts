import { REST } from "discord.js";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { stage } from "./bot.ts";
import type { Stage } from "./bot.ts";

interface Refused {
  readonly status: number;
  readonly code: number;
  readonly paths: readonly string[];
}

let scene: Stage;
beforeAll(async () => {
  scene = await stage();
});
afterAll(async () => {
  await scene.close();
});

async function call(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  token?: string,
) {
  const response = await request(`${scene.discord.url}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${token ?? scene.discord.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, never>,
  };
}

/** Status, code and the paths with their codes, as `path CODE`. */
async function refused(
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  body?: unknown,
): Promise<Refused> {
  const answer = await call(method, path, body);
  const { code = -1, errors } = answer.body as { readonly code?: number; readonly errors?: unknown };
  return { status: answer.status, code, paths: flatten(errors, "") };
}

function flatten(node: unknown, at: string): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([step, held]: [string, unknown]) =>
    step === "_errors"
      ? (held as readonly { readonly code: string }[]).map(({ code }) => `${at} ${code}`)
      : flatten(held, at === "" ? step : `${at}.${step}`),
  );
}

const V2 = 1 << 15;
const button = (more: object) => ({ type: 2, style: 1, label: "Go", ...more });
const row = (...components: readonly object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });
const select = (more: object) => ({
  type: 3,
  custom_id: "s",
  options: [{ label: "A", value: "a" }],
  ...more,
});
const embed = (more: object) => ({ embeds: [{ description: "d", ...more }] });

const MESSAGES: readonly (readonly [string, object, string])[] = [
  ["content over 2000", { content: "x".repeat(2001) }, "content BASE_TYPE_MAX_LENGTH"],
  ["an unknown field", { content: "x", bogus: 1 }, "bogus UNKNOWN_FIELD"],
  ["content that is no text", { content: {} }, "content STRING_TYPE_CONVERT"],
  [
    "an empty embed field",
    embed({ fields: [{ name: "", value: "v" }] }),
    "embeds.0.fields.0.name BASE_TYPE_REQUIRED",
  ],
  ["an empty embed", { embeds: [{}] }, "embeds.0.description BASE_TYPE_REQUIRED"],
  [
    "embeds over 6000",
    { embeds: [{ description: "x".repeat(4000) }, { description: "x".repeat(2001) }] },
    "embeds MAX_EMBED_SIZE_EXCEEDED",
  ],
  [
    "eleven embeds",
    { embeds: Array.from({ length: 11 }, () => ({ title: "t" })) },
    "embeds BASE_TYPE_MAX_LENGTH",
  ],
  ["an embed's odd scheme", embed({ url: "ftp://a.example" }), "embeds.0.url URL_TYPE_INVALID_SCHEME"],
  [
    "a picture that wasn't sent",
    embed({ image: { url: "attachment://no.png" } }),
    "embeds.0.image.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
  ],
  [
    "two equal custom ids",
    { content: "x", components: [row(button({ custom_id: "a" }), button({ custom_id: "a" }))] },
    "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
  ],
  [
    "six rows",
    { content: "x", components: Array.from({ length: 6 }, (_, at) => row(button({ custom_id: `${at}` }))) },
    "components BASE_TYPE_BAD_LENGTH",
  ],
  [
    "six buttons in a row",
    {
      content: "x",
      components: [row(...Array.from({ length: 6 }, (_, at) => button({ custom_id: `${at}` })))],
    },
    "components.0.components BASE_TYPE_BAD_LENGTH",
  ],
  [
    "a label over 80",
    { content: "x", components: [row(button({ custom_id: "a", label: "x".repeat(81) }))] },
    "components.0.components.0.label BASE_TYPE_MAX_LENGTH",
  ],
  [
    "a custom id over 100",
    { content: "x", components: [row(button({ custom_id: "x".repeat(101) }))] },
    "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH",
  ],
  [
    "a button without custom id",
    { content: "x", components: [row(button({}))] },
    "components.0.components.0.custom_id BASE_TYPE_REQUIRED",
  ],
  [
    "a link with custom id",
    { content: "x", components: [row(button({ style: 5, url: "https://a.example", custom_id: "a" }))] },
    "components.0.components.0.custom_id BUTTON_COMPONENT_EXCLUSIVE_FIELD",
  ],
  [
    "a link without address",
    { content: "x", components: [row(button({ style: 5 }))] },
    "components.0.components.0.url BASE_TYPE_REQUIRED",
  ],
  [
    "a select beside a button",
    { content: "x", components: [row(button({ custom_id: "a" }), select({}))] },
    "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED",
  ],
  [
    "a select with 26 options",
    {
      content: "x",
      components: [
        row(select({ options: Array.from({ length: 26 }, (_, at) => ({ label: "A", value: `${at}` })) })),
      ],
    },
    "components.0.components.0.options BASE_TYPE_BAD_LENGTH",
  ],
  [
    "equal options",
    {
      content: "x",
      components: [
        row(
          select({
            options: [
              { label: "A", value: "a" },
              { label: "B", value: "a" },
            ],
          }),
        ),
      ],
    },
    "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
  ],
  [
    "min over max",
    { content: "x", components: [row(select({ min_values: 2 }))] },
    "components.0.components.0.min_values SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX",
  ],
  [
    "an emoji that is none",
    { content: "x", components: [row(button({ custom_id: "a", emoji: { name: "word" } }))] },
    "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI",
  ],
  ["V2 parts without the flag", { components: [text("x")] }, "components.0 UNION_TYPE_CHOICES"],
  [
    "V2 beside content",
    { flags: V2, content: "x", components: [text("x")] },
    "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  ],
  [
    "V2 beside embeds",
    { flags: V2, ...embed({}), components: [text("x")] },
    "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
  ],
  [
    "over 40 components in all",
    {
      flags: V2,
      components: [{ type: 17, components: Array.from({ length: 39 }, () => text("x")) }, text("y")],
    },
    "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
  ],
  [
    "4001 characters shown",
    { flags: V2, components: [text("x".repeat(4000)), text("y")] },
    "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
  ],
  ["an unknown component", { flags: V2, components: [{ type: 99 }] }, "components.0 UNION_TYPE_CHOICES"],
  [
    "a section without accessory",
    { flags: V2, components: [{ type: 9, components: [text("x")] }] },
    "components.0.accessory BASE_TYPE_REQUIRED",
  ],
  [
    "a picture's odd scheme",
    { flags: V2, components: [{ type: 12, items: [{ media: { url: "file:///x" } }] }] },
    "components.0.items.0.media.url URL_TYPE_INVALID_SCHEME",
  ],
  [
    "a file by web address",
    { flags: V2, components: [{ type: 13, file: { url: "https://a.example/x" } }] },
    "components.0.file.url URL_TYPE_INVALID_SCHEME",
  ],
  ["a flag that can't be set", { content: "x", flags: 1 << 7 }, "flags BASE_TYPE_CHOICES"],
  ["a nonce over 25", { content: "x", nonce: "x".repeat(26) }, "nonce BASE_TYPE_MAX_LENGTH"],
  [
    "an attachment without file",
    { content: "x", attachments: [{ id: "0" }] },
    "attachments.0.id ATTACHMENT_NOT_FOUND",
  ],
  [
    "mentions said twice",
    { content: "x", allowed_mentions: { parse: ["users"], users: [Ids.player] } },
    "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
  ],
];

const command = (more: object) => ({ name: "ok", description: "d", ...more });
const option = (more: object) => ({ type: 3, name: "o", description: "d", ...more });

const COMMANDS: readonly (readonly [string, readonly object[], string])[] = [
  ["an upper-case name", [command({ name: "Bad" })], "0.name APPLICATION_COMMAND_INVALID_NAME"],
  ["no description", [{ name: "ok" }], "0.description BASE_TYPE_REQUIRED"],
  [
    "a description over 100",
    [command({ description: "x".repeat(101) })],
    "0.description BASE_TYPE_MAX_LENGTH",
  ],
  ["two of one name", [command({}), command({})], "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"],
  [
    "required after optional",
    [command({ options: [option({ name: "a" }), option({ required: true })] })],
    "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
  ],
  [
    "options of one name",
    [command({ options: [option({}), option({})] })],
    "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
  ],
  [
    "an unknown locale",
    [command({ name_localizations: { xx: "a" } })],
    "0.name_localizations.xx ENUM_TYPE_COERCE",
  ],
  [
    "26 options",
    [command({ options: Array.from({ length: 26 }, (_, at) => option({ name: `o${at}` })) })],
    "0.options BASE_TYPE_MAX_LENGTH",
  ],
  [
    "26 choices",
    [
      command({
        options: [
          option({ choices: Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: `${at}` })) }),
        ],
      }),
    ],
    "0.options.0.choices BASE_TYPE_MAX_LENGTH",
  ],
  [
    "choices beside autocomplete",
    [command({ options: [option({ autocomplete: true, choices: [{ name: "a", value: "a" }] })] })],
    "0.options.0.autocomplete APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
  ],
  [
    "over 8000 characters",
    [
      command({
        options: Array.from({ length: 2 }, (_, at) =>
          option({
            name: `o${at}`,
            choices: Array.from({ length: 20 }, (_, n) => ({
              name: `${n}`,
              value: `${n}${"x".repeat(250)}`,
            })),
          }),
        ),
      }),
    ],
    "0 APPLICATION_COMMAND_TOO_LARGE",
  ],
  [
    "permissions that are no number",
    [command({ default_member_permissions: "admin" })],
    "0.default_member_permissions NUMBER_TYPE_COERCE",
  ],
  [
    "a described user menu",
    [{ type: 2, name: "Look", description: "d" }],
    "0.description APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
  ],
];

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => ({ name: `c${at}`, ...more }));

async function put(description: string) {
  const { body } = await call("PUT", `/applications/${Ids.bot}/commands`, [command({ description })]);
  return body as unknown as readonly { readonly id: string; readonly version: string }[];
}

describe("what the local Discord refuses", () => {
  const channel = `/channels/${Ids.general}/messages`;
  const commands = `/applications/${Ids.bot}/commands`;

  it.each(MESSAGES)("refuses a message with %s", async (_name, body, path) => {
    expect(await refused("POST", channel, body)).toMatchObject({
      status: 400,
      code: 50035,
      paths: expect.arrayContaining([path]),
    });
  });

  it.each(COMMANDS)("refuses commands with %s", async (_name, body, path) => {
    expect(await refused("PUT", commands, body)).toMatchObject({
      status: 400,
      code: 50035,
      paths: expect.arrayContaining([path]),
    });
  });

  it("refuses more commands than there may be", async () => {
    expect(await refused("PUT", commands, many(101, { description: "d" }))).toMatchObject({
      status: 400,
      code: 30032,
    });
    expect(await refused("PUT", commands, many(16, { type: 2 }))).toMatchObject({ status: 400, code: 30032 });
  });

  it("refuses installs and contexts on commands of one server", async () => {
    const { paths } = await refused("PUT", `/applications/${Ids.bot}/guilds/${Ids.harbour}/commands`, [
      command({ contexts: [0] }),
    ]);
    expect(paths).toEqual(["0.contexts APPLICATION_COMMAND_GLOBAL_ONLY_FIELD"]);
  });

  it.each([
    ["an empty message", "POST", channel, { content: " " }, 400, 50006],
    ["an empty V2 message", "POST", channel, { flags: V2, components: [] }, 400, 50006],
    ["broken JSON", "POST", channel, "{", 400, 50109],
    ["an unknown channel", "POST", "/channels/1/messages", { content: "x" }, 404, 10003],
    [
      "a server without the bot",
      "POST",
      `/channels/${Ids.outpostGeneral}/messages`,
      { content: "x" },
      403,
      50001,
    ],
    [
      "a channel the bot may not see",
      "POST",
      `/channels/${Ids.members}/messages`,
      { content: "x" },
      403,
      50001,
    ],
    [
      "a channel the bot may not write in",
      "POST",
      `/channels/${Ids.readOnly}/messages`,
      { content: "x" },
      403,
      50013,
    ],
    ["a forum itself", "POST", `/channels/${Ids.forum}/messages`, { content: "x" }, 400, 50008],
    ["an unknown message", "PATCH", `${channel}/1`, { content: "x" }, 404, 10008],
    ["an unknown route", "GET", "/nowhere", undefined, 404, 0],
    ["an unknown interaction", "POST", "/interactions/1/abc/callback", { type: 4 }, 404, 10062],
    ["an unknown webhook", "POST", `/webhooks/${Ids.bot}/abc`, { content: "x" }, 404, 10015],
    ["another application", "GET", "/applications/1/commands", undefined, 404, 10002],
  ] as const)("refuses %s with Discord's code", async (...row) => {
    const [, method, path, body, status, code] = row;
    expect(await refused(method, path, body)).toMatchObject({ status, code });
  });

  it("answers a wrong token with 401", async () => {
    expect(await call("GET", "/users/@me", undefined, "wrong")).toMatchObject({
      status: 401,
      body: { code: 0 },
    });
    const rest = new REST({ api: scene.discord.url, retries: 0 }).setToken("wrong");
    await expect(rest.get("/users/@me")).rejects.toMatchObject({ status: 401 });
  });

  it("refuses direct messages to closed people", async () => {
    const { body } = await call("POST", "/users/@me/channels", { recipient_id: Ids.newcomer });
    await scene.discord.local.setDms({ person: Ids.newcomer, open: false });
    expect(await refused("POST", `/channels/${String(body["id"])}/messages`, { content: "x" })).toMatchObject(
      { status: 403, code: 50007 },
    );
    await scene.discord.local.setDms({ person: Ids.newcomer, open: true });
    expect((await call("POST", `/channels/${String(body["id"])}/messages`, { content: "x" })).status).toBe(
      200,
    );
  });

  it("gives the message back for a nonce used before, for five minutes", async () => {
    const body = { content: "once", nonce: "abc", enforce_nonce: true };
    const first = await call("POST", channel, body);
    expect((await call("POST", channel, body)).body["id"]).toBe(first.body["id"]);
    scene.clock.advance(5 * 60_000 + 1);
    const later = await call("POST", channel, body);
    expect(later.body["id"]).not.toBe(first.body["id"]);
    await call("DELETE", `${channel}/${String(later.body["id"])}`);
    expect(await refused("POST", channel, body)).toMatchObject({ status: 404, code: 10008 });
    scene.clock.moveTo(0);
  });

  it("never lets the V2 flag go again", async () => {
    const { body } = await call("POST", channel, { flags: V2, components: [text("x")] });
    const path = `${channel}/${String(body["id"])}`;
    expect((await refused("PATCH", path, { flags: 0 })).paths).toContain("flags MESSAGE_FLAG_PERMANENT");
    expect((await refused("PATCH", path, { content: "x" })).paths[0]).toMatch(
      /^content MESSAGE_CANNOT_USE_LEGACY/,
    );
    expect((await call("PATCH", path, { components: [text("y")] })).status).toBe(200);
  });

  it("keeps ids of commands over a PUT and moves their version only on change", async () => {
    const [first] = await put("one");
    const [same] = await put("one");
    const [changed] = await put("two");
    expect(same).toEqual(first);
    expect(changed?.id).toBe(first?.id);
    expect(changed?.version).not.toBe(first?.version);
  });

  it("limits a channel to five messages in five seconds, and all routes to fifty a second", async () => {
    await scene.discord.local.setRateLimits({ mode: "discord" });
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push(await call("POST", channel, { content: `${at}` }));
    const last = answers.at(-1);
    expect(answers[0]?.headers["x-ratelimit-remaining"]).toBe("4");
    expect(last).toMatchObject({ status: 429, body: { global: false } });
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    const many = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => await call("GET", `/channels/${at}`)),
    );
    expect(many.some(({ headers }) => headers["x-ratelimit-global"] === "true")).toBe(true);
    await scene.discord.local.setRateLimits({ mode: "off" });
  });

  it("fails routes on request", async () => {
    const route = `POST /channels/${Ids.general}/messages`;
    await scene.discord.local.addFault({ kind: "answer", route, status: 503, times: 2 });
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await call("POST", channel, { content: "x" })).status);
    expect(statuses).toEqual([503, 503, 200]);
    await scene.discord.local.addFault({
      kind: "answer",
      route,
      status: 429,
      scope: "shared",
      retryAfterMs: 50,
    });
    expect((await call("POST", channel, { content: "x" })).headers["x-ratelimit-scope"]).toBe("shared");
    await scene.discord.local.addFault({ kind: "lose-answer", route });
    await expect(call("POST", channel, { content: "lost but there" })).rejects.toThrow(
      /other side closed|ECONNRESET/,
    );
    const seen = await scene.discord.local.history({ as: Ids.player, channel: Ids.general, limit: 1 });
    expect(seen[0]?.message.content).toBe("lost but there");
  });

  it("masks tokens in its log and names the faults of refused bodies", async () => {
    await call("POST", channel, { content: "x".repeat(2001) });
    const entries = await scene.discord.local.traffic({ limit: 1000 });
    expect(entries.at(-1)?.refused).toMatchObject({
      code: 50035,
      paths: ["content: Must be 2000 or fewer in length."],
    });
    expect(JSON.stringify(entries)).not.toContain(scene.discord.token);
  });

  it("answers no page of a browser", async () => {
    const origin = await request(`${scene.discord.url}/v10/gateway`, {
      headers: { origin: "http://evil.example" },
    });
    expect(origin.statusCode).toBe(403);
    await origin.body.dump();
    const host = await request(`${scene.discord.url}/v10/gateway`, { headers: { host: "evil.example" } });
    expect(host.statusCode).toBe(403);
    await host.body.dump();
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";

import { makeBundle } from "../../src/sessions/bundle/make-bundle.ts";
import { parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";
import { spellingsOf } from "../../src/observability/scrubber.ts";
import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { forms, header } from "../sessions/paste/forms.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { filesBelow } from "../support/files-below.ts";
import { Member, textOf } from "../support/member.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";
import { english } from "../../src/messages/en.ts";

/** Shorter ones are found by accident. */
const SHORTEST = 12;
const TOKEN = `${Buffer.from("123456789012345678").toString("base64url")}.CaNaRy.${"c4n4ry".repeat(7)}`;
/** Pastes that must be refused, each with what must be nowhere afterwards. */
const WRONG: readonly (readonly [paste: string, canary: string])[] = [
  ["someone@mail.example\nCanaryPassword-4711", "CanaryPassword-4711"],
  ['{"username":"bob","password":"CanaryPassword-0815"}', "CanaryPassword-0815"],
  [`Authorization: ${TOKEN}`, TOKEN],
  ["https://portal.test/en/User/SignIn/ProviderAid?code=CanaryGrantCode-17", "CanaryGrantCode-17"],
  ["portald=CanaryAlone-12345678", "CanaryAlone-12345678"],
  [`portalatk=${"CanaryCut-".repeat(500)}`.slice(0, 4_000), "CanaryCut-CanaryCut-"],
  ["portald\t12\tportalatk\tcanary.value.hostlike", "canary.value.hostlike"],
  ["portald=1; portalatk=Canary\u2028Torn-1234567; portaldid=3", "Torn-1234567"],
  ["milepost1:Q2FuYXJ5U2VhbGVkQnVuZGxlQ2FuYXJ5", "Q2FuYXJ5U2VhbGVkQnVuZGxlQ2FuYXJ5"],
];
const FORMS = [
  "header value",
  "curl, -H",
  "curl for cmd",
  "PowerShell, a session",
  "JSON of an extension",
  "storage state",
  "cookies.txt with #HttpOnly_",
  "developer tools, Chromium",
  "document.cookie in the console",
  "Set-Cookie lines",
];
/** Each presses a few times only: nobody meets a limit. */
const PEOPLE = 20;

let stage: ProgramStage;
let bot: Program;
let secrets: Set<string>;
let printed: string[];
let seen: string[];
let people: string[];
const someone = () => new Witness(people.pop() ?? "");

beforeAll(async () => {
  stage = await stageProgram({ LOG_LEVEL: "debug", LINK_ACCEPT: "sealed,cookies" });
  [secrets, printed, seen] = [new Set(WRONG.map(([, canary]) => canary)), [], []];
  await stage.local.setRateLimits({ mode: "off" });
  people = [...(await stage.local.addPeople({ count: PEOPLE, server: Ids.harbour })).people];
  bot = await stage.startMilepost();
  rememberKeys();
});
afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

async function control(method: "POST" | "DELETE", path: string, body?: unknown): Promise<unknown> {
  const answer = await request(`${stage.platformUrl}/_control/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return answer.body.json();
}

function rememberKeys(): void {
  const keyring = readFileSync(stage.env["MILEPOST_KEYRING_FILE"] ?? "", "utf8");
  for (const { value } of parseKeyring(keyring)) secrets.add(value.reveal());
}

/** Signs a player in, and remembers the cookies to look for. */
async function cookiesOf(player: number): Promise<Record<string, string>> {
  const { cookies } = (await control("POST", "sessions", { player })) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  for (const { value } of cookies) if (value.length >= SHORTEST) secrets.add(value);
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** A member who keeps all they were shown. */
class Witness {
  readonly #member: Member;

  constructor(as: string) {
    this.#member = new Member(stage.local, { as, channel: Ids.general });
  }

  run = async (command: string) => this.#kept(await this.#member.run(command));
  press = async (on: SeenMessage, label: string) => this.#kept(await this.#member.press(on, label));
  paste = async (on: SeenMessage, text: string, label = "Paste it here") =>
    this.#kept(await this.#member.paste(on, label, text));

  async link(cookies: Record<string, string>): Promise<SeenMessage> {
    return this.press(await this.paste(await this.guide(), header(cookies)), english.link.confirm.keep);
  }

  async unlink(): Promise<void> {
    const asked = await this.run("unlink");
    const labels = textOf(asked).split("\n");
    const label = labels.find((line) => line.startsWith("Unlink ") && !line.includes("?"));
    await this.press(asked, label ?? "");
  }

  async guide(): Promise<SeenMessage> {
    return this.press(await this.run("link"), english.link.consent.agree);
  }

  #kept(message: SeenMessage): SeenMessage {
    seen.push(JSON.stringify(message));
    return message;
  }
}

const data = () => join(stage.folder, "data");
/** Every file beside the database as it lies there now, by name. */
const written = () => filesBelow(data());

/** Where which spelling of what was found, as places alone. */
function traces(places: readonly (readonly [name: string, bytes: Buffer | string])[]): readonly string[] {
  const wanted = [...secrets].flatMap((secret, index) =>
    spellingsOf(secret).map((spelling, way) => ({ spelling, where: `secret ${index}, spelling ${way}` })),
  );
  return places.flatMap(([name, bytes]) =>
    wanted.filter(({ spelling }) => bytes.includes(spelling)).map(({ where }) => `${name}: ${where}`),
  );
}

async function outputs(): Promise<readonly (readonly [string, string])[]> {
  const traffic = await stage.local.traffic({ limit: 1_000 });
  const all = [
    ["log", [...printed, bot.output()].join("\n")],
    ["replies", seen.join("\n")],
    ["traffic", JSON.stringify(traffic.filter(({ from }) => from === "bot"))],
  ] as const;
  for (const [name, text] of all) if (text.length < 5_000) throw new Error(`too little in: ${name}`);
  return all;
}

function database<T>(work: (sqlite: Sqlite.Database) => T): T {
  const sqlite = new Sqlite(join(data(), "milepost.db"));
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

async function milepost(...args: readonly string[]): Promise<void> {
  const program = startProgram(["src/cli/milepost.js", ...args], stage.env);
  expect(await program.exited).toBe(0);
  printed.push(program.output());
}

it("finds what it looks for", async () => {
  const cookies = await cookiesOf(0);
  const spelt = [
    header(cookies),
    encodeURIComponent(header(cookies)),
    JSON.stringify(JSON.stringify(cookies)),
  ];
  for (const text of [...spelt, Buffer.from(header(cookies)).toString("base64")]) {
    expect(traces([["here", text]])).not.toEqual([]);
  }
});

it("shows, logs and writes no canary, whatever is pasted in whatever form", async () => {
  let linked = 0;
  for (const [index, name] of FORMS.entries()) {
    const member = someone();
    const [, write = () => ""] = forms[name] ?? [];
    const [wrong] = WRONG[index % WRONG.length] ?? [""];
    const refused = await member.paste(await member.guide(), wrong);
    const confirm = await member.paste(refused, write(await cookiesOf(index % 2)), "Try again");
    expect([name, textOf(confirm)]).toEqual([name, expect.stringContaining("Is this your account?")]);
    const end = await member.press(confirm, index % 3 === 2 ? "No" : english.link.confirm.keep);
    if (textOf(end).includes("Linked")) linked += 1;
  }
  expect(linked).toBe(7);
  expect(traces([...written(), ...(await outputs())])).toEqual([]);
});

it("nor while sealed bundles, own data, relinks and unlinks go on", async () => {
  const [as = ""] = people.slice(-1);
  const sealing = someone();
  const guide = await sealing.press(await sealing.guide(), "Command line");
  const [recipient = ""] = /age1[a-z0-9]+/.exec(textOf(guide)) ?? [];
  const origin = new URL(stage.platformUrl).origin;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const bundle = await makeBundle(
    { cookies: await cookiesOf(0), discordId: as, origin, expiresAt },
    recipient,
  );
  const stranger = someone();
  const refused = await stranger.paste(await stranger.guide(), bundle);
  expect(textOf(refused)).not.toContain("Is this your account?");
  const desktop = await sealing.press(guide, english.link.tabs.desktop);
  await sealing.press(await sealing.paste(desktop, bundle), english.link.confirm.once);
  const member = someone();
  await member.link(await cookiesOf(0));
  for (const command of ["progress", "stats", "vault"]) {
    expect(textOf(await member.run(command))).not.toContain("once linked");
  }
  const other = someone();
  for (let time = 0; time < 2; time += 1) {
    expect(textOf(await other.link(await cookiesOf(0)))).toContain("Linked");
  }
  await other.unlink();
  expect(seen.at(-1)).toContain(english.link.unlink.done);
  expect(traces([...written(), ...(await outputs())])).toEqual([]);
});

it("nor while the platform fails, and throws back what it was sent", async () => {
  const member = someone();
  const cookies = await cookiesOf(1);
  await member.link(cookies);
  const echo = Object.values(cookies).join(" ");
  await control("POST", "faults", [
    { kind: "code", code: 4711, message: `no such session: ${echo}`, operation: "progression" },
    { kind: "http", status: 302, location: `https://elsewhere.test/?session=${echo}`, operation: "vault" },
    { kind: "wrongJson", form: "broken", operation: "stats.account" },
  ]);
  for (const command of ["progress", "vault", "stats"]) await member.run(command);
  await control("DELETE", "faults");
  await control("POST", "faults", { kind: "http", status: 503, operation: "all" });
  const late = someone();
  const down = await late.paste(await late.guide(), header(await cookiesOf(1)));
  expect(textOf(down)).not.toContain("Is this your account?");
  await control("DELETE", "faults");
  expect(traces([...written(), ...(await outputs())])).toEqual([]);
});

it("nor while the database fails, keys are turned, and the bot is killed", async () => {
  const [linked, linking] = [someone(), someone()];
  await linked.link(await cookiesOf(0));
  const confirm = await linking.paste(await linking.guide(), header(await cookiesOf(1)));
  database((sqlite) =>
    sqlite.exec(`create trigger failing before update on sessions begin select raise(abort, 'no'); end;
      create trigger failing2 before insert on sessions begin select raise(abort, 'no'); end`),
  );
  expect(textOf(await linking.press(confirm, english.link.confirm.keep))).not.toContain("Linked");
  expect(textOf(await linked.run("progress"))).toContain("went wrong");
  database((sqlite) => sqlite.exec("drop trigger failing; drop trigger failing2"));
  await milepost("keys", "rotate");
  rememberKeys();
  expect(textOf(await linked.run("progress"))).toContain("What next?");
  void linked.run("vault").catch(() => {});
  await bot.end("SIGKILL");
  printed.push(bot.output());
  expect(traces([...written(), ...(await outputs())])).toEqual([]);
});

it("nor in a backup made before a migration, with sessions inside", async () => {
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  const further = { number, name: "further", sqlite: ["create table further (n integer)"] };
  const migrated = await openDatabase({
    url: stage.env["DATABASE_URL"] ?? "",
    migrations: [...migrations, further],
  });
  await migrated.close();
  database((sqlite) => {
    sqlite.exec(`drop table further; delete from migrations where number = ${number}`);
  });
  bot = await stage.startMilepost();
  const backup = readdirSync(data()).find((name) => name.endsWith(".backup")) ?? "";
  const copy = new Sqlite(join(data(), backup), { readonly: true });
  expect(copy.prepare("select count(*) from sessions").pluck().get()).toBeGreaterThan(5);
  copy.close();
  const member = someone();
  expect(textOf(await member.link(await cookiesOf(0)))).toContain("Linked");
  await member.unlink();
  expect(await bot.end()).toBe(0);
  expect(traces([...written(), ...(await outputs())])).toEqual([]);
  expect(secrets.size).toBeGreaterThan(50);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Sqlite from "better-sqlite3";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { spellingsOf } from "../../src/observability/scrubber.ts";
import { LocalClient } from "../../src/playground/discord/local-client.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Member, textOf } from "../support/member.ts";
import { type Program, startProgram } from "../support/program.ts";

let folder: string;
let discord: Program;
let platform: Program;
let bot: Program;
let local: LocalClient;
let platformUrl: string;
let env: Record<string, string>;
const printed: string[] = [];

const startMilepost = async (): Promise<Program> => {
  const program = startProgram(["src/start.js"], env);
  await program.line(/"Connected to Discord"/);
  return program;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "milepost-"));
  const profile = join(folder, "profile.json");
  discord = startProgram(["src/playground/discord/main.ts", "--port", "0"]);
  platform = startProgram([
    "src/playground/platform/main.ts",
    "--profile=neutral",
    "--port=0",
    `--write-profile=${profile}`,
  ]);
  const [, apiUrl = ""] = await discord.line(/DISCORD_API_URL=(\S+)/);
  const [, token = ""] = await discord.line(/DISCORD_TOKEN=(\S+)/);
  [, platformUrl = ""] = await platform.line(/(http:\/\/127\.0\.0\.1:\d+)/);
  local = new LocalClient(new URL(apiUrl).origin);
  env = {
    DISCORD_API_URL: apiUrl,
    DISCORD_TOKEN: token,
    PLATFORM_PROFILE: profile,
    PLATFORM_API_KEY: "playground",
    LOG_LEVEL: "debug",
    LINK_ACCEPT: "sealed,cookies",
    DATABASE_URL: `file:${join(folder, "data", "milepost.db")}`,
    MILEPOST_KEYRING_FILE: join(folder, "keys", "keyring"),
  };
  bot = await startMilepost();
}, 30_000);

afterAll(async () => {
  await local.close();
  await Promise.all([bot.end("SIGKILL"), discord.end(), platform.end()]);
  rmSync(folder, { recursive: true, force: true });
});

/** Signs a player of the world in at the platform, and gives the cookies as a browser holds them. */
async function cookiesOf(player: number): Promise<ReadonlyMap<string, string>> {
  const answer = await request(`${platformUrl}/_control/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player }),
  });
  const { cookies } = (await answer.body.json()) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  return new Map(cookies.map(({ name, value }) => [name, value]));
}

const headerOf = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

const member = (as: string) => new Member(local, { as, channel: Ids.general });

/** The sealed cookies in the database, as another program sees them. */
function rowsOf(): { readonly sessions: readonly Buffer[] } {
  const database = new Sqlite(join(folder, "data", "milepost.db"), { readonly: true });
  try {
    const rows = database.prepare<[], { cookies: Buffer }>("select cookies from sessions").all();
    return { sessions: rows.map(({ cookies }) => cookies) };
  } finally {
    database.close();
  }
}

/** Every file the bot wrote, as bytes. */
function written(): Buffer {
  const data = join(folder, "data");
  return Buffer.concat(readdirSync(data).map((name) => readFileSync(join(data, name))));
}

/** The values of cookies that are secret: those long enough that finding them is no accident. */
const secretsIn = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].filter(([name, value]) => name !== "portalme" && value.length >= 12).map(([, value]) => value);

/** Which spelling of which cookie stands in these bytes. */
function traceOf(cookies: ReadonlyMap<string, string>, bytes: Buffer): readonly string[] {
  expect(bytes.length).toBeGreaterThan(1_000);
  return secretsIn(cookies).flatMap((secret, index) =>
    spellingsOf(secret).flatMap((spelling, way) =>
      bytes.includes(spelling) ? [`cookie ${index}, spelling ${way}`] : [],
    ),
  );
}

describe("linking an account in the real program", () => {
  it("links, answers what waited, and unlinks, and no cookie is anywhere", { timeout: 60_000 }, async () => {
    const cookies = await cookiesOf(0);
    const ann = member(Ids.player);
    const sample = await ann.run("progress");
    expect(textOf(sample)).toContain("Your progress, once linked");
    const consent = await ann.press(sample, "Link an account");
    const guide = await ann.press(consent, "I understand, go on");
    const desktop = await ann.press(guide, "Desktop paste");
    const confirm = await ann.paste(desktop, "Paste it here", headerOf(cookies));
    expect(textOf(confirm)).toContain("Is this your account?");
    expect(rowsOf().sessions).toEqual([]);
    const progress = await ann.press(confirm, "Yes, keep it linked");
    expect(textOf(progress)).toContain("Linked: ");
    expect(textOf(progress)).toContain("What next?");
    expect(textOf(await ann.run("vault"))).not.toContain("once linked");
    const uses = await ann.press(await ann.run("me"), "Last uses");
    expect(textOf(uses)).toContain("/vault");
    const [ciphertext = Buffer.alloc(0)] = rowsOf().sessions;
    // A row may span pages: a part of it that lies in one.
    const part = ciphertext.subarray(70, 134);
    expect(part).toHaveLength(64);
    expect(written().includes(part)).toBe(true);
    expect(traceOf(cookies, written())).toEqual([]);
    const asked = await ann.run("unlink");
    const label = textOf(asked)
      .split("\n")
      .find((line) => line.startsWith("Unlink ") && !line.includes("?"));
    const gone = await ann.press(asked, label ?? "");
    expect(textOf(gone)).toContain("were deleted");
    expect(textOf(await ann.run("progress"))).toContain("once linked");

    printed.push(bot.output());
    const traffic = await local.traffic({ limit: 1000 });
    const sent = JSON.stringify(traffic.filter(({ from }) => from === "bot"));
    expect(sent.length).toBeGreaterThan(5_000);
    const bytes = written();
    for (let at = 0; at + 16 <= ciphertext.length; at += 16) {
      expect(bytes.includes(ciphertext.subarray(at, at + 16))).toBe(false);
    }
    expect(secretsIn(cookies).length).toBeGreaterThan(1);
    expect(traceOf(cookies, bytes)).toEqual([]);
    expect(traceOf(cookies, Buffer.from(printed.join("")))).toEqual([]);
    expect(traceOf(cookies, Buffer.from(sent))).toEqual([]);
  });

  it("loses no link it acknowledged when it is killed", { timeout: 60_000 }, async () => {
    const ben = member(Ids.moderator);
    const linked = await ben.link(headerOf(await cookiesOf(1)));
    await bot.end("SIGKILL");
    expect(textOf(linked)).toContain("Linked: ");
    bot = await startMilepost();
    expect(textOf(await ben.run("progress"))).not.toContain("once linked");
  });
});

import { join } from "node:path";

import { sql } from "kysely";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { spellingsOf } from "../../src/observability/scrubber.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { NODES } from "../support/deployment.ts";
import { filesBelow } from "../support/files-below.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";
import { english } from "../../src/messages/en.ts";

let stage: ProgramStage;
let bot: Program;
const printed: string[] = [];

beforeAll(async () => {
  stage = await stageProgram({ LOG_LEVEL: "debug", LINK_ACCEPT: "sealed,cookies" });
  bot = await stage.startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

/** Signs a player of the world in at the platform, and gives the cookies as a browser holds them. */
async function cookiesOf(player: number): Promise<ReadonlyMap<string, string>> {
  const answer = await request(`${stage.platformUrl}/_control/sessions`, {
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

const member = (as: string) => new Member(stage.local, { as, channel: Ids.general });

/** Asks the database as another program does. */
async function withDatabase<T>(ask: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: stage.env["DATABASE_URL"] ?? "", isOwner: false });
  try {
    return await ask(database);
  } finally {
    await database.close();
  }
}

/** The sealed cookies there. */
async function sealedCookies(): Promise<readonly Buffer[]> {
  const rows = await withDatabase(({ queries }) =>
    queries.selectFrom("sessions").select("cookies").execute(),
  );
  return rows.map(({ cookies }) => Buffer.from(cookies));
}

/** Every file the bot wrote, as bytes; of a server's database every row. */
async function written(): Promise<Buffer> {
  if (NODES > 1) return withDatabase(everyRow);
  const data = join(stage.folder, "data");
  return Buffer.concat(filesBelow(data).map(([, bytes]) => bytes));
}

function everyRow({ queries }: Database): Promise<Buffer> {
  return queries.connection().execute(async (connection) => {
    // What is text inside of bytes is shown as that.
    await sql`set bytea_output to escape`.execute(connection);
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema()`.execute(connection);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        row: string;
      }>`select one::text as row from ${sql.table(name)} as one`.execute(connection);
      texts.push(...rows.map(({ row }) => row));
    }
    return Buffer.from(texts.join("\n"));
  });
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
  it("links, answers what waited, and unlinks, and no cookie is anywhere", async () => {
    const cookies = await cookiesOf(0);
    const ann = member(Ids.player);
    const sample = await ann.run("progress");
    expect(textOf(sample)).toContain("Your progress, once linked");
    const consent = await ann.press(sample, "Link an account");
    const guide = await ann.press(consent, english.link.consent.agree);
    const desktop = await ann.press(guide, english.link.tabs.desktop);
    const confirm = await ann.paste(desktop, "Paste it here", headerOf(cookies));
    expect(textOf(confirm)).toContain("Is this your account?");
    expect(await sealedCookies()).toEqual([]);
    const progress = await ann.press(confirm, english.link.confirm.keep);
    expect(textOf(progress)).toContain("Linked: ");
    expect(textOf(progress)).toContain("What next?");
    expect(textOf(await ann.run("vault"))).not.toContain("once linked");
    const uses = await ann.press(await ann.run("account"), "Last uses");
    expect(textOf(uses)).toContain("/vault");
    const [ciphertext = Buffer.alloc(0)] = await sealedCookies();
    // A row may span pages: a part of it that lies in one.
    const part = ciphertext.subarray(70, 134);
    expect(part).toHaveLength(64);
    expect((await written()).includes(part)).toBe(NODES === 1);
    expect(traceOf(cookies, await written())).toEqual([]);
    const asked = await ann.run("unlink");
    const label = textOf(asked)
      .split("\n")
      .find((line) => line.startsWith("Unlink ") && !line.includes("?"));
    const gone = await ann.press(asked, label ?? "");
    expect(textOf(gone)).toContain(english.link.unlink.done);
    expect(textOf(await ann.run("progress"))).toContain("once linked");

    printed.push(bot.output());
    const traffic = await stage.local.traffic({ limit: 1000 });
    const sent = JSON.stringify(traffic.filter(({ from }) => from === "bot"));
    expect(sent.length).toBeGreaterThan(5_000);
    const bytes = await written();
    for (let at = 0; at + 16 <= ciphertext.length; at += 16) {
      expect(bytes.includes(ciphertext.subarray(at, at + 16))).toBe(false);
    }
    expect(secretsIn(cookies).length).toBeGreaterThan(1);
    expect(traceOf(cookies, bytes)).toEqual([]);
    expect(traceOf(cookies, Buffer.from(printed.join("")))).toEqual([]);
    expect(traceOf(cookies, Buffer.from(sent))).toEqual([]);
  });

  it("loses no link it acknowledged when it is killed", async () => {
    const ben = member(Ids.moderator);
    const linked = await ben.link(headerOf(await cookiesOf(1)));
    await bot.end("SIGKILL");
    expect(textOf(linked)).toContain("Linked: ");
    bot = await stage.startMilepost();
    expect(textOf(await ben.run("progress"))).not.toContain("once linked");
  });
});

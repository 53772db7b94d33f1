import Sqlite from "better-sqlite3";
import { request } from "undici";

import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import type { UpgradeHarness } from "./upgrade-harness.ts";

/** A message of the bot's, as it could be posted again. */
export interface Post {
  readonly id: string;
  /** Of a server; else `person` is whom it was sent to. */
  readonly channel?: string;
  readonly person?: string;
  readonly body: object;
}

/** Where a post stands now, and what it was called. */
export interface SeenPost {
  readonly id: string;
  readonly old: string;
  readonly channel: string;
}

/** Flags a bot may set: no previews, no sound, made of components. */
const SENDABLE = (1 << 2) | (1 << 12) | (1 << 15);
const CHANNELS = [Ids.general, Ids.botCommands, Ids.announcements];
const PEOPLE = [Ids.player, Ids.admin, Ids.moderator, Ids.newcomer, Ids.stranger];

/** All that stands there of the bot's, oldest first. */
export async function postsOn({ people }: UpgradeHarness): Promise<readonly Post[]> {
  const posts: Post[] = [];
  const add = async (as: string, where: { readonly channel?: string; readonly person?: string }) => {
    const channel = where.channel ?? (await people.openDm({ as })).id;
    for (const seen of await people.history({ as, channel, limit: 100 })) {
      const isOurs = seen.message.author.id === Ids.bot && !seen.isEphemeral;
      if (isOurs) posts.push({ id: seen.id, ...where, body: bodyOf(seen) });
    }
  };
  for (const channel of CHANNELS) await add(Ids.admin, { channel });
  for (const person of PEOPLE) await add(person, { person });
  return posts;
}

function bodyOf({ message }: SeenMessage): object {
  const { flags = 0, components } = message;
  // Discord adds to each picture where it found it.
  const text = JSON.stringify({ flags: flags & SENDABLE, components }, (name, value: unknown) =>
    name === "proxy_url" ? undefined : value,
  );
  return JSON.parse(text) as object;
}

/**
 * Has the posts stand at this Discord too, with the controls they had; the database, which no bot has opened yet, is
 * told where they are now.
 */
export async function postAgain(
  harness: UpgradeHarness,
  posts: readonly Post[],
): Promise<readonly SeenPost[]> {
  const database = new Sqlite(harness.databaseFile);
  const seen: SeenPost[] = [];
  for (const { id: old, channel, person, body } of posts) {
    const there = channel ?? (await send(harness, "/users/@me/channels", { recipient_id: person })).id;
    const { id } = await send(harness, `/channels/${there}/messages`, body);
    const now = { id, old, channel: there };
    database
      .prepare("update deliveries set message_id = @id, channel_id = @channel where message_id = @old")
      .run(now);
    database.prepare("update boards set message_id = @id where message_id = @old").run({ id, old });
    seen.push(now);
  }
  database.close();
  return seen;
}

async function send(
  { discord }: UpgradeHarness,
  path: string,
  body: object,
): Promise<{ readonly id: string }> {
  const answer = await request(`${discord.url}/v10${path}`, {
    method: "POST",
    headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.statusCode !== 200) throw new Error(`${path} was refused: ${await answer.body.text()}`);
  return (await answer.body.json()) as { readonly id: string };
}

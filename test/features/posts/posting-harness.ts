import type { APIEmbed } from "discord-api-types/v10";

import { createAwaySessions } from "../../../src/sessions/use/open-private.ts";
import { createReminders, type Reminders } from "../../../src/features/posts/create-reminders.ts";
import { createGuildSettingsStore } from "../../../src/features/servers/store/guild-settings-store.ts";
import type { GuildSettingsStore } from "../../../src/features/kit/settings/settings.ts";
import type { Services } from "../../../src/features/services.ts";
import type { Clock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { CustomIds } from "../../../src/discord/interaction/custom-id.ts";
import { createRestConnection } from "../../../src/discord/rest/rest-connection.ts";
import { Poster } from "../../../src/discord/post/poster.ts";
import { createPostWriter } from "../../../src/discord/post/post-writer.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import type { PlatformClient } from "../../../src/platform/client.ts";
import { type LocalDiscord, startDiscord } from "../../../src/playground/discord/start.ts";
import { type LinkTable, openLinkTable } from "../../commands/link-harness.ts";
import { leaseOf } from "../../support/lease.ts";
import { embedTexts } from "../../support/member.ts";
import { MemoryStateStore } from "../../support/memory-state-store.ts";

/** Everything real: the engine, the embedded platform, the local Discord, a database. Time is the test's. */
export interface World {
  readonly table: LinkTable;
  readonly discord: LocalDiscord;
  readonly guilds: GuildSettingsStore;
  readonly services: Services;
  reminders: Reminders & ReturnType<Reminders["createWorkers"]>;
  /** What the platform's answers are made into on their way. */
  readonly answers: {
    -readonly [Name in "milestonesPublic" | "trendingList" | "trendingEntry"]?: PlatformClient[Name];
  };
  /** Names of what the platform gives by hash: none, unless a test changes it. */
  readonly definitions: { -readonly [Name in keyof Services["definitions"]]: Services["definitions"][Name] };
  /** Sets the clock, and lets every part look. */
  at(time: number): Promise<void>;
  /** Texts of what stands in a channel, newest last; a card's texts are joined by newlines. */
  texts(channel: string, as: string): Promise<readonly string[]>;
  /** The same of a person's conversation with the bot. */
  dms(person: string): Promise<readonly string[]>;
  /** A new process on the same database. */
  restart(): void;
  close(): Promise<void>;
}

export const START = Date.parse("2026-11-20T12:00:00Z");

export async function openWorld(
  profile = "neutral",
  more: Pick<Partial<Services>, "pictures"> = {},
): Promise<World> {
  const table = await openLinkTable(profile);
  const { clock, database } = table;
  clock.moveTo(START - Date.now());
  const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  const connection = createRestConnection({
    token: new Secret(discord.token),
    apiUrl: discord.url,
    clock,
    log: silentLog,
    metrics: noMetrics,
  });
  const customIds = new CustomIds([Buffer.alloc(32, 7)], new MemoryStateStore(clock), clock);
  const guilds = await createGuildSettingsStore({ database, clock, log: silentLog });
  // Tests about zones take it back.
  const server = { guildId: Ids.harbour, revision: guilds.of(Ids.harbour).revision, by: Ids.admin };
  await guilds.change(server, { zone: "UTC", isZoneChosen: true });
  const answers: World["answers"] = {};
  const definitions: World["definitions"] = { lookUp: async () => new Map(), search: async () => [] };
  const services = {
    ...table.services,
    guilds,
    definitions,
    platform: answering(table.services.platform, answers),
    ...more,
  };
  const lease = await leaseOf(database.nodes);
  const make = (at: Clock) => {
    const reminders = createReminders({
      queries: database.queries,
      nodes: database.nodes,
      services,
      away: createAwaySessions(table.sessions),
      poster: new Poster({ rest: connection.rest, clock: at }),
      write: createPostWriter(customIds),
      mention: (name) => `/${name}`,
      clock: at,
      random: () => 0.5,
      log: table.log,
    });
    return { ...reminders, ...reminders.createWorkers(lease) };
  };
  const texts = async (channel: string, as: string) =>
    (await discord.local.history({ as, channel })).map(({ message }) => textsIn(message).join("\n"));
  const world: World = {
    table,
    discord,
    guilds,
    services,
    definitions,
    answers,
    reminders: make(clock),
    async at(time) {
      clock.moveTo(time - Date.now());
      await world.reminders.pollAll();
    },
    texts,
    async dms(person) {
      const { id } = await discord.local.openDm({ as: person });
      return texts(id, person);
    },
    restart() {
      world.reminders = make(clock);
    },
    async close() {
      await world.reminders.stop(0);
      await discord.close();
      await table.close();
    },
  };
  return world;
}

function answering(client: PlatformClient, answers: World["answers"]): PlatformClient {
  return new Proxy(client, {
    get(target, name) {
      const own = (answers as Partial<PlatformClient>)[name as keyof PlatformClient];
      const value = own ?? Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Every text of a message, in reading order. */
function textsIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(textsIn);
  if (typeof part !== "object" || part === null) return [];
  const { type, content, embeds, components, accessory, label } = part as Record<string, unknown>;
  return [
    ...(typeof content === "string" && content !== "" ? [content] : []),
    ...(Array.isArray(embeds) ? (embeds as readonly APIEmbed[]).flatMap(embedTexts) : []),
    ...textsIn(components),
    ...textsIn(accessory),
    ...(type === 2 && typeof label === "string" ? [`[${label}]`] : []),
  ];
}

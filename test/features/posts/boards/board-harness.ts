import type { REST } from "@discordjs/rest";

import type { NewBoard } from "../../../../src/features/posts/board-service.ts";
import { BoardWorker } from "../../../../src/features/posts/engine/board-worker.ts";
import { createGuildSettingsStore } from "../../../../src/features/servers/store/guild-settings-store.ts";
import type { RankingEntries } from "../../../../src/features/posts/content/board-content.ts";
import type { GuildSettingsStore, GuildChanges } from "../../../../src/features/kit/settings/settings.ts";
import { type ServerChannels, serverChannels } from "../../../../src/discord/post/server-channels.ts";
import type { Services } from "../../../../src/features/services.ts";
import { MovableClock } from "../../../../src/base/clock.ts";
import { MilepostError } from "../../../../src/base/errors.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { createBotRest } from "../../../../src/discord/rest/bot-rest.ts";
import { CustomIds } from "../../../../src/discord/interaction/custom-id.ts";
import { createMemberPermissions } from "../../../../src/discord/rest/member-permissions.ts";
import { createOwnPermissions } from "../../../../src/discord/rest/permissions.ts";
import { Poster } from "../../../../src/discord/post/poster.ts";
import { createPostWriter } from "../../../../src/discord/post/post-writer.ts";
import { RefusalBreaker } from "../../../../src/discord/rest/refusal-breaker.ts";
import type { PlatformClient } from "../../../../src/platform/client.ts";
import { PublicMilestones } from "../../../../src/platform/resources/milestones.ts";
import { TrendingEntry } from "../../../../src/platform/resources/trending.ts";
import type { SeenMessage } from "../../../../src/playground/discord/local-api.ts";
import { type LocalDiscord, startDiscord } from "../../../../src/playground/discord/start.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { boardRows } from "../../../../src/features/posts/store/guild-rows.ts";
import { TAG_KEY } from "../../../discord/support.ts";
import { MemoryStateStore } from "../../../support/memory-state-store.ts";
import { dated, fakePlatform, fakeServices, listing } from "../../../support/fake-services.ts";
import { MINUTE_MS } from "../../../../src/base/duration.ts";

export const { signal } = new AbortController();

/** A platform whose lists a test changes, a local Discord, and what keeps boards between them. */
export class Keeping {
  readonly clock = new MovableClock();
  /** Of the platform's list: details, as it gives them. */
  entries: object[] = [];
  /** How often the platform was asked, by list and language. */
  readonly asked: string[] = [];
  failure: MilepostError | undefined;
  maintenance = false;
  milestones: Record<string, object> = {};
  /** What the keeper logged as an error. */
  readonly failures: unknown[] = [];
  ranking: RankingEntries | undefined;
  #ids = 0;
  readonly discord: LocalDiscord;
  readonly database: Database;
  readonly guilds: GuildSettingsStore;
  services: Services;
  keeper: BoardWorker;
  channels: ServerChannels;

  private constructor(parts: {
    discord: LocalDiscord;
    database: Database;
    guilds: GuildSettingsStore;
    clock: MovableClock;
  }) {
    this.discord = parts.discord;
    this.database = parts.database;
    this.guilds = parts.guilds;
    this.clock = parts.clock;
    const platform = fakePlatform(this.#lists(), [
      "trending.list",
      "trending.entry",
      "milestones.public",
      "stats.account",
    ]);
    this.services = { ...fakeServices({ platform }), guilds: this.guilds };
    ({ keeper: this.keeper, channels: this.channels } = this.restart());
  }

  static async open(): Promise<Keeping> {
    const clock = new MovableClock();
    const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
    const database = await openDatabase({ url: ":memory:" });
    const guilds = await createGuildSettingsStore({
      database,
      clock,
      log: silentLog,
    });
    return new Keeping({ discord, database, guilds, clock });
  }

  /** A bot that knows only what is in the database. */
  restart(): Pick<Keeping, "keeper" | "channels"> {
    const { clock, database } = this;
    const rest: REST = createBotRest({ apiUrl: this.discord.url, breaker: new RefusalBreaker({ clock }) });
    rest.setToken(this.discord.token);
    const posting = {
      poster: new Poster({ rest, clock }),
      write: createPostWriter(new CustomIds([TAG_KEY], new MemoryStateStore(clock), clock)),
    };
    this.channels = serverChannels({
      ...posting,
      permissions: createOwnPermissions({ rest, clock }),
      forMember: createMemberPermissions({ rest, clock }),
    });
    this.keeper = new BoardWorker({
      ...posting,
      rows: boardRows(database.queries),
      nodes: database.nodes,
      ranking: this.ranking,
      services: this.services,
      clock,
      random: () => 0.5,
      newId: () => `id${(this.#ids += 1)}x`,
      log: { ...silentLog, error: (message, _fields, error) => this.failures.push(error ?? message) },
    });
    return this;
  }

  #lists(): Partial<PlatformClient> {
    const age = () => ({
      at: this.clock.now(),
      ...(this.maintenance && { isStale: true, isMaintenance: true }),
    });
    return {
      trendingList: async (query) => {
        this.asked.push(`trending ${query.locale} ${query.page ?? 0}`);
        if (this.failure !== undefined) throw this.failure;
        return { ...(await listing("details", this.entries)(query)), isStale: false, ...age() };
      },
      trendingEntry: async ({ type, identifier }) => {
        const entries = this.entries.map((entry) => TrendingEntry.parse(entry));
        const found = entries.find((entry) => entry.entityType === type && entry.identifier === identifier);
        if (found === undefined) throw new MilepostError("platform-unavailable");
        return dated(found);
      },
      milestonesPublic: async ({ locale }) => {
        this.asked.push(`milestones ${locale}`);
        if (this.failure !== undefined) throw this.failure;
        return dated(PublicMilestones.parse(this.milestones), age());
      },
    };
  }

  make(wanted: Partial<NewBoard> = {}) {
    const board = {
      guildId: Ids.harbour,
      channelId: Ids.general,
      what: "trending",
      locale: "en-US",
    } as const;
    return this.keeper.make({ ...board, madeBy: Ids.admin, ...wanted }, signal);
  }

  /** The next look, so much later. */
  async later(ms = 5 * MINUTE_MS): Promise<void> {
    this.clock.advance(ms);
    await this.keeper.refresh(signal);
  }

  async settle(changes: GuildChanges): Promise<void> {
    const { revision } = this.guilds.of(Ids.harbour);
    await this.guilds.change({ guildId: Ids.harbour, revision, by: Ids.admin }, changes);
  }

  messages(channel: string = Ids.general): Promise<readonly SeenMessage[]> {
    return this.discord.local.history({ as: Ids.admin, channel });
  }

  async text(channel: string = Ids.general): Promise<string> {
    const all = await this.messages(channel);
    return all
      .map(({ message: { content, embeds, components } }) => JSON.stringify({ content, embeds, components }))
      .join("\n");
  }

  /** Requests of the bot that write messages. */
  async writes(): Promise<readonly string[]> {
    const all = await this.discord.local.traffic({ limit: 1000 });
    return all.map(({ what }) => what).filter((what) => /^(POST|PATCH|PUT|DELETE) /.test(what));
  }

  async close(): Promise<void> {
    await this.keeper.close();
    await this.discord.close();
    await this.database.close();
    if (this.failures.length > 0) throw new AggregateError(this.failures, "boards failed");
  }
}

export const news = (id: string, title: string, gate: object = {}) => ({
  identifier: id,
  entityType: 0,
  news: { article: { contentId: id, properties: { title, summary: "", body: "" }, ...gate } },
});
export const creation = (id: string, title: string) => ({
  identifier: id,
  entityType: 5,
  creation: { title, author: "Ann", upvotes: 1 },
});
export const ritual = (id: string, title: string, ends: number) => ({
  identifier: id,
  entityType: 3,
  gameRitual: { title, dateEnd: new Date(ends).toISOString() },
});

import { ChannelType, GuildScheduledEventRecurrenceRuleFrequency as FREQUENCY } from "discord-api-types/v10";

import { isRecord, type Json } from "../json.ts";
import type { Core } from "../core.ts";
import { contextOf } from "../interaction/payload.ts";
import {
  type ChannelKind,
  type Home,
  LocalRefusal,
  type Person,
  type SeenChannel,
  type SeenCommand,
  type SeenServer,
} from "../local-api.ts";
import { commandJson, type PublishedCommand } from "../commands.ts";
import type { StoredMessage } from "../message/message-store.ts";
import {
  canSee,
  channelPermissions,
  guildPermissions,
  has,
  Permission,
  sendBit,
} from "../world/permissions.ts";
import { atTime, isLive } from "../world/scheduled-events.ts";
import { type Channel, type Guild, isThread, type User } from "../world/world.ts";

export function personOf(core: Core, id: string): User {
  const person = core.world.users.get(id);
  if (person === undefined || person.isBot) throw new LocalRefusal("unknown-person", `no person ${id}`);
  return person;
}

/** Returns a channel the person can see; throws "unknown-channel". */
export function channelFor(core: Core, person: User, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (channel === undefined || !canSee(core.world, channel, person.id)) {
    throw new LocalRefusal("unknown-channel", `${person.name} sees no channel ${id}`);
  }
  return channel;
}

export function messageFor(core: Core, person: User, id: string): StoredMessage {
  const message = core.messages.get(id);
  const channel = core.world.channels.get(message?.channelId ?? "");
  const isHidden = message?.ownerId !== undefined && message.ownerId !== person.id;
  if (message === undefined || channel === undefined || isHidden || !canSee(core.world, channel, person.id)) {
    throw new LocalRefusal("unknown-message", `${person.name} sees no message ${id}`);
  }
  return message;
}

export function showPerson(core: Core, user: User): Person {
  return { ...user, avatarUrl: `${core.site.origin}/avatars/${user.id}.svg` };
}

export function homeOf(core: Core, person: User): Home {
  const servers = [...core.world.guilds.values()].filter((guild) => guild.members.has(person.id));
  const conversations = [...core.world.channels.values()].filter(
    (channel) => channel.guildId === undefined && channel.recipients?.includes(person.id) === true,
  );
  return {
    servers: servers.map((guild) => showServer(core, guild, person)),
    conversations: conversations.map((channel) => showChannel(core, channel, person)),
  };
}

function showServer(core: Core, guild: Guild, person: User): SeenServer {
  return {
    id: guild.id,
    name: guild.name,
    locale: guild.locale,
    isBotInstalled: guild.isBotIn,
    roles: [...guild.roles.values()].map(({ id, name, color, permissions }) => {
      return { id, name, color, permissions: permissions.toString() };
    }),
    members: [...guild.members.values()].flatMap(({ userId, roles, look }) => {
      const user = core.world.users.get(userId);
      return user === undefined
        ? []
        : [{ id: userId, name: look?.nick ?? user.name, isBot: user.isBot, roles }];
    }),
    channels: inOrder(guild)
      .filter((channel) => canSee(core.world, channel, person.id))
      .map((channel) => showChannel(core, channel, person)),
    events: [...core.world.scheduledEvents.values()]
      .map((event) => atTime(event, core.clock.now()))
      .filter((event) => event.guildId === guild.id && isLive(event, core.clock.now()))
      .toSorted((a, b) => a.startsAt - b.startsAt)
      .map(({ id, name, description, location, startsAt, endsAt, cover, recurrence }) => {
        const hasCover = cover !== undefined;
        const recurs = recurrence === null ? undefined : FREQUENCY[recurrence.frequency];
        return { id, name, description: description ?? "", location, startsAt, endsAt, recurs, hasCover };
      }),
  };
}

function inOrder(guild: Guild): readonly Channel[] {
  const all = [...guild.channels.values()];
  const tops = all.filter((channel) => !isThread(channel)).toSorted((a, b) => a.position - b.position);
  return tops.flatMap((top) => [
    top,
    ...all.filter((channel) => isThread(channel) && channel.parentId === top.id),
  ]);
}

const KINDS: ReadonlyMap<number, ChannelKind> = new Map([
  [ChannelType.GuildText, "text"],
  [ChannelType.GuildCategory, "category"],
  [ChannelType.GuildAnnouncement, "announcement"],
  [ChannelType.GuildForum, "forum"],
]);

function kindOf(core: Core, channel: Channel): ChannelKind {
  if (channel.guildId === undefined) return contextOf(core.world, channel) === 1 ? "dm" : "conversation";
  return KINDS.get(channel.type) ?? "thread";
}

/** Returns the other person of a conversation of two, which is named after them. */
function otherOf(core: Core, { recipients = [] }: Channel, person: User): User | undefined {
  if (recipients.length !== 2) return undefined;
  return core.world.users.get(recipients.find((id) => id !== person.id) ?? "");
}

export function showChannel(core: Core, channel: Channel, person: User): SeenChannel {
  const permissions = channelPermissions(core.world, channel, person.id);
  const kind = kindOf(core, channel);
  const other = otherOf(core, channel, person);
  const ruling = isThread(channel) ? core.world.channels.get(channel.parentId ?? "") : channel;
  const everyone = ruling?.overwrites.get(channel.guildId ?? "");
  const canWrite = kind !== "category" && kind !== "forum" && channel.thread?.isLocked !== true;
  return {
    id: channel.id,
    kind,
    name: other?.name ?? channel.name,
    ...(other === undefined ? {} : { with: other.id }),
    ...(channel.topic === undefined ? {} : { topic: channel.topic }),
    ...(channel.guildId === undefined ? {} : { serverId: channel.guildId }),
    ...(channel.parentId === undefined ? {} : { parentId: channel.parentId }),
    isAgeRestricted: channel.isAgeRestricted || ruling?.isAgeRestricted === true,
    isPrivate: ((everyone?.deny ?? 0n) & Permission.ViewChannel) !== 0n,
    isArchived: channel.thread?.isArchived ?? false,
    isLocked: channel.thread?.isLocked ?? false,
    canSend: canWrite && has(permissions, sendBit(channel)),
    canUseCommands: canWrite && has(permissions, Permission.UseApplicationCommands),
    permissions: permissions.toString(),
  };
}

/** Who acts, and where. */
export interface UserInChannel {
  readonly person: User;
  readonly channel: Channel;
}

export interface AvailableCommand {
  readonly command: PublishedCommand;
  readonly through: readonly ("server" | "account")[];
}

export function availableCommands(core: Core, person: User, channel: Channel): readonly AvailableCommand[] {
  if (!showChannel(core, channel, person).canUseCommands) return [];
  const own = channel.guildId === undefined ? [] : core.commands.list(channel.guildId);
  return [...own, ...core.commands.list()].flatMap((command) => {
    const through = installsOffering(core, command, { person, channel });
    return through.length === 0 ? [] : [{ command, through }];
  });
}

function installsOffering(
  core: Core,
  command: PublishedCommand,
  seat: UserInChannel,
): readonly ("server" | "account")[] {
  const { body } = command;
  const isAdultOnly = body["nsfw"] === true;
  if (isAdultOnly && !showChannel(core, seat.channel, seat.person).isAgeRestricted) return [];
  const context = contextOf(core.world, seat.channel);
  if (command.guildId === undefined && !allowsContext(body, context)) return [];
  const types = Array.isArray(body["integration_types"]) ? body["integration_types"] : [0];
  const ways: ("server" | "account")[] = [];
  if (types.includes(0) && isThroughServer(core, command, seat)) ways.push("server");
  if (command.guildId === undefined && types.includes(1) && seat.person.hasInstalled) ways.push("account");
  return ways;
}

function allowsContext(body: Json, context: 0 | 1 | 2): boolean {
  if (Array.isArray(body["contexts"])) return body["contexts"].includes(context);
  return context === 0 || body["dm_permission"] !== false;
}

function isThroughServer(core: Core, command: PublishedCommand, { person, channel }: UserInChannel): boolean {
  const guild = core.world.guildOf(channel);
  if (guild === undefined)
    return contextOf(core.world, channel) === 1 && core.world.sharesGuildWithBot(person.id);
  return guild.isBotIn && isPermitted(core, command, guild, person);
}

function isPermitted(core: Core, command: PublishedCommand, guild: Guild, person: User): boolean {
  const asked =
    core.commands.access.get(`${guild.id} ${command.id}`) ?? command.body["default_member_permissions"];
  if (typeof asked !== "string") return true;
  const own = guildPermissions(guild, person.id);
  // "0" means administrators only.
  if (has(own, Permission.Administrator)) return true;
  return asked !== "0" && has(own, BigInt(asked));
}

export function showCommand(core: Core, offered: AvailableCommand, locale: string): SeenCommand {
  const full = localised(commandJson(core.world, offered.command, true), locale) as Json;
  // commandJson returns Discord's shape.
  return { command: full as unknown as SeenCommand["command"], through: offered.through };
}

/** Adds `name_localized` and `description_localized` at every level. */
function localised(value: unknown, locale: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => localised(entry, locale));
  if (!isRecord(value)) return value;
  const done: Record<string, unknown> = { ...value };
  for (const field of ["name", "description"]) {
    const texts = value[`${field}_localizations`];
    if (typeof value[field] !== "string") continue;
    done[`${field}_localized`] = (isRecord(texts) ? texts[locale] : undefined) ?? value[field];
  }
  for (const field of ["options", "choices"])
    if (field in value) done[field] = localised(value[field], locale);
  return done;
}

import { ChannelType } from "discord-api-types/v10";

import type { Clock } from "../../../base/clock.ts";
import { Permission } from "./permissions.ts";
import { type Channel, type Guild, newChannel, type Overwrite, type Role, World } from "./world.ts";

/** Fixed, so that tests and links can name them. */
export const Ids = {
  bot: "700000000000000001",
  player: "700000000000000011",
  admin: "700000000000000012",
  moderator: "700000000000000013",
  newcomer: "700000000000000014",
  stranger: "700000000000000015",
  harbour: "710000000000000001",
  outpost: "710000000000000002",
  adminRole: "720000000000000001",
  moderatorRole: "720000000000000002",
  memberRole: "720000000000000003",
  pingRole: "720000000000000004",
  harbourBotRole: "720000000000000005",
  outpostAdminRole: "720000000000000011",
  general: "730000000000000001",
  botCommands: "730000000000000002",
  announcements: "730000000000000003",
  late: "730000000000000004",
  members: "730000000000000005",
  forum: "730000000000000006",
  thread: "730000000000000007",
  forumPost: "730000000000000008",
  readOnly: "730000000000000009",
  textCategory: "730000000000000010",
  outpostGeneral: "730000000000000021",
  outpostQuiet: "730000000000000022",
  outpostLate: "730000000000000023",
  twoFriends: "730000000000000031",
} as const;

const EVERYONE =
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.SendMessagesInThreads |
  Permission.CreatePublicThreads |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.AddReactions |
  Permission.UseExternalEmojis |
  Permission.ReadMessageHistory |
  Permission.Connect |
  Permission.Speak |
  Permission.UseApplicationCommands |
  Permission.UseExternalApps;

/** The usual permissions of an invite, and those to fill a server's events. */
export const BOT_PERMISSIONS =
  Permission.CreateEvents |
  Permission.ViewChannel |
  Permission.SendMessages |
  Permission.SendMessagesInThreads |
  Permission.EmbedLinks |
  Permission.AttachFiles |
  Permission.ReadMessageHistory |
  Permission.PinMessages;

const MODERATOR = Permission.ManageMessages | Permission.ManageThreads | Permission.ModerateMembers;
const EVERYONE_NOTHING: Overwrite = { type: 0, allow: 0n, deny: Permission.ViewChannel };

/** Returns two servers, one with the bot, and five people. */
export function defaultWorld(clock: Clock): World {
  const world = new World(clock, { id: Ids.bot, name: "Milepost" });
  addPeople(world);
  addHarbour(world);
  addOutpost(world);
  world.addChannel(
    newChannel({
      id: Ids.twoFriends,
      type: ChannelType.DM,
      name: "Mara and Jonas",
      recipients: [Ids.player, Ids.admin],
    }),
  );
  return world;
}

function addPeople(world: World): void {
  const person = (id: string, [username, name, locale]: readonly [string, string, string], about: string) => {
    const isMara = id === Ids.player;
    const shape = { id, username, name, locale, about, isBot: false, takesDms: true };
    world.users.set(id, { ...shape, hasInstalled: isMara || id === Ids.stranger });
  };
  person(Ids.player, ["mara.voss", "Mara Voss", "en-US"], "A player; added the bot to her account.");
  person(Ids.admin, ["jonas_reed", "Jonas Reed", "en-GB"], "Runs the server Harbour.");
  person(Ids.moderator, ["ines", "Ines Okafor", "en-US"], "Moderates Harbour.");
  person(Ids.newcomer, ["luc.martel", "Luc Martel", "fr"], "New here; reads French.");
  person(Ids.stranger, ["tilda", "Tilda Brandt", "de"], "Knows only Outpost; added the bot to her account.");
}

function role(
  id: string,
  name: string,
  [permissions, color, position]: readonly [bigint, number, number],
): Role {
  return { id, name, permissions, color, position, isManaged: false, isMentionable: id === Ids.pingRole };
}

function addHarbour(world: World): void {
  const guild = addGuild(world, { id: Ids.harbour, name: "Harbour", ownerId: Ids.admin, locale: "en-US" });
  const roles = [
    role(Ids.adminRole, "Admin", [Permission.Administrator, 0xd9534f, 5]),
    role(Ids.moderatorRole, "Moderator", [MODERATOR, 0x3b8ed0, 4]),
    role(Ids.memberRole, "Member", [0n, 0x5aa469, 2]),
    role(Ids.pingRole, "Weekly resets", [0n, 0, 1]),
  ];
  for (const entry of roles) guild.roles.set(entry.id, entry);
  join(world, guild, [Ids.player, Ids.memberRole]);
  join(world, guild, [Ids.admin, Ids.adminRole]);
  join(world, guild, [Ids.moderator, Ids.moderatorRole, Ids.memberRole]);
  join(world, guild, [Ids.newcomer]);
  installBot(world, guild, { roleId: Ids.harbourBotRole, permissions: BOT_PERMISSIONS, position: 3 });
  addHarbourChannels(world);
}

function addHarbourChannels(world: World): void {
  const add = channelAdder(world, Ids.harbour);
  const seen = (ids: readonly string[]): Map<string, Overwrite> =>
    new Map([
      [Ids.harbour, EVERYONE_NOTHING],
      ...ids.map((id): [string, Overwrite] => [id, { type: 0, allow: Permission.ViewChannel, deny: 0n }]),
    ]);
  const silent: Overwrite = { type: 0, allow: 0n, deny: Permission.SendMessages };
  add(Ids.textCategory, { type: ChannelType.GuildCategory, name: "Text channels" });
  add(Ids.general, { name: "general", topic: "Anything goes, kindly." });
  add(Ids.botCommands, { name: "bot-commands", topic: "Try the bot here." });
  const botVoice: Overwrite = { type: 0, allow: Permission.SendMessages, deny: 0n };
  add(Ids.announcements, {
    type: ChannelType.GuildAnnouncement,
    name: "announcements",
    overwrites: new Map([
      [Ids.harbour, silent],
      [Ids.harbourBotRole, botVoice],
    ]),
  });
  add(Ids.late, { name: "after-hours", isAgeRestricted: true, topic: "Adults only." });
  add(Ids.members, { name: "members", overwrites: seen([Ids.memberRole, Ids.moderatorRole]) });
  add(Ids.readOnly, { name: "rules", overwrites: new Map([[Ids.harbour, silent]]) });
  const tags = [{ id: "740000000000000001", name: "Question" }];
  add(Ids.forum, { type: ChannelType.GuildForum, name: "guides", tags });
  addThreads(world, add);
}

function addThreads(world: World, add: AddChannel): void {
  const thread = {
    autoArchiveMinutes: 4320,
    archiveStampMs: world.clock.now(),
    isArchived: false,
    isLocked: false,
  };
  add(Ids.thread, {
    type: ChannelType.PublicThread,
    name: "Weekend plans",
    parentId: Ids.general,
    thread: { ...thread, ownerId: Ids.player },
  });
  add(Ids.forumPost, {
    type: ChannelType.PublicThread,
    name: "How do I begin?",
    parentId: Ids.forum,
    thread: { ...thread, ownerId: Ids.newcomer },
  });
}

function addOutpost(world: World): void {
  const guild = addGuild(world, { id: Ids.outpost, name: "Outpost", ownerId: Ids.stranger, locale: "de" });
  guild.roles.set(
    Ids.outpostAdminRole,
    role(Ids.outpostAdminRole, "Keeper", [Permission.ManageGuild, 0x8e6bbf, 1]),
  );
  join(world, guild, [Ids.stranger, Ids.outpostAdminRole]);
  join(world, guild, [Ids.player]);
  const add = channelAdder(world, Ids.outpost);
  const noApps: Overwrite = { type: 0, allow: 0n, deny: Permission.UseExternalApps };
  add(Ids.outpostGeneral, { name: "general", follows: Ids.announcements });
  add(Ids.outpostQuiet, { name: "no-outside-apps", overwrites: new Map([[Ids.outpost, noApps]]) });
  add(Ids.outpostLate, { name: "late-night", isAgeRestricted: true });
}

type AddChannel = (id: string, given: Partial<Channel> & { readonly name: string }) => void;

function channelAdder(world: World, guildId: string): AddChannel {
  let position = 0;
  return (id, given) => {
    world.addChannel(newChannel({ id, type: ChannelType.GuildText, guildId, position, ...given }));
    position += 1;
  };
}

/** Adds an empty server with its everyone role. */
function addGuild(
  world: World,
  given: Pick<Guild, "id" | "name" | "ownerId" | "locale"> & Partial<Pick<Guild, "padding">>,
): Guild {
  const everyone = role(given.id, "@everyone", [EVERYONE, 0, 0]);
  const guild: Guild = {
    ...given,
    roles: new Map([[everyone.id, everyone]]),
    members: new Map(),
    channels: new Map(),
    isBotIn: false,
  };
  world.guilds.set(guild.id, guild);
  return guild;
}

function join(world: World, guild: Guild, [userId, ...roles]: readonly [string, ...string[]]): void {
  guild.members.set(userId, { userId, roles, joinedAt: world.clock.now() });
}

/**
 * Adds the bot to a server, or changes its permissions. As in Discord it gets a role of its own, by default the lowest,
 * unless it is added without permissions.
 */
export function installBot(
  world: World,
  guild: Guild,
  given: { readonly roleId: string; readonly permissions: bigint; readonly position?: number },
): void {
  guild.isBotIn = true;
  const own = [...(guild.members.get(world.bot.id)?.roles ?? [])];
  const role = own.map((id) => guild.roles.get(id)).find((one) => one?.isManaged === true);
  if (role !== undefined) role.permissions = given.permissions;
  if (role !== undefined || given.permissions === 0n) return join(world, guild, [world.bot.id, ...own]);
  guild.roles.set(given.roleId, {
    id: given.roleId,
    name: world.bot.name,
    color: 0,
    position: given.position ?? 1,
    permissions: given.permissions,
    isManaged: true,
    isMentionable: false,
  });
  join(world, guild, [world.bot.id, given.roleId, ...own]);
}

/** Adds and returns servers for load tests, with the bot, one stored channel, and the rest generated. */
export function addPaddedGuilds(
  world: World,
  ask: { readonly count: number; readonly channels: number; readonly roles: number },
): readonly Guild[] {
  return Array.from({ length: ask.count }, (_, at) => {
    const id = world.ids.next();
    const guild = addGuild(world, {
      id,
      name: `Server ${at + 1}`,
      ownerId: Ids.stranger,
      locale: "en-US",
      padding: { channels: Math.max(0, ask.channels - 1), roles: Math.max(0, ask.roles - 2) },
    });
    installBot(world, guild, { roleId: world.ids.next(), permissions: BOT_PERMISSIONS });
    world.addChannel(
      newChannel({ id: world.ids.next(), type: ChannelType.GuildText, name: "general", guildId: id }),
    );
    return guild;
  });
}

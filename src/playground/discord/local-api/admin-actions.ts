import type { Core } from "../core.ts";
import { addBot, announceChannel, announceGuild, removeBot } from "../installs.ts";
import { type Done, type LocalApi, LocalRefusal } from "../local-api.ts";
import { addPaddedGuilds, BOT_PERMISSIONS } from "../world/default-world.ts";
import type { Channel, Guild } from "../world/world.ts";
import { personOf } from "./views.ts";
import { badInput } from "./command-options.ts";

const DONE: Done = { ok: true };
const MOST_ADDED = 50_000;

export function adminActions(core: Core) {
  return { ...installChanges(core), ...permissionChanges(core), ...thingChanges(core), ...loadChanges(core) };
}

function installChanges(core: Core) {
  const setInstalled = (id: string, hasInstalled: boolean): Done => {
    personOf(core, id).hasInstalled = hasInstalled;
    return done(core);
  };
  return {
    installOnServer: async ({ server, permissions }) => {
      addBot(core, guildOf(core, server), permissions === undefined ? BOT_PERMISSIONS : bits(permissions));
      return DONE;
    },
    removeFromServer: async ({ server }) => {
      removeBot(core, guildOf(core, server));
      return DONE;
    },
    installForPerson: async ({ person }) => {
      setInstalled(person, true);
      core.world.dmWith(person);
      return DONE;
    },
    removeFromPerson: async ({ person }) => setInstalled(person, false),
  } satisfies Partial<LocalApi>;
}

function permissionChanges(core: Core) {
  return {
    setCommandAccess: async ({ server, command, permissions }) => {
      const found = [...core.commands.list(server), ...core.commands.list()].find(
        (candidate) => candidate.name === command || candidate.id === command,
      );
      if (found === undefined) throw new LocalRefusal("unknown-command", `no command ${command}`);
      const key = `${guildOf(core, server).id} ${found.id}`;
      if (permissions === null) core.commands.access.delete(key);
      else core.commands.access.set(key, bits(permissions).toString());
      return done(core);
    },
    setMemberRoles: async ({ server, person, roles }) => {
      const guild = guildOf(core, server);
      const membership = guild.members.get(person);
      if (membership === undefined) throw new LocalRefusal("unknown-person", `not in the server: ${person}`);
      if (roles.some((role) => !guild.roles.has(role))) throw badInput("there is no such role");
      membership.roles = [...roles];
      return done(core);
    },
    setOverwrite: async ({ channel, target, allow, deny }) => {
      const held = channelOf(core, channel);
      const isRole = core.world.guildOf(held)?.roles.has(target) === true;
      const isNothing = bits(allow) === 0n && bits(deny) === 0n;
      if (isNothing) held.overwrites.delete(target);
      else held.overwrites.set(target, { type: isRole ? 0 : 1, allow: bits(allow), deny: bits(deny) });
      return done(core);
    },
    setRolePermissions: async ({ server, role, permissions }) => {
      const held = guildOf(core, server).roles.get(role);
      if (held === undefined) throw badInput(`there is no role ${role}`);
      held.permissions = bits(permissions);
      return done(core);
    },
  } satisfies Partial<LocalApi>;
}

function thingChanges(core: Core) {
  return {
    setLocale: async ({ person, locale }) => {
      personOf(core, person).locale = locale;
      return done(core);
    },
    setDms: async ({ person, open }) => {
      personOf(core, person).takesDms = open;
      return done(core);
    },
    setThread: async ({ thread, archived, locked }) => {
      const held = channelOf(core, thread);
      if (held.thread === undefined) throw badInput("this is no thread");
      const isLocked = locked ?? held.thread.isLocked;
      held.thread = { ...held.thread, isArchived: archived, isLocked, archiveStampMs: core.clock.now() };
      announceChannel(core, "THREAD_UPDATE", held);
      return done(core);
    },
    setTagRequired: async ({ channel, required }) => {
      channelOf(core, channel).isTagRequired = required;
      return done(core);
    },
    setAgeRestricted: async ({ channel, restricted }) => {
      channelOf(core, channel).isAgeRestricted = restricted;
      return done(core);
    },
    deleteChannel: async ({ channel }) => {
      const held = channelOf(core, channel);
      core.world.removeChannel(channel);
      core.messages.removeChannel(channel);
      announceChannel(core, held.thread === undefined ? "CHANNEL_DELETE" : "THREAD_DELETE", held);
      return done(core);
    },
    deleteMessage: async ({ message }) => {
      const removed = core.messages.remove(message);
      if (removed === undefined) throw new LocalRefusal("unknown-message", `no message ${message}`);
      core.eventBus.removed(removed);
      return DONE;
    },
  } satisfies Partial<LocalApi>;
}

function loadChanges(core: Core) {
  return {
    addPeople: async ({ count, server }) => {
      const guild = guildOf(core, server);
      const people = Array.from({ length: counted(count) }, (_, at) => addMember(core, guild, at + 1));
      core.eventBus.worldChanged();
      return { people };
    },
    addServers: async ({ count, channels, roles }) => {
      const ask = { count: counted(count), channels: channels ?? 50, roles: roles ?? 20 };
      const guilds = addPaddedGuilds(core.world, ask);
      for (const guild of guilds) announceGuild(core, guild);
      core.eventBus.worldChanged();
      return {
        servers: guilds.map(({ id, channels }) => ({ id, channel: [...channels.keys()].at(-1) ?? "" })),
      };
    },
  } satisfies Partial<LocalApi>;
}

function addMember(core: Core, guild: Guild, number: number): string {
  const id = core.world.ids.next();
  const name = `Member ${number}`;
  const shape = { id, username: `member${id.slice(-8)}`, name, locale: "en-US", about: "One of many." };
  core.world.users.set(id, { ...shape, isBot: false, takesDms: true, hasInstalled: false });
  guild.members.set(id, { userId: id, roles: [], joinedAt: core.clock.now() });
  return id;
}

function counted(count: number): number {
  if (!Number.isInteger(count) || count < 0 || count > MOST_ADDED)
    throw badInput(`a count from 0 to ${MOST_ADDED}`);
  return count;
}

function done(core: Core): Done {
  core.eventBus.worldChanged();
  return DONE;
}

function guildOf(core: Core, id: string): Guild {
  const guild = core.world.guilds.get(id);
  if (guild === undefined) throw new LocalRefusal("unknown-server", `no server ${id}`);
  return guild;
}

function channelOf(core: Core, id: string): Channel {
  const channel = core.world.channels.get(id);
  if (channel === undefined) throw new LocalRefusal("unknown-channel", `no channel ${id}`);
  return channel;
}

function bits(text: string): bigint {
  if (!/^\d{1,20}$/.test(text)) throw badInput("permissions are a decimal number");
  return BigInt(text);
}

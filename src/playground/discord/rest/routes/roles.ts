import { GatewayIntentBits } from "discord-api-types/v10";

import type { Core } from "../../core.ts";
import { memberJson, roleJson } from "../../message/message-json.ts";
import { refusal } from "../../validation/api-error.ts";
import { guildPermissions, has, Permission } from "../../world/permissions.ts";
import type { Guild, Membership, Role } from "../../world/world.ts";
import { botGuild, memberOf } from "../access.ts";
import { NO_CONTENT, botRoute, ok, type Request, type Result, type Route } from "../route.ts";

const MEMBER_ROLE = "/guilds/:guild/members/:user/roles/:role";

export const roleRoutes: readonly Route[] = [
  botRoute("GET", "/guilds/:guild/roles", list),
  botRoute("GET", "/guilds/:guild/roles/:role", read),
  botRoute("PUT", MEMBER_ROLE, give),
  botRoute("DELETE", MEMBER_ROLE, take),
];

function list(core: Core, request: Request): Result {
  return ok([...botGuild(core, request.param("guild")).roles.values()].map(roleJson));
}

function read(core: Core, request: Request): Result {
  return ok(roleJson(roleOf(botGuild(core, request.param("guild")), request)));
}

function give(core: Core, request: Request): Result {
  const { guild, membership, role } = manageable(core, request);
  if (!membership.roles.includes(role.id)) membership.roles = [...membership.roles, role.id];
  return changed(core, guild, membership);
}

function take(core: Core, request: Request): Result {
  const { guild, membership, role } = manageable(core, request);
  membership.roles = membership.roles.filter((id) => id !== role.id);
  return changed(core, guild, membership);
}

interface Manageable {
  readonly guild: Guild;
  readonly membership: Membership;
  readonly role: Role;
}

/**
 * Returns what the bot may change: it needs Manage Roles, and the role must be below its own highest and not managed.
 * Throws 50013, or for unknown ones 10004, 10007, 10011, 10013 or 50001.
 */
function manageable(core: Core, request: Request): Manageable {
  const guild = botGuild(core, request.param("guild"));
  const membership = memberOf(core, guild, request.param("user"));
  const role = roleOf(guild, request);
  const own = guild.members.get(core.world.bot.id);
  const highest = Math.max(0, ...(own?.roles ?? []).map((id) => guild.roles.get(id)?.position ?? 0));
  const mayManage = has(guildPermissions(guild, core.world.bot.id), Permission.ManageRoles);
  if (!mayManage || role.isManaged || role.position >= highest) throw refusal("MissingPermissions");
  return { guild, membership, role };
}

/** The everyone role can't be given or taken. */
function roleOf(guild: Guild, request: Request): Role {
  const role = guild.roles.get(request.param("role"));
  const isGiven = request.param("user") !== "";
  if (role === undefined || (isGiven && role.id === guild.id)) throw refusal("UnknownRole");
  return role;
}

function changed(core: Core, guild: Guild, membership: Membership): Result {
  const data = { ...memberJson(core.world, membership), guild_id: guild.id };
  core.gateway.dispatch("GUILD_MEMBER_UPDATE", data, {
    guildId: guild.id,
    intent: GatewayIntentBits.GuildMembers,
  });
  core.eventBus.worldChanged();
  return NO_CONTENT;
}

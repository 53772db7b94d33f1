import { z } from "zod";

import type { Core } from "../../core.ts";
import { channelJson, guildJson, memberJson, userJson } from "../../message/message-json.ts";
import { invalidBody, known, refusal } from "../../validation/api-error.ts";
import { removeBot } from "../../installs.ts";
import { canSee, guildPermissions, has, Permission } from "../../world/permissions.ts";
import { type Channel, isThread } from "../../world/world.ts";
import { botGuild, memberOf } from "../access.ts";
import { NO_CONTENT, botRoute, ok, type Request, type Result, type Route } from "../route.ts";

export const guildRoutes: readonly Route[] = [
  botRoute("GET", "/guilds/:guild", guild),
  botRoute("GET", "/guilds/:guild/channels", channels),
  botRoute("GET", "/guilds/:guild/threads/active", activeThreads),
  botRoute("GET", "/guilds/:guild/members/:user", member),
  botRoute("PATCH", "/guilds/:guild/members/@me", changeOwn),
  botRoute("GET", "/users/@me/guilds/:guild/member", member),
  botRoute("GET", "/users/:user", user),
  botRoute("GET", "/users/@me/guilds", ownGuilds),
  botRoute("DELETE", "/users/@me/guilds/:guild", leave),
];

function guild(core: Core, request: Request): Result {
  const found = botGuild(core, request.param("guild"));
  const counts =
    request.query.get("with_counts") === "true"
      ? { approximate_member_count: found.members.size, approximate_presence_count: found.members.size }
      : {};
  return ok({ ...guildJson(found), ...counts });
}

function seenByBot(core: Core, request: Request): readonly Channel[] {
  const all = [...botGuild(core, request.param("guild")).channels.values()];
  return all.filter((channel) => canSee(core.world, channel, core.world.bot.id));
}

function channels(core: Core, request: Request): Result {
  const shown = seenByBot(core, request).filter((channel) => !isThread(channel));
  return ok(shown.map(channelJson));
}

function activeThreads(core: Core, request: Request): Result {
  const open = seenByBot(core, request).filter(({ thread }) => thread?.isArchived === false);
  return ok({ threads: open.map(channelJson), members: [] });
}

function member(core: Core, request: Request): Result {
  const asked = request.params["user"] ?? "@me";
  return ok(memberJson(core.world, memberOf(core, botGuild(core, request.param("guild")), asked)));
}

const OWN = z.object({
  nick: z.string().max(32).nullish(),
  avatar: z.string().startsWith("data:image/").nullish(),
  banner: z.string().startsWith("data:image/").nullish(),
});

/** A name takes Change Nickname, pictures nothing. */
function changeOwn(core: Core, request: Request): Result {
  const guild = botGuild(core, request.param("guild"));
  const membership = memberOf(core, guild, "@me");
  const look = OWN.safeParse(request.record());
  if (!look.success) {
    const faults = look.error.issues.map(({ path, message }) => {
      return { path: path.map(String), code: "BASE_TYPE_BAD", message };
    });
    throw invalidBody(faults);
  }
  const mayName = has(guildPermissions(guild, core.world.bot.id), Permission.ChangeNickname);
  if (look.data.nick !== undefined && !mayName) throw refusal("MissingPermissions");
  membership.look = { ...membership.look, ...look.data };
  core.eventBus.worldChanged();
  return ok(memberJson(core.world, membership));
}

function user(core: Core, request: Request): Result {
  return ok(userJson(known(core.world.users.get(request.param("user")), "UnknownUser")));
}

function ownGuilds(core: Core): Result {
  const shown = core.world.botGuilds().map(({ id, name, ...rest }) => ({
    id,
    name,
    icon: null,
    banner: null,
    owner: false,
    permissions: guildPermissions({ id, name, ...rest }, core.world.bot.id).toString(),
    features: [],
  }));
  return ok(shown);
}

function leave(core: Core, request: Request): Result {
  const left = botGuild(core, request.param("guild"));
  removeBot(core, left);
  return NO_CONTENT;
}

import type { Core } from "../../core.ts";
import { channelJson, guildJson, memberJson, roleJson, userJson } from "../../message/message-json.ts";
import { refusal } from "../../refuse/api-error.ts";
import { removeBot } from "../../installs.ts";
import { canSee, guildPermissions } from "../../world/permissions.ts";
import { isThread } from "../../world/world.ts";
import { botGuild } from "../access.ts";
import { NO_CONTENT, ok } from "../route.ts";
import type { Request, Result, Route } from "../route.ts";

/** Servers, their roles and members, as the bot may read them. */
export const guildRoutes: readonly Route[] = [
  { method: "GET", path: "/guilds/:guild", auth: "bot", handle: guild },
  { method: "GET", path: "/guilds/:guild/roles", auth: "bot", handle: roles },
  { method: "GET", path: "/guilds/:guild/channels", auth: "bot", handle: channels },
  { method: "GET", path: "/guilds/:guild/members/:user", auth: "bot", handle: member },
  { method: "GET", path: "/users/:user", auth: "bot", handle: user },
  { method: "GET", path: "/users/@me/guilds", auth: "bot", handle: ownGuilds },
  { method: "DELETE", path: "/users/@me/guilds/:guild", auth: "bot", handle: leave },
];

function guild(core: Core, request: Request): Result {
  return ok(guildJson(botGuild(core, request.param("guild"))));
}

function roles(core: Core, request: Request): Result {
  return ok([...botGuild(core, request.param("guild")).roles.values()].map(roleJson));
}

function channels(core: Core, request: Request): Result {
  const all = [...botGuild(core, request.param("guild")).channels.values()];
  const shown = all.filter((channel) => !isThread(channel) && canSee(core.world, channel, core.world.bot.id));
  return ok(shown.map(channelJson));
}

function member(core: Core, request: Request): Result {
  const asked = request.param("user");
  const id = asked === "@me" ? core.world.bot.id : asked;
  const membership = botGuild(core, request.param("guild")).members.get(id);
  if (membership === undefined) throw refusal(core.world.users.has(id) ? "unknownMember" : "unknownUser");
  return ok(memberJson(core.world, membership));
}

function user(core: Core, request: Request): Result {
  const found = core.world.users.get(request.param("user"));
  if (found === undefined) throw refusal("unknownUser");
  return ok(userJson(found));
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

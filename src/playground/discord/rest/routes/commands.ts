import { ApplicationCommandType, type RESTJSONErrorCodes } from "discord-api-types/v10";

import { type Json, listOf } from "../../json.ts";
import { commandJson, type PublishedCommand } from "../../commands.ts";
import type { Core } from "../../core.ts";
import { ApiError, FaultList, known, refusal } from "../../validation/api-error.ts";
import { checkCommandList, checkOne } from "../../validation/command-rules.ts";
import { botGuild, ownApplication } from "../access.ts";
import { NO_CONTENT, botRoute, ok, type Request, type Result, type Route } from "../route.ts";

/** discord-api-types has no name for it. */
const ENTRY_POINT_LEFT_OUT: RESTJSONErrorCodes = 50_240 as number;
const LEFT_OUT = "You cannot remove this app's Entry Point command in a bulk update operation";
const GLOBAL = "/applications/:application/commands";
const GUILD = "/applications/:application/guilds/:guild/commands";

export const commandRoutes: readonly Route[] = [GLOBAL, GUILD].flatMap((path): readonly Route[] => [
  botRoute("GET", path, list),
  botRoute("PUT", path, replace, { bucket: "commands-put", limit: 5, windowMs: 20_000 }),
  botRoute("POST", path, create, { bucket: "commands-post", limit: 5, windowMs: 20_000 }),
  botRoute("GET", `${path}/:command`, read),
  botRoute("PATCH", `${path}/:command`, edit),
  botRoute("DELETE", `${path}/:command`, remove),
]);

interface Scope {
  readonly guildId?: string;
}

function scopeOf(core: Core, request: Request): Scope {
  ownApplication(core, request.param("application"));
  const guildId = request.params["guild"];
  if (guildId === undefined) return {};
  botGuild(core, guildId);
  return { guildId };
}

function list(core: Core, request: Request): Result {
  const { guildId } = scopeOf(core, request);
  const withAll = request.query.get("with_localizations") === "true";
  return ok(core.commands.list(guildId).map((command) => commandJson(core.world, command, withAll)));
}

async function replace(core: Core, request: Request): Promise<Result> {
  const { guildId } = scopeOf(core, request);
  const body = request.json();
  await checkCommandList(body, guildId === undefined);
  const kept = new Set(listOf(body).map(({ type, name }) => `${String(type)} ${String(name)}`));
  const isLeftOut = (one: PublishedCommand) =>
    one.type === ApplicationCommandType.PrimaryEntryPoint && !kept.has(`${one.type} ${one.name}`);
  if (core.commands.list(guildId).some(isLeftOut)) throw new ApiError(400, ENTRY_POINT_LEFT_OUT, LEFT_OUT);
  countCreates(core, listOf(body), guildId);
  const published = core.commands.replace(listOf(body), guildId);
  core.eventBus.worldChanged();
  return ok(published.map((command) => commandJson(core.world, command, true)));
}

async function create(core: Core, request: Request): Promise<Result> {
  const { guildId } = scopeOf(core, request);
  const body = request.record();
  await check(body, guildId);
  const others = core.commands.list(guildId).filter((command) => command.name !== body["name"]);
  await checkCommandList([...others.map((other) => other.body), body], guildId === undefined);
  countCreates(core, [body], guildId);
  const { command, isNew } = core.commands.upsert(body, guildId);
  core.eventBus.worldChanged();
  return { status: isNew ? 201 : 200, body: commandJson(core.world, command, true) };
}

function countCreates(core: Core, list: readonly Json[], guildId: string | undefined): void {
  if (core.limits.mode !== "off" && !core.commands.takeCreates(list, guildId))
    throw refusal("MaximumDailyApplicationCommandCreatesReached");
}

async function check(body: Json, guildId: string | undefined): Promise<void> {
  const faults = new FaultList();
  await checkOne(body, [], guildId === undefined, faults);
  faults.throwIfAny();
}

function read(core: Core, request: Request): Result {
  return ok(commandJson(core.world, existing(core, request), true));
}

async function edit(core: Core, request: Request): Promise<Result> {
  const command = existing(core, request);
  const body = { ...command.body, ...request.record() };
  await check(body, command.guildId);
  if (body["name"] !== command.name) core.commands.remove(command.id, command.guildId);
  const { command: edited } = core.commands.upsert(body, command.guildId);
  core.eventBus.worldChanged();
  return ok(commandJson(core.world, edited, true));
}

function remove(core: Core, request: Request): Result {
  const command = existing(core, request);
  core.commands.remove(command.id, command.guildId);
  core.eventBus.worldChanged();
  return NO_CONTENT;
}

function existing(core: Core, request: Request): PublishedCommand {
  const { guildId } = scopeOf(core, request);
  const id = request.param("command");
  const command = core.commands.list(guildId).find((candidate) => candidate.id === id);
  return known(command, "UnknownApplicationCommand");
}

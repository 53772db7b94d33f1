import { MessageType } from "discord-api-types/v10";

import type { Json } from "../../json.ts";
import type { StoredMessage } from "../../message/message-store.ts";
import type { Core } from "../../core.ts";
import { announceChannel } from "../../installs.ts";
import { channelJson, channelWithPeople, messageJson } from "../../message/message-json.ts";
import { FaultList, refusal } from "../../validation/api-error.ts";
import { checkBody, mustFit } from "../../validation/schemas.ts";
import { Permission } from "../../world/permissions.ts";
import { type Channel, isThread } from "../../world/world.ts";
import { botChannel, channelMessage } from "../access.ts";
import { NO_CONTENT, botRoute, ok, type Request, type Result, type Route } from "../route.ts";
import { editThread } from "./threads.ts";

const ONE = "/channels/:channel";
const MOST_PINS = 250;

export const channelRoutes: readonly Route[] = [
  botRoute("POST", "/users/@me/channels", openDm),
  botRoute("GET", ONE, read),
  botRoute("PATCH", ONE, edit),
  botRoute("GET", `${ONE}/pins`, pins),
  botRoute("PUT", `${ONE}/pins/:message`, pin),
  botRoute("DELETE", `${ONE}/pins/:message`, unpin),
  botRoute("GET", `${ONE}/messages/pins`, pinsPage),
  botRoute("PUT", `${ONE}/messages/pins/:message`, pin),
  botRoute("DELETE", `${ONE}/messages/pins/:message`, unpin),
];

async function openDm(core: Core, request: Request): Promise<Result> {
  const body = request.record();
  const faults = new FaultList();
  await checkBody("CreatePrivateChannelRequestSchema", body, faults);
  const person = typeof body["recipient_id"] === "string" ? body["recipient_id"] : "";
  if (!core.world.users.has(person)) {
    faults.add(["recipient_id"], "INVALID_RECIPIENT");
  }
  faults.throwIfAny();
  if (person === core.world.bot.id) throw refusal("CannotSendMessagesToThisUser");
  return ok(channelWithPeople(core.world, core.world.dmWith(person)));
}

function read(core: Core, request: Request): Result {
  return ok(channelWithPeople(core.world, botChannel(core, request.param("channel"))));
}

async function edit(core: Core, request: Request): Promise<Result> {
  const channel = botChannel(core, request.param("channel"));
  const body = request.record();
  const schema = isThread(channel)
    ? "UpdateThreadRequestPartialSchema"
    : "UpdateGuildChannelRequestPartialSchema";
  await mustFit(schema, body);
  if (isThread(channel)) editThread(core, channel, body);
  else {
    botChannel(core, channel.id, Permission.ManageChannels);
    if (typeof body["name"] === "string") channel.name = body["name"];
    if (typeof body["topic"] === "string") channel.topic = body["topic"];
    if (typeof body["nsfw"] === "boolean") channel.isAgeRestricted = body["nsfw"];
  }
  announceChannel(core, isThread(channel) ? "THREAD_UPDATE" : "CHANNEL_UPDATE", channel);
  core.eventBus.worldChanged();
  return ok(channelJson(channel));
}

function pins(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), Permission.ReadMessageHistory);
  return ok(pinned(core, channel));
}

function pinsPage(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), Permission.ReadMessageHistory);
  const now = new Date(core.clock.now()).toISOString();
  return ok({
    items: pinned(core, channel).map((message) => ({ pinned_at: now, message })),
    has_more: false,
  });
}

function pinned(core: Core, channel: Channel): readonly Json[] {
  return channel.pins.flatMap((id) => {
    const message = core.messages.get(id);
    return message === undefined ? [] : [messageJson(core, message)];
  });
}

function pin(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), pinBit(core, request));
  const message = channelMessage(core, channel, request.param("message"));
  if (channel.pins.length >= MOST_PINS) throw refusal("MaximumNumberOfPinsReachedForTheChannel");
  if (message.isPinned) return NO_CONTENT;
  channel.pins.unshift(message.id);
  message.isPinned = true;
  core.eventBus.changed(message);
  sayPinned(core, message);
  return NO_CONTENT;
}

/** Discord says in the channel who pinned something. */
function sayPinned(core: Core, { id, channelId }: StoredMessage): void {
  const given = { channelId, authorId: core.world.bot.id, type: MessageType.ChannelPinnedMessage, flags: 0 };
  core.eventBus.posted(core.writer.create({ body: {}, uploads: [] }, { ...given, replyTo: id }));
}

function unpin(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), pinBit(core, request));
  const message = channelMessage(core, channel, request.param("message"));
  channel.pins.splice(0, channel.pins.length, ...channel.pins.filter((id) => id !== message.id));
  message.isPinned = false;
  core.eventBus.changed(message);
  return NO_CONTENT;
}

/** In private conversations everyone may pin. */
function pinBit(core: Core, request: Request): bigint {
  return core.world.channels.get(request.param("channel"))?.guildId === undefined
    ? 0n
    : Permission.PinMessages;
}

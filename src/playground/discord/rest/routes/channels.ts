import type { Core } from "../../core.ts";
import { channelJson, channelWithPeople, messageJson } from "../../message/message-json.ts";
import type { Json } from "../../message/message-store.ts";
import { FaultList, refusal } from "../../refuse/api-error.ts";
import { checkBody } from "../../refuse/schemas.ts";
import { isRecord } from "../../refuse/schema-check.ts";
import { Permission } from "../../world/permissions.ts";
import { ChannelType, isThread, newChannel } from "../../world/world.ts";
import type { Channel } from "../../world/world.ts";
import { botChannel, channelMessage } from "../access.ts";
import { checkDraft, PLAIN_FLAGS } from "../draft-check.ts";
import { NO_CONTENT, ok } from "../route.ts";
import type { Request, Result, Route } from "../route.ts";

const ONE = "/channels/:channel";
const MOST_PINS = 50;
const THREAD_LIMIT = { bucket: "threads", limit: 50, windowMs: 300_000 };

/** Channels, threads and forum posts, pins, and opening private conversations. */
export const channelRoutes: readonly Route[] = [
  { method: "POST", path: "/users/@me/channels", auth: "bot", handle: openDm },
  { method: "GET", path: ONE, auth: "bot", handle: read },
  { method: "PATCH", path: ONE, auth: "bot", handle: edit },
  { method: "POST", path: `${ONE}/threads`, auth: "bot", limit: THREAD_LIMIT, handle: startThread },
  {
    method: "POST",
    path: `${ONE}/messages/:message/threads`,
    auth: "bot",
    limit: THREAD_LIMIT,
    handle: threadFrom,
  },
  { method: "GET", path: `${ONE}/pins`, auth: "bot", handle: pins },
  { method: "PUT", path: `${ONE}/pins/:message`, auth: "bot", handle: pin },
  { method: "DELETE", path: `${ONE}/pins/:message`, auth: "bot", handle: unpin },
  { method: "GET", path: `${ONE}/messages/pins`, auth: "bot", handle: pinsPage },
  { method: "PUT", path: `${ONE}/messages/pins/:message`, auth: "bot", handle: pin },
  { method: "DELETE", path: `${ONE}/messages/pins/:message`, auth: "bot", handle: unpin },
];

async function openDm(core: Core, request: Request): Promise<Result> {
  const body = request.record();
  const faults = new FaultList();
  await checkBody("CreatePrivateChannelRequestSchema", body, faults);
  const person = typeof body["recipient_id"] === "string" ? body["recipient_id"] : "";
  if (!core.world.users.has(person)) {
    faults.add(["recipient_id"], "INVALID_RECIPIENT", "The recipient is not a known user");
  }
  faults.throwIfAny();
  if (person === core.world.bot.id) throw refusal("closedDm");
  return ok(channelWithPeople(core.world, core.world.dmWith(person)));
}

function read(core: Core, request: Request): Result {
  return ok(channelWithPeople(core.world, botChannel(core, request.param("channel"))));
}

async function edit(core: Core, request: Request): Promise<Result> {
  const channel = botChannel(core, request.param("channel"));
  const body = request.record();
  const faults = new FaultList();
  const schema = isThread(channel)
    ? "UpdateThreadRequestPartialSchema"
    : "UpdateGuildChannelRequestPartialSchema";
  await checkBody(schema, body, faults);
  faults.throwIfAny();
  if (isThread(channel)) editThread(core, channel, body);
  else {
    botChannel(core, channel.id, Permission.ManageChannels);
    if (typeof body["name"] === "string") channel.name = body["name"];
    if (typeof body["topic"] === "string") channel.topic = body["topic"];
    if (typeof body["nsfw"] === "boolean") channel.isAgeRestricted = body["nsfw"];
  }
  core.hub.worldChanged();
  return ok(channelJson(channel));
}

/** Reopening an unlocked thread needs no more than to write in it; everything else manages it. */
function editThread(core: Core, channel: Channel, body: Json): void {
  const { thread } = channel;
  if (thread === undefined) return;
  const isReopening = body["archived"] === false && Object.keys(body).length === 1 && !thread.isLocked;
  const isOwn = thread.ownerId === core.world.bot.id;
  const needed =
    isReopening || (isOwn && body["locked"] === undefined)
      ? Permission.SendMessagesInThreads
      : Permission.ManageThreads;
  botChannel(core, channel.id, needed);
  if (thread.isArchived && body["archived"] !== false) throw refusal("archivedThread");
  if (typeof body["name"] === "string") channel.name = body["name"];
  channel.thread = {
    ...thread,
    archiveStampMs: core.clock.now(),
    isArchived: typeof body["archived"] === "boolean" ? body["archived"] : thread.isArchived,
    isLocked: typeof body["locked"] === "boolean" ? body["locked"] : thread.isLocked,
  };
}

async function startThread(core: Core, request: Request): Promise<Result> {
  const parent = botChannel(core, request.param("channel"));
  if (parent.type === ChannelType.forum) return await startPost(core, parent, request);
  if (parent.type !== ChannelType.text && parent.type !== ChannelType.announcement)
    throw refusal("wrongChannelType");
  const body = request.record();
  const faults = new FaultList();
  await checkBody("CreateTextThreadWithoutMessageRequestSchema", body, faults);
  faults.throwIfAny();
  const type = typeof body["type"] === "number" ? body["type"] : ChannelType.privateThread;
  const needed =
    type === ChannelType.privateThread ? Permission.CreatePrivateThreads : Permission.CreatePublicThreads;
  botChannel(core, parent.id, needed);
  return {
    status: 201,
    body: channelJson(addThread(core, parent, { id: core.world.ids.next(), type, body })),
  };
}

async function startPost(core: Core, parent: Channel, request: Request): Promise<Result> {
  botChannel(core, parent.id, Permission.SendMessages);
  const { body, uploads } = request.draft();
  const faults = new FaultList();
  await checkBody("CreateForumThreadRequestSchema", body, faults);
  faults.throwIfAny();
  const inner = { body: isRecord(body["message"]) ? body["message"] : {}, uploads };
  await checkDraft(core, inner, {
    schema: "MessageCreateRequestSchema",
    flags: PLAIN_FLAGS,
    at: ["message"],
  });
  const post = addThread(core, parent, { id: core.world.ids.next(), type: ChannelType.publicThread, body });
  const message = core.writer.create(inner, {
    id: post.id,
    channelId: post.id,
    authorId: core.world.bot.id,
    type: 0,
    flags: Number(inner.body["flags"] ?? 0),
  });
  core.hub.posted(message);
  return {
    status: 201,
    body: { ...channelJson(post), message: messageJson(core.world, message, core.site) },
  };
}

async function threadFrom(core: Core, request: Request): Promise<Result> {
  const parent = botChannel(core, request.param("channel"), Permission.CreatePublicThreads);
  const message = channelMessage(core, parent, request.param("message"));
  const body = request.record();
  const faults = new FaultList();
  await checkBody("CreateTextThreadWithMessageRequestSchema", body, faults);
  faults.throwIfAny();
  if (core.world.channels.has(message.id)) throw refusal("threadExists");
  const type =
    parent.type === ChannelType.announcement ? ChannelType.announcementThread : ChannelType.publicThread;
  return { status: 201, body: channelJson(addThread(core, parent, { id: message.id, type, body })) };
}

function addThread(
  core: Core,
  parent: Channel,
  given: { readonly id: string; readonly type: number; readonly body: Json },
): Channel {
  const minutes = given.body["auto_archive_duration"];
  const thread = newChannel({
    id: given.id,
    type: given.type,
    name: String(given.body["name"]),
    parentId: parent.id,
    isAgeRestricted: parent.isAgeRestricted,
    ...(parent.guildId === undefined ? {} : { guildId: parent.guildId }),
    thread: {
      ownerId: core.world.bot.id,
      autoArchiveMinutes: typeof minutes === "number" ? minutes : 4320,
      archiveStampMs: core.clock.now(),
      isArchived: false,
      isLocked: false,
    },
  });
  core.world.addChannel(thread);
  core.hub.worldChanged();
  return thread;
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
    return message === undefined ? [] : [messageJson(core.world, message, core.site)];
  });
}

function pin(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), pinBit(core, request));
  const message = channelMessage(core, channel, request.param("message"));
  if (channel.pins.length >= MOST_PINS) throw refusal("tooManyPins");
  if (!message.isPinned) channel.pins.unshift(message.id);
  message.isPinned = true;
  core.hub.changed(message);
  return NO_CONTENT;
}

function unpin(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), pinBit(core, request));
  const message = channelMessage(core, channel, request.param("message"));
  channel.pins.splice(0, channel.pins.length, ...channel.pins.filter((id) => id !== message.id));
  message.isPinned = false;
  core.hub.changed(message);
  return NO_CONTENT;
}

/** In a private conversation everyone may pin. */
function pinBit(core: Core, request: Request): bigint {
  return core.world.channels.get(request.param("channel"))?.guildId === undefined
    ? 0n
    : Permission.PinMessages;
}

import { ChannelType } from "discord-api-types/v10";

import { isRecord, type Json } from "../../json.ts";
import type { Core } from "../../core.ts";
import { announceChannel } from "../../installs.ts";
import { channelJson, messageJson } from "../../message/message-json.ts";
import { refusal } from "../../validation/api-error.ts";
import { mustFit } from "../../validation/schemas.ts";
import { Permission } from "../../world/permissions.ts";
import { type Channel, newChannel } from "../../world/world.ts";
import { botChannel, channelMessage } from "../access.ts";
import { checkDraft, PLAIN_FLAGS } from "../draft-check.ts";
import { botRoute, type Request, type Result, type Route } from "../route.ts";

const ONE = "/channels/:channel";
const THREAD_LIMIT = { bucket: "threads", limit: 50, windowMs: 300_000 };

export const threadRoutes: readonly Route[] = [
  botRoute("POST", `${ONE}/threads`, startThread, THREAD_LIMIT),
  botRoute("POST", `${ONE}/messages/:message/threads`, threadFrom, THREAD_LIMIT),
];

/** Edits a thread. Manage Threads is needed to lock, or for another's thread unless it is only unarchived. */
export function editThread(core: Core, channel: Channel, body: Json): void {
  const { thread } = channel;
  if (thread === undefined) return;
  const isReopening = body["archived"] === false && Object.keys(body).length === 1 && !thread.isLocked;
  const isOwn = thread.ownerId === core.world.bot.id;
  const needed =
    isReopening || (isOwn && body["locked"] === undefined)
      ? Permission.SendMessagesInThreads
      : Permission.ManageThreads;
  botChannel(core, channel.id, needed);
  if (thread.isArchived && body["archived"] !== false) throw refusal("InvalidActionOnArchivedThread");
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
  if (parent.type === ChannelType.GuildForum) return await startPost(core, parent, request);
  if (!holdsThreads(parent)) throw refusal("CannotExecuteActionOnThisChannelType");
  const body = request.record();
  await mustFit("CreateTextThreadWithoutMessageRequestSchema", body);
  const type: ChannelType = typeof body["type"] === "number" ? body["type"] : ChannelType.PrivateThread;
  const needed =
    type === ChannelType.PrivateThread ? Permission.CreatePrivateThreads : Permission.CreatePublicThreads;
  botChannel(core, parent.id, needed);
  return {
    status: 201,
    body: channelJson(addThread(core, parent, { id: core.world.ids.next(), type, body })),
  };
}

async function startPost(core: Core, parent: Channel, request: Request): Promise<Result> {
  botChannel(core, parent.id, Permission.SendMessages);
  const { body, uploads } = await request.draft();
  await mustFit("CreateForumThreadRequestSchema", body);
  const appliedTags = tagsOf(core, parent, body);
  const inner = { body: isRecord(body["message"]) ? body["message"] : {}, uploads };
  await checkDraft(inner, {
    schema: "MessageCreateRequestSchema",
    flags: PLAIN_FLAGS,
    at: ["message"],
  });
  const id = core.world.ids.next();
  const post = addThread(core, parent, { id, type: ChannelType.PublicThread, body, appliedTags });
  const message = core.writer.create(inner, {
    id: post.id,
    channelId: post.id,
    authorId: core.world.bot.id,
    type: 0,
    flags: Number(inner.body["flags"] ?? 0),
  });
  core.eventBus.posted(message);
  return {
    status: 201,
    body: { ...channelJson(post), message: messageJson(core, message) },
  };
}

function tagsOf(core: Core, parent: Channel, body: Json): readonly string[] {
  const wanted = Array.isArray(body["applied_tags"]) ? body["applied_tags"].map(String) : [];
  if (wanted.length === 0 && parent.isTagRequired === true)
    throw refusal("TagRequiredToCreateAForumPostInThisChannel");
  for (const id of wanted) {
    const tag = parent.tags?.find((one) => one.id === id);
    if (tag === undefined) throw refusal("UnknownTag");
    if (tag.isModerated === true) botChannel(core, parent.id, Permission.ManageThreads);
  }
  return wanted;
}

async function threadFrom(core: Core, request: Request): Promise<Result> {
  const parent = botChannel(core, request.param("channel"));
  if (!holdsThreads(parent)) throw refusal("CannotExecuteActionOnThisChannelType");
  botChannel(core, parent.id, Permission.CreatePublicThreads);
  const message = channelMessage(core, parent, request.param("message"));
  const body = request.record();
  await mustFit("CreateTextThreadWithMessageRequestSchema", body);
  if (core.world.channels.has(message.id)) throw refusal("ThreadAlreadyCreatedForMessage");
  const type =
    parent.type === ChannelType.GuildAnnouncement ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
  return { status: 201, body: channelJson(addThread(core, parent, { id: message.id, type, body })) };
}

function holdsThreads({ type }: Channel): boolean {
  return type === ChannelType.GuildText || type === ChannelType.GuildAnnouncement;
}

function addThread(
  core: Core,
  parent: Channel,
  given: {
    readonly id: string;
    readonly type: number;
    readonly body: Json;
    readonly appliedTags?: readonly string[];
  },
): Channel {
  const minutes = given.body["auto_archive_duration"];
  const thread = newChannel({
    id: given.id,
    type: given.type,
    name: String(given.body["name"]),
    parentId: parent.id,
    ...(given.appliedTags !== undefined && { appliedTags: given.appliedTags }),
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
  announceChannel(core, "THREAD_CREATE", thread);
  core.eventBus.worldChanged();
  return thread;
}

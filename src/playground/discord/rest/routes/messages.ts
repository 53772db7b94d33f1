import { ChannelType, MessageFlags, MessageType } from "discord-api-types/v10";

import { isRecord, type Json } from "../../json.ts";
import { HOUR_MS } from "../../../../base/duration.ts";
import type { Core } from "../../core.ts";
import { reopen } from "../../idle-threads.ts";
import { messageJson } from "../../message/message-json.ts";
import type { StoredMessage } from "../../message/message-store.ts";
import { known, refusal } from "../../validation/api-error.ts";
import { channelPermissions, has, Permission } from "../../world/permissions.ts";
import { type Channel, isPrivateConversation } from "../../world/world.ts";
import { botChannel, channelMessage, writableChannel } from "../access.ts";
import { checkDraft, PLAIN_FLAGS } from "../draft-check.ts";
import { botRoute, NO_CONTENT, ok, type Request, type Result, type Route } from "../route.ts";

const LIST = "/channels/:channel/messages";
const ONE = `${LIST}/:message`;
const FIVE_IN_FIVE = { limit: 5, windowMs: 5000 };

export const messageRoutes: readonly Route[] = [
  botRoute("POST", LIST, create, { bucket: "messages-post", ...FIVE_IN_FIVE }),
  botRoute("GET", LIST, list, { bucket: "messages-list", ...FIVE_IN_FIVE }),
  botRoute("GET", ONE, read, { bucket: "messages-get", ...FIVE_IN_FIVE }),
  botRoute("PATCH", ONE, edit, { bucket: "messages-patch", ...FIVE_IN_FIVE }),
  botRoute("DELETE", ONE, remove, { bucket: "messages-delete", ...FIVE_IN_FIVE }),
  botRoute("POST", `${ONE}/crosspost`, crosspost, { bucket: "crosspost", limit: 10, windowMs: HOUR_MS }),
  botRoute("POST", "/channels/:channel/typing", typing),
];

async function create(core: Core, request: Request): Promise<Result> {
  const draft = await request.draft();
  const channel = writableChannel(core, request.param("channel"), { hasFiles: draft.uploads.length > 0 });
  await checkDraft(draft, { schema: "MessageCreateRequestSchema", flags: PLAIN_FLAGS });
  const { nonce } = draft.body;
  const enforced = draft.body["enforce_nonce"] === true && isNonce(nonce) ? String(nonce) : undefined;
  if (enforced !== undefined) {
    const before = core.nonces.find(core.world.bot.id, enforced);
    // The earlier message may be in another channel, or deleted.
    if (before !== undefined)
      return ok(messageJson(core, known(core.messages.get(before), "UnknownMessage")));
  }
  const replyTo = repliedTo(core, channel, draft.body);
  reopen(core, channel);
  const message = core.writer.create(draft, {
    channelId: channel.id,
    authorId: core.world.bot.id,
    type: replyTo === undefined ? MessageType.Default : MessageType.Reply,
    flags: Number(draft.body["flags"] ?? 0),
    ...(isNonce(nonce) ? { nonce } : {}),
    ...(replyTo === undefined ? {} : { replyTo }),
  });
  if (enforced !== undefined) core.nonces.remember(core.world.bot.id, enforced, message.id);
  core.eventBus.posted(message);
  core.previews.add(message);
  return ok(messageJson(core, message));
}

function isNonce(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function repliedTo(core: Core, channel: Channel, body: Json): string | undefined {
  const reference = body["message_reference"];
  if (!isRecord(reference)) return undefined;
  const id = String(reference["message_id"]);
  const target = core.messages.get(id);
  if (target !== undefined && target.channelId === channel.id && target.ownerId === undefined) return id;
  if (reference["fail_if_not_exists"] === false) return undefined;
  throw refusal("UnknownMessage");
}

function list(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"));
  if (!mayReadHistory(core, channel)) return ok([]);
  const limit = Math.min(Math.max(Number(request.query.get("limit") ?? 50) || 50, 1), 100);
  const all = core.messages.inChannel(channel.id).filter((message) => message.ownerId === undefined);
  const after = request.query.get("after");
  const before = request.query.get("before");
  const wanted = all.filter(({ id }) => isBetween(id, after, before));
  const part = after === null ? wanted.slice(-limit) : wanted.slice(0, limit);
  return ok(part.toReversed().map((message) => asBotReads(core, channel, message)));
}

function isBetween(id: string, after: string | null, before: string | null): boolean {
  const number = BigInt(id);
  return (after === null || number > toId(after)) && (before === null || number < toId(before));
}

function toId(text: string): bigint {
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}

function mayReadHistory(core: Core, channel: Channel): boolean {
  return has(channelPermissions(core.world, channel, core.world.bot.id), Permission.ReadMessageHistory);
}

function read(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"), Permission.ReadMessageHistory);
  return ok(asBotReads(core, channel, channelMessage(core, channel, request.param("message"))));
}

/** Without the MessageContent intent the bot reads others' content only in DMs, or where it is mentioned. */
function asBotReads(core: Core, channel: Channel, message: StoredMessage): unknown {
  const full = messageJson(core, message);
  const isOwn = message.authorId === core.world.bot.id || message.mentions.users.includes(core.world.bot.id);
  if (isOwn || isPrivateConversation(channel)) return full;
  return { ...full, content: "", embeds: [], components: [], attachments: [] };
}

async function edit(core: Core, request: Request): Promise<Result> {
  const channel = botChannel(core, request.param("channel"));
  const message = own(core, channel, request);
  if (channel.thread?.isArchived === true) throw refusal("InvalidActionOnArchivedThread");
  const draft = await request.draft();
  await checkDraft(draft, {
    schema: "MessageEditRequestPartialSchema",
    flags: PLAIN_FLAGS,
    before: message,
  });
  core.writer.edit(message, draft);
  core.eventBus.changed(message);
  changeCopies(core, message);
  return ok(messageJson(core, message));
}

function own(core: Core, channel: Channel, request: Request): StoredMessage {
  const message = channelMessage(core, channel, request.param("message"));
  if (message.authorId !== core.world.bot.id) throw refusal("CannotEditMessageAuthoredByAnotherUser");
  return message;
}

function remove(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"));
  const message = channelMessage(core, channel, request.param("message"));
  if (message.authorId !== core.world.bot.id) botChannel(core, channel.id, Permission.ManageMessages);
  if (channel.thread?.isArchived === true) throw refusal("InvalidActionOnArchivedThread");
  core.messages.remove(message.id);
  core.eventBus.removed(message);
  return NO_CONTENT;
}

function crosspost(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"));
  if (channel.type !== ChannelType.GuildAnnouncement) throw refusal("CannotExecuteActionOnThisChannelType");
  const message = channelMessage(core, channel, request.param("message"));
  const needed = message.authorId === core.world.bot.id ? Permission.SendMessages : Permission.ManageMessages;
  botChannel(core, channel.id, needed);
  if ((message.flags & MessageFlags.Crossposted) !== 0) throw refusal("ThisMessageWasAlreadyCrossposted");
  message.flags |= MessageFlags.Crossposted;
  core.eventBus.changed(message);
  copyToFollowers(core, message);
  return ok(messageJson(core, message));
}

function typing(core: Core, request: Request): Result {
  const channel = writableChannel(core, request.param("channel"), { hasFiles: false });
  core.eventBus.typing(channel.id, core.world.bot.id);
  return NO_CONTENT;
}

/** What is copied from a published message; components aren't (discord-api-docs 3079, 6311). */
const copied = ({ content, embeds, files }: StoredMessage) => ({ content, embeds, files });

function copyToFollowers(core: Core, message: StoredMessage): void {
  for (const { id, follows } of core.world.channels.values()) {
    if (follows !== message.channelId) continue;
    const copy: StoredMessage = {
      id: core.world.ids.next(),
      createdAt: core.world.clock.now(),
      channelId: id,
      authorId: message.authorId,
      type: MessageType.Default,
      flags: MessageFlags.IsCrosspost,
      ...copied(message),
      components: [],
      mentions: { users: [], roles: [], everyone: false },
      isPinned: false,
      version: 0,
      copyOf: { channelId: message.channelId, messageId: message.id },
    };
    core.messages.add(copy);
    core.eventBus.posted(copy);
  }
}

function changeCopies(core: Core, message: StoredMessage): void {
  if ((message.flags & MessageFlags.Crossposted) === 0) return;
  for (const { id, follows } of core.world.channels.values()) {
    if (follows !== message.channelId) continue;
    const copy = core.messages.inChannel(id).find(({ copyOf }) => copyOf?.messageId === message.id);
    if (copy === undefined) continue;
    Object.assign(copy, copied(message));
    core.eventBus.changed(copy);
  }
}

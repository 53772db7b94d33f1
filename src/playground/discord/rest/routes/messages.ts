import { HOUR_MS } from "../../../../base/duration.ts";
import type { Core } from "../../core.ts";
import { reopen } from "../../idle-threads.ts";
import { messageJson } from "../../message/message-json.ts";
import type { Json, StoredMessage } from "../../message/message-store.ts";
import { refusal } from "../../validation/api-error.ts";
import { isRecord } from "../../validation/schema-check.ts";
import { channelPermissions, has, Permission } from "../../world/permissions.ts";
import { ChannelType, isPrivateConversation } from "../../world/world.ts";
import type { Channel } from "../../world/world.ts";
import { botChannel, channelMessage, writableChannel } from "../access.ts";
import { checkDraft, PLAIN_FLAGS } from "../draft-check.ts";
import { NO_CONTENT, ok } from "../route.ts";
import type { Request, Result, Route } from "../route.ts";

const LIST = "/channels/:channel/messages";
const ONE = `${LIST}/:message`;
const FIVE_IN_FIVE = { limit: 5, windowMs: 5000 };
const CROSSPOSTED = 1 << 0;

/** Messages the bot posts as itself. */
export const messageRoutes: readonly Route[] = [
  {
    method: "POST",
    path: LIST,
    auth: "bot",
    limit: { bucket: "messages-post", ...FIVE_IN_FIVE },
    handle: create,
  },
  {
    method: "GET",
    path: LIST,
    auth: "bot",
    limit: { bucket: "messages-list", ...FIVE_IN_FIVE },
    handle: list,
  },
  { method: "GET", path: ONE, auth: "bot", limit: { bucket: "messages-get", ...FIVE_IN_FIVE }, handle: read },
  {
    method: "PATCH",
    path: ONE,
    auth: "bot",
    limit: { bucket: "messages-patch", ...FIVE_IN_FIVE },
    handle: edit,
  },
  {
    method: "DELETE",
    path: ONE,
    auth: "bot",
    limit: { bucket: "messages-delete", ...FIVE_IN_FIVE },
    handle: remove,
  },
  {
    method: "POST",
    path: `${ONE}/crosspost`,
    auth: "bot",
    limit: { bucket: "crosspost", limit: 10, windowMs: HOUR_MS },
    handle: crosspost,
  },
  { method: "POST", path: "/channels/:channel/typing", auth: "bot", handle: typing },
];

async function create(core: Core, request: Request): Promise<Result> {
  const draft = request.draft();
  const channel = writableChannel(core, request.param("channel"), { hasFiles: draft.uploads.length > 0 });
  await checkDraft(core, draft, { schema: "MessageCreateRequestSchema", flags: PLAIN_FLAGS });
  const { nonce } = draft.body;
  const enforced = draft.body["enforce_nonce"] === true && isNonce(nonce) ? String(nonce) : undefined;
  if (enforced !== undefined) {
    const before = core.nonces.find(channel.id, enforced);
    if (before !== undefined) return ok(shown(core, channelMessage(core, channel, before)));
  }
  const replyTo = repliedTo(core, channel, draft.body);
  reopen(core, channel);
  const message = core.writer.create(draft, {
    channelId: channel.id,
    authorId: core.world.bot.id,
    type: replyTo === undefined ? 0 : 19,
    flags: Number(draft.body["flags"] ?? 0),
    ...(isNonce(nonce) ? { nonce } : {}),
    ...(replyTo === undefined ? {} : { replyTo }),
  });
  if (enforced !== undefined) core.nonces.remember(channel.id, enforced, message.id);
  core.eventBus.posted(message);
  core.previews.add(message);
  return ok(shown(core, message));
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
  throw refusal("unknownMessage");
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

/** Without the privileged intent the bot reads what others wrote only in its own conversations. */
function asBotReads(core: Core, channel: Channel, message: StoredMessage): unknown {
  const full = messageJson(core.world, message, core.site);
  const isOwn = message.authorId === core.world.bot.id || message.mentions.users.includes(core.world.bot.id);
  if (isOwn || isPrivateConversation(channel)) return full;
  return { ...full, content: "", embeds: [], components: [], attachments: [] };
}

async function edit(core: Core, request: Request): Promise<Result> {
  const channel = botChannel(core, request.param("channel"));
  const message = own(core, channel, request);
  if (channel.thread?.isArchived === true) throw refusal("archivedThread");
  const draft = request.draft();
  await checkDraft(core, draft, {
    schema: "MessageEditRequestPartialSchema",
    flags: PLAIN_FLAGS,
    before: message,
  });
  core.writer.edit(message, draft);
  core.eventBus.changed(message);
  return ok(shown(core, message));
}

function own(core: Core, channel: Channel, request: Request): StoredMessage {
  const message = channelMessage(core, channel, request.param("message"));
  if (message.authorId !== core.world.bot.id) throw refusal("notAuthor");
  return message;
}

function remove(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"));
  const message = channelMessage(core, channel, request.param("message"));
  if (message.authorId !== core.world.bot.id) botChannel(core, channel.id, Permission.ManageMessages);
  if (channel.thread?.isArchived === true) throw refusal("archivedThread");
  core.messages.remove(message.id);
  core.eventBus.removed(message);
  return NO_CONTENT;
}

function crosspost(core: Core, request: Request): Result {
  const channel = botChannel(core, request.param("channel"));
  if (channel.type !== ChannelType.announcement) throw refusal("wrongChannelType");
  const message = channelMessage(core, channel, request.param("message"));
  const needed = message.authorId === core.world.bot.id ? Permission.SendMessages : Permission.ManageMessages;
  botChannel(core, channel.id, needed);
  if ((message.flags & CROSSPOSTED) !== 0) throw refusal("alreadyCrossposted");
  message.flags |= CROSSPOSTED;
  core.eventBus.changed(message);
  return ok(shown(core, message));
}

function typing(core: Core, request: Request): Result {
  const channel = writableChannel(core, request.param("channel"), { hasFiles: false });
  core.eventBus.typing(channel.id, core.world.bot.id);
  return NO_CONTENT;
}

function shown(core: Core, message: StoredMessage): unknown {
  return messageJson(core.world, message, core.site);
}

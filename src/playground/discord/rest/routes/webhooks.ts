import { MessageFlags, MessageType } from "discord-api-types/v10";

import type { Core } from "../../core.ts";
import type { Interaction } from "../../interaction/interaction-store.ts";
import { messageJson } from "../../message/message-json.ts";
import type { Origin, StoredMessage } from "../../message/message-store.ts";
import type { Draft } from "../../message/write-message.ts";
import { refusal } from "../../validation/api-error.ts";
import { checkDraft, PLAIN_FLAGS, REPLY_FLAGS } from "../draft-check.ts";
import { NO_CONTENT, ok, tokenRoute, type Request, type Result, type Route } from "../route.ts";

const MOST_FOLLOW_UPS = 5;
const LIMIT = { limit: 5, windowMs: 5000 };
const PATH = "/webhooks/:application/:token";
const MESSAGE = `${PATH}/messages/:message`;

/** All answers after the first, by the interaction's token. */
export const webhookRoutes: readonly Route[] = [
  tokenRoute("POST", PATH, followUp, { bucket: "webhook-post", ...LIMIT }),
  tokenRoute("GET", MESSAGE, read, { bucket: "webhook-get", ...LIMIT }),
  tokenRoute("PATCH", MESSAGE, edit, { bucket: "webhook-patch", ...LIMIT }),
  tokenRoute("DELETE", MESSAGE, remove, { bucket: "webhook-delete", ...LIMIT }),
];

/** Returns the token's interaction once it is answered; throws 10015, or 50027 after 15 minutes. */
function answered(core: Core, request: Request): Interaction {
  const interaction = core.interactions.byToken(request.param("token"));
  const isOwn = request.param("application") === core.world.application.id;
  if (interaction === undefined || !isOwn) throw refusal("UnknownWebhook");
  if (core.interactions.isTokenDead(interaction)) throw refusal("InvalidWebhookToken");
  if (interaction.state !== "answered") throw refusal("UnknownWebhook");
  return interaction;
}

async function followUp(core: Core, request: Request): Promise<Result> {
  const interaction = answered(core, request);
  const draft = await request.draft();
  const thinking = thinkingMessage(core, interaction);
  if (thinking !== undefined) return ok(messageJson(core, await change(core, interaction, thinking, draft)));
  await checkDraft(draft, { schema: "IncomingWebhookRequestPartialSchema", flags: REPLY_FLAGS });
  if (interaction.isUserInstallOnly && interaction.followUps >= MOST_FOLLOW_UPS)
    throw refusal("ThisInteractionHasHitTheMaximumNumberOfFollowUpMessages");
  interaction.followUps += 1;
  const { originalId } = interaction;
  const message = postAnswer(core, interaction, draft, {
    type: originalId === undefined ? MessageType.Default : MessageType.Reply,
    flags: Number(draft.body["flags"] ?? 0),
    ...(originalId !== undefined && { replyTo: originalId, originalId }),
  });
  return ok(messageJson(core, message));
}

/** Posts and returns an answer. It is ephemeral where the flags say so or the person may not answer publicly. */
export function postAnswer(
  core: Core,
  interaction: Interaction,
  draft: Draft,
  {
    originalId,
    flags,
    ...given
  }: Pick<StoredMessage, "type" | "flags" | "replyTo"> & Pick<Origin, "originalId">,
): StoredMessage {
  const isEphemeral = interaction.isForcedEphemeral || (flags & MessageFlags.Ephemeral) !== 0;
  const message = core.writer.create(draft, {
    channelId: interaction.channelId,
    authorId: core.world.bot.id,
    flags: isEphemeral ? flags | MessageFlags.Ephemeral : flags,
    origin: { ...interaction.origin, id: interaction.id, ...(originalId !== undefined && { originalId }) },
    ...(isEphemeral && { ownerId: interaction.userId }),
    ...given,
  });
  core.eventBus.posted(message);
  const outcome = { kind: "message", messageId: message.id, isUpdate: false } as const;
  core.dispatcher.settle(interaction, outcome, (flags & MessageFlags.Loading) === 0);
  return message;
}

/** Returns the deferred reply that is still empty: the first follow-up fills it. */
function thinkingMessage(core: Core, interaction: Interaction): StoredMessage | undefined {
  const message = core.messages.get(interaction.originalId ?? "");
  return message !== undefined && (message.flags & MessageFlags.Loading) !== 0 ? message : undefined;
}

function read(core: Core, request: Request): Result {
  return ok(messageJson(core, addressed(core, answered(core, request), request)));
}

async function edit(core: Core, request: Request): Promise<Result> {
  const interaction = answered(core, request);
  const message = addressed(core, interaction, request);
  return ok(messageJson(core, await change(core, interaction, message, await request.draft())));
}

async function change(
  core: Core,
  interaction: Interaction,
  message: StoredMessage,
  draft: Draft,
): Promise<StoredMessage> {
  await checkDraft(draft, {
    schema: "IncomingWebhookUpdateRequestPartialSchema",
    flags: PLAIN_FLAGS | MessageFlags.Ephemeral,
    before: message,
  });
  const isFirstContent = (message.flags & MessageFlags.Loading) !== 0;
  message.flags &= ~MessageFlags.Loading;
  core.writer.edit(message, draft, { isFirstContent });
  core.eventBus.changed(message);
  const isUpdate = message.id === interaction.controlMessageId;
  core.dispatcher.settle(interaction, { kind: "message", messageId: message.id, isUpdate }, true);
  return message;
}

function remove(core: Core, request: Request): Result {
  const interaction = answered(core, request);
  const message = addressed(core, interaction, request);
  core.messages.remove(message.id);
  core.eventBus.removed(message);
  if (message.id === interaction.originalId)
    core.dispatcher.settle(interaction, { kind: "acknowledged" }, true);
  return NO_CONTENT;
}

/** Returns `@original`, or another message of this interaction; throws 10008. */
function addressed(core: Core, interaction: Interaction, request: Request): StoredMessage {
  const asked = request.param("message");
  const id = asked === "@original" ? interaction.originalId : asked;
  const message = core.messages.get(id ?? "");
  const isIts = message?.origin?.id === interaction.id || message?.id === interaction.originalId;
  if (message === undefined || !isIts) throw refusal("UnknownMessage");
  return message;
}

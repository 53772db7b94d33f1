import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionResponseType as Callback,
  InteractionType,
  MessageFlags,
  MessageType,
  RESTJSONErrorCodes,
} from "discord-api-types/v10";

import { isRecord, type Json } from "../../json.ts";
import type { Core } from "../../core.ts";
import type { Interaction } from "../../interaction/interaction-store.ts";
import { messageJson } from "../../message/message-json.ts";
import type { StoredMessage } from "../../message/message-store.ts";
import type { Draft } from "../../message/write-message.ts";
import { ApiError, FaultList, invalidBody, known, refusal } from "../../validation/api-error.ts";
import { checkSuggestions } from "../../validation/command-rules.ts";
import { checkModal } from "../../validation/component-rules.ts";
import { checkBody } from "../../validation/schemas.ts";
import { checkDraft, PLAIN_FLAGS, REPLY_FLAGS } from "../draft-check.ts";
import { NO_CONTENT, ok, tokenRoute, type Request, type Result, type Route } from "../route.ts";
import { postAnswer } from "./webhooks.ts";

const NEW_MESSAGE = [Callback.ChannelMessageWithSource, Callback.DeferredChannelMessageWithSource];
const UPDATE = [Callback.DeferredMessageUpdate, Callback.UpdateMessage];

/** The first answers allowed for each kind of interaction. */
const ALLOWED: Readonly<Partial<Record<InteractionType, readonly Callback[]>>> = {
  [InteractionType.ApplicationCommand]: [...NEW_MESSAGE, Callback.Modal],
  [InteractionType.MessageComponent]: [...NEW_MESSAGE, ...UPDATE, Callback.Modal],
  [InteractionType.ApplicationCommandAutocomplete]: [Callback.ApplicationCommandAutocompleteResult],
  [InteractionType.ModalSubmit]: NEW_MESSAGE,
};

export const callbackRoutes: readonly Route[] = [
  tokenRoute("POST", "/interactions/:id/:token/callback", callback),
];

async function callback(core: Core, request: Request): Promise<Result> {
  const interaction = waiting(core, request);
  const draft = await request.draft();
  try {
    const type = checkedType(interaction, draft.body["type"]);
    const inner = dataOf(draft);
    await check(core, interaction, type, inner);
    // Another answer may have arrived meanwhile.
    if (interaction.state !== "waiting") throw lateOrSecond(interaction);
    const message = carryOut(core, interaction, type, inner);
    const isWanted = ["true", "1"].includes(request.query.get("with_response") ?? "");
    return isWanted ? shown(core, interaction, type, message) : NO_CONTENT;
  } catch (error) {
    if (error instanceof ApiError && error.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType)
      core.log.debug("refused an answer", { code: error.code });
    throw error;
  }
}

function dataOf({ body, uploads }: Draft): Draft {
  const data = body["data"] ?? {};
  if (isRecord(data)) return { body: data, uploads };
  const faults = new FaultList();
  faults.add(["data"], "MODEL_TYPE_CONVERT");
  throw invalidBody(faults.all);
}

function waiting(core: Core, request: Request): Interaction {
  const interaction = core.interactions.get(request.param("id"));
  if (interaction === undefined || interaction.token !== request.param("token"))
    throw refusal("UnknownInteraction");
  if (interaction.state !== "waiting") throw lateOrSecond(interaction);
  const isExpired = core.faults.take("expire-acknowledgment") !== undefined;
  if (isExpired || core.interactions.isLate(interaction)) {
    core.dispatcher.fail(interaction, "no-answer");
    throw refusal("UnknownInteraction");
  }
  return interaction;
}

function lateOrSecond(interaction: Interaction): ApiError {
  return refusal(
    interaction.state === "dead" ? "UnknownInteraction" : "InteractionHasAlreadyBeenAcknowledged",
  );
}

function checkedType(interaction: Interaction, given: unknown): Callback {
  const fromControl =
    interaction.kind === InteractionType.ModalSubmit && interaction.controlMessageId !== undefined;
  const allowed = [...(ALLOWED[interaction.kind] ?? []), ...(fromControl ? UPDATE : [])];
  const type = allowed.find((one) => Object.is(one, given));
  if (type !== undefined) return type;
  const faults = new FaultList(["type"]);
  faults.add([], "BASE_TYPE_CHOICES", `Value must be one of {${allowed.join(", ")}}.`);
  throw invalidBody(faults.all);
}

async function check(core: Core, interaction: Interaction, type: Callback, inner: Draft): Promise<void> {
  const faults = new FaultList(["data"]);
  if (type === Callback.ChannelMessageWithSource) {
    const schema = "IncomingWebhookInteractionRequestSchema";
    await checkDraft(inner, { schema, flags: REPLY_FLAGS, at: ["data"] });
  } else if (type === Callback.UpdateMessage) await checkUpdate(core, interaction, inner);
  else if (type === Callback.DeferredChannelMessageWithSource) checkDefer(inner.body, faults);
  else if (type === Callback.Modal) {
    await checkBody("ModalInteractionCallbackRequestDataSchema", inner.body, faults);
    checkModal(inner.body, [], faults);
  } else if (type === Callback.ApplicationCommandAutocompleteResult) {
    await checkBody(suggestionSchema(interaction.focusedType), inner.body, faults);
    checkSuggestions(inner.body, interaction.focusedType ?? ApplicationCommandOptionType.String, faults);
  }
  faults.throwIfAny();
}

async function checkUpdate(core: Core, interaction: Interaction, inner: Draft): Promise<void> {
  const before = known(core.messages.get(interaction.controlMessageId ?? ""), "UnknownMessage");
  await checkDraft(inner, {
    schema: "IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema",
    flags: PLAIN_FLAGS | MessageFlags.Ephemeral,
    before,
    at: ["data"],
  });
}

/** A deferred reply may only set EPHEMERAL. */
function checkDefer(body: Json, faults: FaultList): void {
  const { flags } = body;
  if (flags !== undefined && flags !== null && flags !== 0 && flags !== MessageFlags.Ephemeral) {
    faults.add(["flags"], "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set on a deferred reply");
  }
}

function suggestionSchema(focusedType: ApplicationCommandOptionType | undefined) {
  if (focusedType === ApplicationCommandOptionType.Integer)
    return "InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema";
  if (focusedType === ApplicationCommandOptionType.Number)
    return "InteractionApplicationCommandAutocompleteCallbackNumberDataSchema";
  return "InteractionApplicationCommandAutocompleteCallbackStringDataSchema";
}

function carryOut(
  core: Core,
  interaction: Interaction,
  type: Callback,
  inner: Draft,
): StoredMessage | undefined {
  core.dispatcher.acknowledge(interaction);
  if (type === Callback.ChannelMessageWithSource || type === Callback.DeferredChannelMessageWithSource)
    return reply(core, interaction, type, inner);
  if (type === Callback.UpdateMessage) return update(core, interaction, inner);
  if (type === Callback.DeferredMessageUpdate) {
    if (interaction.controlMessageId !== undefined) interaction.originalId = interaction.controlMessageId;
    core.dispatcher.settle(interaction, { kind: "acknowledged" }, false);
  }
  if (type === Callback.Modal)
    core.dispatcher.settle(interaction, { kind: "modal", modal: inner.body }, true);
  if (type === Callback.ApplicationCommandAutocompleteResult) {
    const choices = Array.isArray(inner.body["choices"]) ? inner.body["choices"] : [];
    core.dispatcher.settle(interaction, { kind: "choices", choices }, true);
  }
  return undefined;
}

function reply(core: Core, interaction: Interaction, type: Callback, inner: Draft): StoredMessage {
  const isDeferred = type === Callback.DeferredChannelMessageWithSource;
  const asked = Number(inner.body["flags"] ?? 0);
  const flags = isDeferred ? MessageFlags.Loading | (asked & MessageFlags.Ephemeral) : asked;
  const { kind, controlMessageId } = interaction;
  const isToControl = kind === InteractionType.MessageComponent && controlMessageId !== undefined;
  const message = postAnswer(core, interaction, isDeferred ? { body: {}, uploads: [] } : inner, {
    type: replyType(interaction),
    flags,
    ...(isToControl && { replyTo: controlMessageId }),
  });
  interaction.originalId = message.id;
  return message;
}

function replyType(interaction: Interaction): number {
  if (interaction.kind === InteractionType.MessageComponent) return MessageType.Reply;
  if (interaction.kind !== InteractionType.ApplicationCommand) return MessageType.Default;
  const isSlash = interaction.origin.commandType === ApplicationCommandType.ChatInput;
  return isSlash ? MessageType.ChatInputCommand : MessageType.ContextMenuCommand;
}

function update(core: Core, interaction: Interaction, draft: Draft): StoredMessage {
  const message = known(core.messages.get(interaction.controlMessageId ?? ""), "UnknownMessage");
  core.writer.edit(message, draft);
  interaction.originalId = message.id;
  core.eventBus.changed(message);
  core.dispatcher.settle(interaction, { kind: "message", messageId: message.id, isUpdate: true }, true);
  return message;
}

function shown(
  core: Core,
  interaction: Interaction,
  type: Callback,
  message: StoredMessage | undefined,
): Result {
  const held = message === undefined ? {} : { message: messageJson(core, message) };
  return ok({
    interaction: {
      id: interaction.id,
      type: interaction.kind,
      channel_id: interaction.channelId,
      ...(interaction.guildId === undefined ? {} : { guild_id: interaction.guildId }),
      ...(interaction.originalId === undefined ? {} : { response_message_id: interaction.originalId }),
      response_message_loading: type === Callback.DeferredChannelMessageWithSource,
      response_message_ephemeral: message?.ownerId !== undefined,
    },
    resource: { type, ...held },
  });
}

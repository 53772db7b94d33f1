import type { Core } from "../../core.ts";
import { Kind } from "../../interaction/interaction-store.ts";
import type { Interaction } from "../../interaction/interaction-store.ts";
import { messageJson } from "../../message/message-json.ts";
import type { Json, StoredMessage } from "../../message/message-store.ts";
import type { Draft } from "../../message/write-message.ts";
import { ApiError, FaultList, refusal } from "../../validation/api-error.ts";
import { checkSuggestions } from "../../validation/option-rules.ts";
import { checkModal } from "../../validation/component-rules.ts";
import { EPHEMERAL, LOADING } from "../../validation/message-rules.ts";
import { checkBody } from "../../validation/schemas.ts";
import { isRecord } from "../../validation/schema-check.ts";
import { checkDraft, PLAIN_FLAGS, REPLY_FLAGS } from "../draft-check.ts";
import { NO_CONTENT, ok } from "../route.ts";
import type { Request, Result, Route } from "../route.ts";

const Answer = { message: 4, defer: 5, deferUpdate: 6, update: 7, choices: 8, modal: 9 } as const;

/** Which first answers each kind of interaction may get. */
const LEGAL: Readonly<Record<number, readonly number[]>> = {
  [Kind.command]: [4, 5, 9],
  [Kind.component]: [4, 5, 6, 7, 9],
  [Kind.autocomplete]: [8],
  [Kind.modal]: [4, 5],
};

/** The first answer to an interaction. */
export const callbackRoutes: readonly Route[] = [
  { method: "POST", path: "/interactions/:id/:token/callback", auth: "token", handle: callback },
];

async function callback(core: Core, request: Request): Promise<Result> {
  const interaction = waiting(core, request);
  const draft = request.draft();
  const type = draft.body["type"];
  try {
    checkType(interaction, type);
    const data = draft.body["data"];
    const inner: Draft = { body: isRecord(data) ? data : {}, uploads: draft.uploads };
    await check(core, interaction, { type: Number(type), data, inner });
    // Another answer may have come while this one was checked.
    if (interaction.state !== "waiting") throw lateOrSecond(interaction);
    const message = carryOut(core, interaction, { type: Number(type), inner });
    return respond(core, interaction, {
      type: Number(type),
      message,
      wanted: request.query.get("with_response"),
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 50035)
      core.log.debug("refused an answer", { code: error.code });
    throw error;
  }
}

function waiting(core: Core, request: Request): Interaction {
  const interaction = core.interactions.get(request.param("id"));
  if (interaction === undefined || interaction.token !== request.param("token"))
    throw refusal("unknownInteraction");
  if (interaction.state !== "waiting") throw lateOrSecond(interaction);
  const isExpired = core.faults.take("expire-acknowledgment") !== undefined;
  if (isExpired || core.interactions.isLate(interaction)) {
    core.dispatcher.fail(interaction, "no-answer");
    throw refusal("unknownInteraction");
  }
  return interaction;
}

function lateOrSecond(interaction: Interaction): ApiError {
  return refusal(interaction.state === "dead" ? "unknownInteraction" : "alreadyAcknowledged");
}

function checkType(interaction: Interaction, type: unknown): void {
  const fromControl = interaction.kind === Kind.modal && interaction.controlMessageId !== undefined;
  const legal = [...(LEGAL[interaction.kind] ?? []), ...(fromControl ? [6, 7] : [])];
  if (legal.includes(Number(type)) && typeof type === "number") return;
  const faults = new FaultList();
  faults.add(["type"], "BASE_TYPE_CHOICES", `Value must be one of {${legal.join(", ")}}.`);
  faults.throwIfAny();
}

interface Given {
  readonly type: number;
  readonly data: unknown;
  readonly inner: Draft;
}

async function check(core: Core, interaction: Interaction, given: Given): Promise<void> {
  const { type, data, inner } = given;
  const faults = new FaultList(["data"]);
  if (data !== undefined && data !== null && !isRecord(data)) {
    faults.add([], "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    faults.throwIfAny();
  }
  if (type === Answer.message) {
    const rule = {
      schema: "IncomingWebhookInteractionRequestSchema",
      flags: REPLY_FLAGS,
      at: ["data"],
    } as const;
    await checkDraft(core, inner, rule);
  } else if (type === Answer.update) await checkUpdate(core, interaction, inner);
  else if (type === Answer.defer) checkDefer(inner.body, faults);
  else if (type === Answer.modal) {
    await checkBody("ModalInteractionCallbackRequestDataSchema", inner.body, faults);
    checkModal(inner.body, [], faults);
  } else if (type === Answer.choices) {
    await checkBody(suggestionSchema(interaction.focusedType), inner.body, faults);
    checkSuggestions(inner.body, interaction.focusedType ?? 3, faults);
  }
  faults.throwIfAny();
}

async function checkUpdate(core: Core, interaction: Interaction, inner: Draft): Promise<void> {
  const before = core.messages.get(interaction.controlMessageId ?? "");
  if (before === undefined) throw refusal("unknownMessage");
  await checkDraft(core, inner, {
    schema: "IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema",
    flags: PLAIN_FLAGS | EPHEMERAL,
    before,
    at: ["data"],
  });
}

/** Of a deferred reply only EPHEMERAL can be said. */
function checkDefer(body: Json, faults: FaultList): void {
  const { flags } = body;
  if (flags !== undefined && flags !== null && flags !== 0 && flags !== EPHEMERAL) {
    faults.add(["flags"], "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set on a deferred reply");
  }
}

function suggestionSchema(focusedType: number | undefined) {
  if (focusedType === 4) return "InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema";
  if (focusedType === 10) return "InteractionApplicationCommandAutocompleteCallbackNumberDataSchema";
  return "InteractionApplicationCommandAutocompleteCallbackStringDataSchema";
}

function carryOut(
  core: Core,
  interaction: Interaction,
  given: { readonly type: number; readonly inner: Draft },
): StoredMessage | undefined {
  const { type, inner } = given;
  core.dispatcher.acknowledge(interaction);
  if (type === Answer.message || type === Answer.defer) return reply(core, interaction, given);
  if (type === Answer.update) return update(core, interaction, inner);
  if (type === Answer.deferUpdate) {
    if (interaction.controlMessageId !== undefined) interaction.originalId = interaction.controlMessageId;
    core.dispatcher.settle(interaction, { kind: "acknowledged" }, false);
  }
  if (type === Answer.modal) core.dispatcher.settle(interaction, { kind: "modal", modal: inner.body }, true);
  if (type === Answer.choices) {
    const choices = Array.isArray(inner.body["choices"]) ? inner.body["choices"] : [];
    core.dispatcher.settle(interaction, { kind: "choices", choices }, true);
  }
  return undefined;
}

const CHAT_INPUT_COMMAND = 20;
const CONTEXT_MENU_COMMAND = 23;

function reply(
  core: Core,
  interaction: Interaction,
  given: { readonly type: number; readonly inner: Draft },
): StoredMessage {
  const isDeferred = given.type === Answer.defer;
  const draft = isDeferred ? { body: {}, uploads: [] } : given.inner;
  const asked = Number(given.inner.body["flags"] ?? 0);
  const isEphemeral = interaction.isForcedEphemeral || (asked & EPHEMERAL) !== 0;
  const message = core.writer.create(draft, {
    channelId: interaction.channelId,
    authorId: core.world.bot.id,
    type: replyType(interaction),
    flags: (isDeferred ? LOADING : asked & ~EPHEMERAL) | (isEphemeral ? EPHEMERAL : 0),
    origin: { ...interaction.origin, id: interaction.id },
    ...(isEphemeral ? { ownerId: interaction.userId } : {}),
    ...(interaction.kind === Kind.component && interaction.controlMessageId !== undefined
      ? { replyTo: interaction.controlMessageId }
      : {}),
  });
  interaction.originalId = message.id;
  interaction.isDeferredMessage = isDeferred;
  core.eventBus.posted(message);
  core.dispatcher.settle(
    interaction,
    { kind: "message", messageId: message.id, isUpdate: false },
    !isDeferred,
  );
  return message;
}

function replyType(interaction: Interaction): number {
  if (interaction.kind !== Kind.command) return interaction.kind === Kind.component ? 19 : 0;
  return interaction.origin.commandType === 1 ? CHAT_INPUT_COMMAND : CONTEXT_MENU_COMMAND;
}

function update(core: Core, interaction: Interaction, draft: Draft): StoredMessage {
  const message = core.messages.get(interaction.controlMessageId ?? "");
  if (message === undefined) throw refusal("unknownMessage");
  core.writer.edit(message, draft);
  interaction.originalId = message.id;
  core.eventBus.changed(message);
  core.dispatcher.settle(interaction, { kind: "message", messageId: message.id, isUpdate: true }, true);
  return message;
}

function respond(
  core: Core,
  interaction: Interaction,
  given: {
    readonly type: number;
    readonly message: StoredMessage | undefined;
    readonly wanted: string | null;
  },
): Result {
  if (given.wanted !== "true" && given.wanted !== "1") return NO_CONTENT;
  const { message, type } = given;
  const shown = message === undefined ? {} : { message: messageJson(core.world, message, core.site) };
  return ok({
    interaction: {
      id: interaction.id,
      type: interaction.kind,
      channel_id: interaction.channelId,
      ...(interaction.guildId === undefined ? {} : { guild_id: interaction.guildId }),
      ...(interaction.originalId === undefined ? {} : { response_message_id: interaction.originalId }),
      response_message_loading: type === Answer.defer,
      response_message_ephemeral: message?.ownerId !== undefined,
    },
    resource: { type, ...shown },
  });
}

import { isRecord } from "../json.ts";
import { FaultList, type Path } from "./api-error.ts";
import { checkOf } from "./schema-check.ts";

type Spec = Readonly<Record<string, unknown>>;

export type BodyName =
  | "ApplicationFormPartialSchema"
  | "ApplicationCommandPatchRequestPartialSchema"
  | "BotAccountPatchRequestSchema"
  | "CreateForumThreadRequestSchema"
  | "CreatePrivateChannelRequestSchema"
  | "CreateTextThreadWithMessageRequestSchema"
  | "CreateTextThreadWithoutMessageRequestSchema"
  | "ExternalScheduledEventCreateRequestSchema"
  | "ExternalScheduledEventPatchRequestPartialSchema"
  | "IncomingWebhookInteractionRequestSchema"
  | "IncomingWebhookRequestPartialSchema"
  | "IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema"
  | "IncomingWebhookUpdateRequestPartialSchema"
  | "InteractionApplicationCommandAutocompleteCallbackIntegerDataSchema"
  | "InteractionApplicationCommandAutocompleteCallbackNumberDataSchema"
  | "InteractionApplicationCommandAutocompleteCallbackStringDataSchema"
  | "MessageCreateRequestSchema"
  | "MessageEditRequestPartialSchema"
  | "ModalInteractionCallbackRequestDataSchema"
  | "UpdateGuildChannelRequestPartialSchema"
  | "UpdateThreadRequestPartialSchema";

/** Fields Discord accepts although its published schema lacks them. */
const TAKEN_ANYWAY: Readonly<Record<string, readonly string[]>> = {
  IncomingWebhookInteractionRequestSchema: ["tts", "nonce", "enforce_nonce"],
  IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: ["tts", "nonce", "enforce_nonce"],
  IncomingWebhookRequestPartialSchema: ["tts", "nonce", "enforce_nonce"],
  IncomingWebhookUpdateRequestPartialSchema: ["tts", "nonce", "enforce_nonce"],
  MessageEditRequestPartialSchema: ["tts", "nonce", "enforce_nonce"],
  ApplicationFormPartialSchema: ["bot_public", "bot_require_code_grant"],
};

let loaded: Promise<Spec> | undefined;

/** Loads Discord's published schemas when first needed: it takes about 100 ms. */
async function load(): Promise<Spec> {
  loaded ??= import("discord-api-spec/zod").then((module) => module as Spec);
  return await loaded;
}

/** Adds every fault of a body by Discord's published schema; unknown fields are faults. */
export async function checkBody(name: BodyName, body: unknown, faults: FaultList): Promise<void> {
  const spec = await load();
  const taken = TAKEN_ANYWAY[name];
  checkOf(spec[name])(taken === undefined ? body : without(body, taken), [], faults);
}

/** Throws 50035 with every fault of a body by Discord's published schema. */
export async function mustFit(name: BodyName, body: unknown): Promise<void> {
  const faults = new FaultList();
  await checkBody(name, body, faults);
  faults.throwIfAny();
}

/** Adds a command's faults. Discord accepts permissions as text, and `nsfw`, which the schema lacks. */
export async function checkCommand(
  name: "ApplicationCommandUpdateRequestSchema" | "ApplicationCommandPatchRequestPartialSchema",
  command: unknown,
  at: Path,
  faults: FaultList,
): Promise<void> {
  const spec = await load();
  const known = without(command, ["default_member_permissions", "nsfw"]);
  checkOf(spec[name])(known, at, faults);
  if (!isRecord(command)) return;
  const permissions = command["default_member_permissions"];
  if (permissions !== undefined && permissions !== null && !isPermissionSet(permissions)) {
    faults.add([...at, "default_member_permissions"], "NUMBER_TYPE_COERCE");
  }
  const nsfw = command["nsfw"];
  if (nsfw !== undefined && nsfw !== null && typeof nsfw !== "boolean") {
    faults.add([...at, "nsfw"], "BOOLEAN_TYPE_CONVERT");
  }
}

function isPermissionSet(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === "string" && /^\d{1,20}$/.test(value);
}

function without(body: unknown, names: readonly string[]): unknown {
  if (!isRecord(body) || !names.some((name) => name in body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

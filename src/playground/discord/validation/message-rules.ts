import { MessageFlags } from "discord-api-types/v10";

import { isRecord } from "../json.ts";
import type { StoredMessage } from "../message/message-store.ts";
import { type FaultList, type Path, refusal } from "./api-error.ts";
import { checkComponents } from "./component-rules.ts";
import { checkReference, checkScheme, textLength } from "./field-rules.ts";

const MOST_CONTENT = 2000;
const MOST_EMBED_TEXT = 6000;

/** What a body is checked against. */
export interface MessageContext {
  readonly flags: number;
  readonly before?: Pick<StoredMessage, "flags" | "components" | "files"> | undefined;
  /** Names of uploaded files by number. */
  readonly uploads: ReadonlyMap<string, string>;
  /** Whether the edit keeps content, embeds or files it doesn't mention. */
  readonly keepsSomething: boolean;
}

/** Adds the faults Discord's schema doesn't find. Throws 50035 for all faults, or 50006 for an empty message. */
export function checkMessage(
  body: Record<string, unknown>,
  context: MessageContext,
  faults: FaultList,
): void {
  const flags = typeof body["flags"] === "number" ? body["flags"] : 0;
  const isV2 = ((flags | (context.before?.flags ?? 0)) & MessageFlags.IsComponentsV2) !== 0;
  checkFlags(body, context, faults);
  checkContent(body["content"], faults);
  checkMentions(body["allowed_mentions"], faults);
  const files = fileNames(body, context, faults);
  checkEmbeds(body["embeds"], files, faults);
  if (isV2) checkLegacyFields(body, faults);
  const components = body["components"] ?? context.before?.components ?? [];
  if (Array.isArray(components)) checkComponents(components, { isV2, files }, faults);
  faults.throwIfAny();
  if (isEmpty(body, components, { isV2, context })) throw refusal("CannotSendAnEmptyMessage");
}

function checkFlags(body: Record<string, unknown>, context: MessageContext, faults: FaultList): void {
  const flags = body["flags"];
  if (typeof flags !== "number") return;
  if (!Number.isSafeInteger(flags) || flags < 0 || (flags & ~context.flags) !== 0) {
    faults.add(["flags"], "BASE_TYPE_CHOICES", `Only these flags can be set here: ${context.flags}`);
  }
  const wasV2 = ((context.before?.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
  if (wasV2 && (flags & MessageFlags.IsComponentsV2) === 0) {
    faults.add(["flags"], "MESSAGE_FLAG_PERMANENT");
  }
}

function checkContent(content: unknown, faults: FaultList): void {
  if (typeof content !== "string" || faults.hasField("content")) return;
  if (textLength(content) > MOST_CONTENT) faults.tooLong(["content"], MOST_CONTENT);
}

function checkMentions(mentions: unknown, faults: FaultList): void {
  if (!isRecord(mentions) || !Array.isArray(mentions["parse"])) return;
  for (const kind of ["users", "roles"] as const) {
    const list = mentions[kind];
    if (mentions["parse"].includes(kind) && Array.isArray(list) && list.length > 0) {
      faults.add(
        ["allowed_mentions"],
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      );
    }
  }
}

/** Returns the names `attachment://` may use: uploads and kept files. */
function fileNames(
  body: Record<string, unknown>,
  context: MessageContext,
  faults: FaultList,
): ReadonlySet<string> {
  const names = new Set<string>(context.uploads.values());
  const listed = body["attachments"];
  if (!Array.isArray(listed)) {
    for (const { name } of context.before?.files ?? []) names.add(name);
    return names;
  }
  listed.forEach((attachment: unknown, at) => {
    if (!isRecord(attachment)) return;
    const id = String(attachment["id"]);
    const uploaded = context.uploads.get(id);
    const isNew = id.length < 15;
    if (uploaded === undefined && isNew) {
      faults.add(["attachments", at, "id"], "ATTACHMENT_NOT_FOUND");
    }
    if (typeof attachment["filename"] === "string") names.add(attachment["filename"]);
    else if (!isNew) for (const { name } of context.before?.files ?? []) names.add(name);
  });
  return names;
}

function checkEmbeds(embeds: unknown, files: ReadonlySet<string>, faults: FaultList): void {
  if (!Array.isArray(embeds)) return;
  let total = 0;
  embeds.forEach((embed: unknown, at) => {
    if (!isRecord(embed)) return;
    total += embedText(embed);
    checkEmbed(embed, ["embeds", at], files, faults);
  });
  if (total > MOST_EMBED_TEXT) {
    faults.add(["embeds"], "MAX_EMBED_SIZE_EXCEEDED");
  }
}

function checkEmbed(
  embed: Record<string, unknown>,
  path: Path,
  files: ReadonlySet<string>,
  faults: FaultList,
): void {
  const shown = [
    "title",
    "description",
    "author",
    "image",
    "thumbnail",
    "footer",
    "fields",
    "video",
    "provider",
  ];
  if (!shown.some((name) => !isVoid(embed[name]))) faults.required([...path, "description"]);
  const fields = Array.isArray(embed["fields"]) ? embed["fields"] : [];
  fields.forEach((field: unknown, at) => {
    if (!isRecord(field)) return;
    for (const name of ["name", "value"]) {
      if (lengthOf(field[name]) === 0) faults.required([...path, "fields", at, name]);
    }
  });
  checkScheme(embed["url"], [...path, "url"], ["http", "https"], faults);
  for (const name of ["image", "thumbnail"]) {
    const held = embed[name];
    if (!isRecord(held)) continue;
    checkScheme(held["url"], [...path, name, "url"], ["http", "https", "attachment"], faults);
    checkReference(held["url"], [...path, name, "url"], files, faults);
  }
}

function isVoid(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function embedText(embed: Record<string, unknown>): number {
  const named = (holder: unknown, name: string) => (isRecord(holder) ? lengthOf(holder[name]) : 0);
  const fields = Array.isArray(embed["fields"]) ? embed["fields"] : [];
  const inFields = fields.reduce<number>(
    (sum, field) => sum + named(field, "name") + named(field, "value"),
    0,
  );
  return (
    lengthOf(embed["title"]) +
    lengthOf(embed["description"]) +
    named(embed["footer"], "text") +
    named(embed["author"], "name") +
    inFields
  );
}

function lengthOf(text: unknown): number {
  return typeof text === "string" ? textLength(text.trim()) : 0;
}

function checkLegacyFields(body: Record<string, unknown>, faults: FaultList): void {
  for (const name of ["content", "embeds", "poll", "sticker_ids"]) {
    if (isVoid(body[name])) continue;
    faults.add(
      [name],
      "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
      `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    );
  }
}

function isEmpty(
  body: Record<string, unknown>,
  components: unknown,
  about: { readonly isV2: boolean; readonly context: MessageContext },
): boolean {
  const hasComponents = Array.isArray(components) && components.length > 0;
  if (about.isV2) return !hasComponents;
  if (about.context.keepsSomething || about.context.uploads.size > 0 || hasComponents) return false;
  const content = body["content"];
  const hasContent = typeof content === "string" && content.trim() !== "";
  return !hasContent && isVoid(body["embeds"]) && isVoid(body["sticker_ids"]) && isVoid(body["poll"]);
}

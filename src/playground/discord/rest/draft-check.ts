import { MessageFlags } from "discord-api-types/v10";

import { listOf } from "../json.ts";
import type { StoredMessage } from "../message/message-store.ts";
import type { Draft } from "../message/write-message.ts";
import { FaultList, type Path, refusal } from "../validation/api-error.ts";
import { checkMessage } from "../validation/message-rules.ts";
import { type BodyName, checkBody } from "../validation/schemas.ts";

/** Discord's limit a file without boosts. */
const MOST_FILE_BYTES = 10 * 1024 * 1024;
const MOST_FILES = 10;

export const PLAIN_FLAGS =
  MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
export const REPLY_FLAGS = PLAIN_FLAGS | MessageFlags.Ephemeral;

export interface DraftRule {
  readonly schema: BodyName;
  readonly flags: number;
  readonly before?: StoredMessage;
  /** The message's place in the request's body. */
  readonly at?: Path;
}

export async function checkDraft(draft: Draft, rule: DraftRule): Promise<void> {
  if (draft.uploads.some((upload) => upload.bytes.length > MOST_FILE_BYTES))
    throw refusal("RequestEntityTooLarge");
  const faults = new FaultList(rule.at);
  if (draft.uploads.length > MOST_FILES) {
    faults.add(["files"], "BASE_TYPE_MAX_LENGTH", `Must be ${MOST_FILES} or fewer in length.`);
  }
  await checkBody(rule.schema, draft.body, faults);
  const { before } = rule;
  checkMessage(
    draft.body,
    {
      flags: rule.flags,
      uploads: new Map(draft.uploads.map((upload) => [upload.key, upload.name])),
      keepsSomething: before !== undefined && keeps(before, draft),
      before,
    },
    faults,
  );
}

/** Whether the edit keeps content, embeds or files of the message. */
function keeps(before: StoredMessage, { body }: Draft): boolean {
  const content = body["content"] === undefined && before.content !== "";
  const embeds = body["embeds"] === undefined && before.embeds.length > 0;
  const files =
    before.files.length > 0 &&
    (!Array.isArray(body["attachments"]) || listOf(body["attachments"]).length > 0);
  return content || embeds || files;
}

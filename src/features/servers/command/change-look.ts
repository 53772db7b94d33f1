import { imageData } from "../../../base/picture/picture-type.ts";
import type { GivenFile } from "../../../discord/command/controls.ts";
import { readFile } from "../../../discord/rest/read-file.ts";
import type { OwnLook } from "../../../discord/rest/own-look.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { setupCalls } from "../view/calls.ts";
import type { ActionContext } from "../services.ts";
import { showPlace } from "./first-steps.ts";
import { ofServer } from "./show-panel.ts";

/** Of each picture: Discord takes ten, as text a third larger. */
const MOST_BYTES = 7 * 1024 * 1024;

interface TypedLook {
  readonly name?: string | undefined;
  readonly avatar?: GivenFile | undefined;
  readonly banner?: GivenFile | undefined;
}

/** Gives the bot a name and pictures of this server's own; what is left empty stays. */
export async function setLook(
  context: ActionContext<typeof setupCalls.look>,
  { name = "", avatar, banner }: TypedLook,
): Promise<Reply> {
  const place = context.state.in;
  ofServer(context);
  const [face, wide] = await Promise.all([pictureOf(context, avatar), pictureOf(context, banner)]);
  if (face === null || wide === null) return showPlace(context, place, { said: { kind: "no-picture" } });
  return changeLook(context, {
    ...(name.trim() !== "" && { nick: name.trim() }),
    ...(face !== undefined && { avatar: face }),
    ...(wide !== undefined && { banner: wide }),
  });
}

/** Has the bot look here as everywhere else. */
export function resetLook(context: ActionContext<typeof setupCalls.resetLook>): Promise<Reply> {
  return changeLook(context, { nick: null, avatar: null, banner: null });
}

async function changeLook(
  context: ActionContext<typeof setupCalls.resetLook>,
  look: OwnLook,
): Promise<Reply> {
  const { guildId } = ofServer(context);
  const isEmpty = Object.keys(look).length === 0;
  const refused = isEmpty ? undefined : await context.changeOwnLook(guildId, look, context.signal);
  const said =
    refused === undefined ? ({ kind: "saved" } as const) : { kind: "no-look" as const, why: refused.name };
  return showPlace(context, context.state.in, { said });
}

/** Null: unreadable. */
async function pictureOf(
  { signal }: ActionContext,
  file: GivenFile | undefined,
): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readFile(file, { most: MOST_BYTES, signal });
  return (bytes && imageData(bytes)) ?? null;
}

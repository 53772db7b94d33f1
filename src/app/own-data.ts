import { MilepostError, isMilepostError } from "../base/errors.ts";
import type { Asked, Interrupted } from "../discord/command.ts";
import type { Reply } from "../discord/reply.ts";
import type { Character } from "../platform/resources/user.ts";
import { ownEndedReply } from "../views/link.ts";
import { noGameAccountReply } from "../views/progress-notices.ts";
import { type SampleOf, sampleReply } from "../views/progress-sample.ts";
import { mustBeOnHere } from "./guild-visibility.ts";
import { lookOf } from "./look.ts";
import { mustOffer } from "./offered.ts";
import type { PrivateData } from "./private-data.ts";
import type { Services } from "./services.ts";

type Context = Services & Asked;

const SUBJECT = { progress: "progress", stats: "stats", vault: "vault", milestones: "progress" } as const;

/**
 * Answers from the asker's own data; a member who has linked no account gets a sample and how to link one. Throws
 * "not-offered" where private commands are off, "switched-off" in a server that wants none.
 */
export async function withOwnData(
  context: Context,
  command: SampleOf,
  answer: (own: PrivateData) => Promise<Reply>,
): Promise<Reply> {
  mustOffer(context, SUBJECT[command]);
  mustBeOnHere(context);
  if (context.openPrivate === undefined) {
    throw new MilepostError("not-offered", { reason: "private commands are off" });
  }
  const options = (context as { readonly options?: Interrupted["options"] }).options ?? {};
  const link = command === "milestones" ? context.linkCall?.() : context.linkCall?.({ command, options });
  try {
    const own = await context.openPrivate(context, command);
    if (own !== undefined)
      return own.hasGameAccount ? await answer(own) : noGameAccountReply(lookOf(context));
  } catch (error) {
    if (link === undefined || !isMilepostError(error, "sign-in-needed")) throw error;
    return ownEndedReply(link, lookOf(context));
  }
  return sampleReply({ subject: command, platform: context.profile.name, link }, lookOf(context));
}

/** Labels and order only: a platform that fails at them is no reason to fail. */
export async function ownCharacters(context: Context, own: PrivateData): Promise<readonly Character[]> {
  const { platform, signal } = context;
  if (!platform.offers("characters")) return [];
  try {
    return (await own.characters({ signal })).data;
  } catch (error) {
    if (!isMilepostError(error) || error.code === "sign-in-needed") throw error;
    return [];
  }
}

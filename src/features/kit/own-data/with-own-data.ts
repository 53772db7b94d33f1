import { MilepostError, isMilepostError } from "../../../base/errors.ts";
import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Character } from "../../../platform/resources/user.ts";
import {
  ownEndedReply,
  noGameAccountReply,
  whosePlayerReply,
  type SampleOf,
  sampleReply,
} from "../view/own-data.ts";
import { mustBeOnHere } from "../settings/server-visibility.ts";
import { capabilities, requireCapability } from "../command/capabilities.ts";
import { chooseOwn, type CommandContext, type Linking, offerAccounts, waitingState } from "./own-accounts.ts";
import type { PlayerData, PrivateData } from "../../../sessions/use/private-data.ts";
import { linkCalls } from "../view/calls/link.ts";
import { toInt64 } from "../../../base/int64.ts";
import { clip } from "../../../base/text.ts";

const SUBJECT = { progress: "progress", stats: "stats", vault: "vault", milestones: "progress" } as const;

/**
 * Replies with the member's own data, or, where nothing is linked, with a sample and how to link. Members with several
 * accounts can pick another. Throws "not-offered" where private commands are off, "switched-off" in a server that
 * turned them off.
 */
export async function withOwnData(
  context: CommandContext,
  command: SampleOf,
  answer: (own: PrivateData) => Promise<Reply>,
): Promise<Reply> {
  requireCapability(context, capabilities[SUBJECT[command]]);
  mustBeOnHere(context);
  const { linking, profile } = context;
  if (linking === undefined || profile.features.private === false) {
    // Another player's data may still be available.
    if (command === "progress" || command === "stats") return whosePlayerReply(command, context.view);
    throw new MilepostError("not-offered", { reason: "private commands are off" });
  }
  const { options = {}, chosen } = context as {
    readonly options?: InterruptedCommand["options"];
    readonly chosen?: string;
  };
  // The private replies of /milestones have no command to run again.
  if (command === "milestones") await chooseOwn(context, chosen);
  const link = linkCalls.begin(waitingState(command === "milestones" ? undefined : { command, options }));
  try {
    const reply = await heldInMemory(context, linking, async () => {
      const own = await linking.openPrivate(context, command);
      if (own === undefined) return undefined;
      const hasData = command === "vault" ? own.hasVault : own.hasGameAccount;
      return hasData ? answer(own) : noGameAccountReply(context.view);
    });
    if (reply !== undefined) return await offerAccounts(context, command, reply);
  } catch (error) {
    if (!isMilepostError(error, "sign-in-needed")) throw error;
    await endIsTold(linking.sessions, context);
    return offerAccounts(context, command, ownEndedReply(link, context.view));
  }
  return sampleReply({ subject: command, platform: context.profile.name, link }, context.view);
}

/** Limits how many private answers are in memory at once; others wait. */
function heldInMemory<T>(
  { profile, signal }: CommandContext,
  { memory }: Linking,
  work: () => Promise<T>,
): Promise<T> {
  return memory.hold(profile.limits.bodyBytes, signal, work);
}

/** Marks the end of the session as told, since the reply itself says so. */
async function endIsTold(
  sessions: Linking["sessions"],
  { member, reference }: CommandContext,
): Promise<void> {
  try {
    await sessions.store.settleNotices(member.id, "died");
  } catch (error) {
    sessions.log.error("A notice could not be settled", { reference }, error);
  }
}

/** Returns the characters, or none where the platform fails: they only add labels and order. */
export async function ownCharacters(context: CommandContext, own: PlayerData): Promise<readonly Character[]> {
  const { platform, signal } = context;
  if (!platform.offers("characters")) return [];
  try {
    return (await own.characters({ signal })).data;
  } catch (error) {
    if (!isMilepostError(error) || error.code === "sign-in-needed") throw error;
    return [];
  }
}

const TYPED_LENGTH = 100;

/** Returns the character meant by an id, a label or its beginning, or a number in the list. */
export function ownCharacterFor<
  Character extends { readonly id: string; readonly label?: string | undefined },
>(characters: readonly Character[], typed: string): Character | undefined {
  const wanted = fold(clip(typed, TYPED_LENGTH));
  if (wanted === "") return undefined;
  const id = typed.trim();
  return (
    characters.find((one) => one.id === id || one.id === toInt64(id)) ??
    characters.find(({ label = "" }) => fold(label) === wanted) ??
    characters.find(({ label = "" }) => fold(label).startsWith(wanted)) ??
    (/^\d$/.test(wanted) ? characters[Number(wanted) - 1] : undefined)
  );
}

function fold(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

import { MilepostError, isMilepostError } from "../../../base/errors.ts";
import type { InterruptedCommand } from "../../../discord/command/invocation-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Character } from "../../../platform/resources/user.ts";
import { ownEndedReply, noGameAccountReply, whosePlayerReply } from "../view/empty-replies.ts";
import { type SampleOf, sampleReply } from "../view/sample-reply.ts";
import { mustBeOnHere } from "../server-visibility.ts";
import { capabilities, requireCapability } from "../capabilities.ts";
import { chooseOwn, offerAccounts } from "./own-accounts.ts";
import type { PlayerData, PrivateData } from "./private-data.ts";
import type { CommandContext } from "../command-context.ts";
import { linkCalls } from "../view/calls/link.ts";
import { waitingState } from "../interrupted-command.ts";
import type { Linking } from "../../services.ts";

const SUBJECT = { progress: "progress", stats: "stats", vault: "vault", milestones: "progress" } as const;

/**
 * Answers from the asker's own data; a member who has linked no account gets a sample and how to link one, one with
 * several accounts a list to choose another from. Throws "not-offered" where private commands are off,
 * "switched-off" in a server that wants none.
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
    // Another player's can still be asked for.
    if (command === "progress" || command === "stats") return whosePlayerReply(command, context.view);
    throw new MilepostError("not-offered", { reason: "private commands are off" });
  }
  const { options = {}, chosen } = context as {
    readonly options?: InterruptedCommand["options"];
    readonly chosen?: string;
  };
  // The answers of /milestones to whoever pressed have no command of their own to run anew.
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

/** However many ask at once, the answers of a few are in memory; the others wait. */
function heldInMemory<T>(
  { profile, signal }: CommandContext,
  { memory }: Linking,
  work: () => Promise<T>,
): Promise<T> {
  return memory.hold(profile.limits.bodyBytes, signal, work);
}

/** The answer itself says that the session has ended: no notice says so again. */
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

/** Labels and order only: a platform that fails at them is no reason to fail. */
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

import { InteractionType, MessageFlags } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { Markdown } from "../../base/markdown.ts";
import type { AnyAction } from "../command/controls.ts";
import type { Visibility } from "../command/command.ts";
import type { InvocationContext, InvocationSite, Member } from "../command/invocation-context.ts";
import type { ReadControl } from "./custom-id.ts";
import { isV2 } from "../reply/message.ts";
import type { Invocation, Plan, RunPlan } from "./invocation.ts";

/** Decides where replies to public commands may appear. */
export type VisibilityFor = (asked: {
  /** The command as typed: `trending`, `announce board`. */
  readonly command: string;
  readonly member: Member;
  readonly place: InvocationSite;
}) => Visibility | Promise<Visibility>;

interface Housed {
  readonly visibilityFor?: VisibilityFor | undefined;
}

type Answer = Pick<RunPlan, "acknowledge" | "isEphemeral" | "isClassic" | "ownerId"> & {
  /** Whether the reply is private only because of where the command was used. */
  readonly isHeldBack?: boolean;
};

/**
 * Decides who may use the control and where the reply appears. The owner claimed in a custom id is proved later, by the
 * tag.
 */
export async function answerTo<Services>(
  { incoming, member, site }: Invocation,
  { ownerId, command, planner }: ReadControl & { readonly planner: Housed },
  action: Pick<AnyAction<Services>, "for" | "others" | "answer">,
): Promise<Answer> {
  const privately: Answer = { acknowledge: "reply", isEphemeral: true, ownerId: member.id };
  if (action.for === "anyone") return privately;
  if (ownerId === undefined) throw stale("a control without an owner");
  if (action.for === "admins" && !member.isAdmin) throw new MilepostError("admins-only");
  if (action.for === "moderators") {
    if (!member.isModerator) throw new MilepostError("moderators-only");
  } else if (ownerId !== member.id) {
    if (action.others === "copy") return privately;
    throw new MilepostError("not-yours");
  }
  const isClassic = incoming.message !== undefined && !isV2(incoming.message);
  switch (action.answer) {
    case "private":
      return privately;
    case "public": {
      const allowed = (await planner.visibilityFor?.({ command, member, place: site })) ?? "public";
      const isHeldBack = !isUninvited(site) && allowed === "private";
      const isEphemeral = isUninvited(site) || isHeldBack;
      return { acknowledge: "update", isEphemeral, isClassic, ownerId: member.id, isHeldBack };
    }
    case "edit": {
      if (incoming.type === InteractionType.ModalSubmit && incoming.message === undefined) return privately;
      const isEphemeral = ((incoming.message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      return { acknowledge: "update", isEphemeral, isClassic, ownerId };
    }
  }
}

/** Returns whether the server did not install the bot: then nothing may be posted there. */
export function isUninvited(site: Invocation["site"]): boolean {
  return site.kind === "guild" && !site.isInstalledHere;
}

export function stale(reason: string): MilepostError {
  return new MilepostError("stale-control", { reason });
}

/** Returns the note under a reply that is private because of the channel: where it would be public. */
export type HeldBackNote = (asked: Pick<InvocationContext, "site" | "locale">) => Markdown | undefined;

/** Adds that note to the reply. */
export function held(
  plan: Plan,
  { heldBackNote }: { readonly heldBackNote?: HeldBackNote | undefined },
): Plan {
  if (heldBackNote === undefined) return plan;
  if (plan.kind === "modal")
    return plan.otherwise === undefined ? plan : { ...plan, otherwise: noted(plan.otherwise, heldBackNote) };
  return noted(plan, heldBackNote);
}

function noted(plan: RunPlan, note: HeldBackNote): RunPlan {
  return {
    ...plan,
    async run(asked, running) {
      const reply = await plan.run(asked, running);
      const text = note(asked);
      return text === undefined ? reply : { ...reply, blocks: [...reply.blocks, { type: "text", text }] };
    },
  };
}

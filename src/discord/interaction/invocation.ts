import type { InvocationContext, InvocationSite, Member, Running } from "../command/invocation-context.ts";
import type { FieldTable, ModalView } from "../command/modal.ts";
import { type Incoming, memberOf, placeOf } from "./incoming.ts";
import type { ActionCall, Reply } from "../reply/reply.ts";
import { ENGLISH, spokenLocale } from "../../messages/languages.ts";

/** One interaction on its way: who asked, where, and the reference its failure would carry. */
export interface Invocation {
  readonly incoming: Incoming;
  readonly member: Member;
  readonly site: InvocationSite;
  readonly reference: string;
  /** The language chosen for public answers here; else it is the server's own. */
  readonly publicLocale?: string | undefined;
}

/** How a command or a press will be answered: by what a run gives, or by a modal. */
export type Plan = RunPlan | OpenPlan;

export interface RunPlan {
  readonly kind: "command" | "press";
  /** For logs and metrics: `trending`, `remind new`, `trending/page`. */
  readonly name: string;
  readonly acknowledge: "reply" | "update";
  /** The answer is ephemeral, or edits a message that is. */
  readonly isEphemeral: boolean;
  /** It edits a message that is not made of components alone, as posts are: the answer is not either. */
  readonly isClassic?: boolean;
  /** Who owns the controls of the answer. */
  readonly ownerId: string;
  /** It may run before it is acknowledged, as `Subcommand` says. */
  readonly isReadOnly?: boolean | undefined;
  run(asked: InvocationContext, running: Running): Promise<Reply>;
  /** The answer once more, with what else is to be told; itself where that is nothing. Asked for once it is given. */
  readonly afterReply?: ((asked: InvocationContext, reply: Reply) => Promise<Reply>) | undefined;
}

export interface OpenPlan {
  readonly kind: "modal";
  readonly name: string;
  readonly ownerId: string;
  /** What runs where `open` gives no modal. */
  readonly otherwise?: RunPlan;
  open(asked: InvocationContext): OpenedModal | undefined;
}

export interface OpenedModal {
  readonly fields: FieldTable;
  readonly view: ModalView<FieldTable>;
  /** What its submission calls. */
  readonly call: ActionCall;
  readonly isAnyones: boolean;
}

/** Undefined when the interaction names nobody. */
export function invocationOf(incoming: Incoming, random: () => number): Invocation | undefined {
  const member = memberOf(incoming);
  return member && { incoming, member, site: placeOf(incoming), reference: newReference(random) };
}

/**
 * The language whoever will read the answer is answered in: words, numbers, and what the platform is asked for are in
 * the same one.
 */
export function localeOf({ incoming, publicLocale }: Invocation, isPrivate: boolean): string {
  const own = incoming.locale ?? ENGLISH;
  return spokenLocale(isPrivate ? own : (publicLocale ?? incoming.guild_locale ?? own));
}

const REFERENCE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/** Eight letters that can be read out. */
function newReference(random: () => number): string {
  let reference = "";
  for (let index = 0; index < 8; index += 1) {
    reference += REFERENCE_LETTERS[Math.floor(random() * REFERENCE_LETTERS.length)] ?? "2";
  }
  return reference;
}

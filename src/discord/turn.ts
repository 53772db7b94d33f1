import type { Asked, Member, Place } from "./command.ts";
import { type Incoming, memberOf, placeOf } from "./incoming.ts";
import type { Reply } from "./reply.ts";

/** One interaction on its way: who asked, where, and the reference its failure would carry. */
export interface Turn {
  readonly incoming: Incoming;
  readonly member: Member;
  readonly place: Place;
  readonly reference: string;
}

/** How a command or a press will be answered. */
export interface Plan {
  /** For logs and metrics: `trending`, `trending/page`. */
  readonly name: string;
  readonly acknowledge: "reply" | "update";
  /** The answer is ephemeral, or edits a message that is. */
  readonly isEphemeral: boolean;
  /** Who owns the controls of the answer. */
  readonly ownerId: string;
  run(asked: Asked): Promise<Reply>;
}

/** Undefined when the interaction names nobody. */
export function turnOf(incoming: Incoming, random: () => number): Turn | undefined {
  const member = memberOf(incoming);
  return member && { incoming, member, place: placeOf(incoming), reference: newReference(random) };
}

/** The language of whoever will read the answer. */
export function localeOf({ incoming }: Turn, isPrivate: boolean): string {
  const own = incoming.locale ?? "en-US";
  return isPrivate ? own : (incoming.guild_locale ?? own);
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

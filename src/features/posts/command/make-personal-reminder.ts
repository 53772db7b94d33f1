import type { MemberZone } from "../../kit/member-zone.ts";
import type { MakeResult } from "../reminder-service.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import type { CommandContext } from "../services.ts";

interface OwnReminder {
  readonly rule: Rule;
  readonly zone: MemberZone;
  readonly about: Pick<ReminderContent, "subject" | "title" | "kinds">;
}

/** Creates a reminder of the member's own, sent to their DMs. */
export function makeOwn(
  { member, locale, reminders }: CommandContext,
  { rule, zone: { zone, quiet }, about }: OwnReminder,
): Promise<MakeResult> {
  return reminders.make({
    ownerId: member.id,
    destinations: [{ kind: "dm", target: member.id }],
    rule,
    content: { ...about, purpose: "personal", locale, zone, skipIfDone: false, publish: false },
    ...(quiet !== undefined && { quiet }),
  });
}

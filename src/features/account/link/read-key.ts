import { createKeyCredential } from "../../../platform/member-key.ts";
import { readKey } from "../../../sessions/paste/read-key.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import { checkCredential, type LinkOutcome, type PastedLink, whileChecking } from "./read-paste.ts";

/** Reads a member's own key from their paste, and asks the platform whose it is. */
export async function linkByKey(
  sessions: MemberSessions,
  { memberId, pasted, signal, reference }: PastedLink,
): Promise<LinkOutcome> {
  const { key, hosts } = sessions.place;
  const reading = readKey(pasted);
  if (reading.kind === "refused") return reading;
  if (reading.kind === "unreadable" || key === undefined) return { kind: "key", why: "unreadable" };
  const jar = createKeyCredential(reading.key, { hosts, key });
  const outcome = await whileChecking(sessions, memberId, (check) =>
    checkCredential(sessions, { check, jar, signal, reference }),
  );
  const isRefused = outcome.kind === "ended" || outcome.kind === "not-registered";
  return isRefused ? { kind: "key", why: "refused" } : outcome;
}

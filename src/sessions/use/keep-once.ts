import type { Credential } from "../../platform/credential.ts";
import type { MemberSessions } from "./member-sessions.ts";
import type { OnceSession, Waiting } from "./waiting-secrets.ts";

/** A few concurrent uses are usual; more means that something is wrong. */
const MOST_TRIES = 8;

/** Returns the current session that is used once; undefined where it has expired or was replaced. */
export async function rereadOnce(
  { waiting }: Pick<MemberSessions, "waiting">,
  { secret }: Waiting<OnceSession>,
): Promise<Waiting<OnceSession> | undefined> {
  const now = await waiting.once.get(secret.discordId);
  return now?.secret.id === secret.id ? now : undefined;
}

/**
 * Stores a renewal of a session that is used once. Returns false once that has expired. A failing database is logged:
 * the member then links again.
 */
export async function keepOnce(
  { waiting, log }: MemberSessions,
  once: Waiting<OnceSession>,
  { jar, reference }: { readonly jar: Credential; readonly reference?: string | undefined },
): Promise<boolean> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = await rereadOnce({ waiting }, once);
      if (now === undefined) return false;
      jar.adopt(now.value.jar.serialise());
      if (await waiting.once.change(now, { ...now.value, jar })) return true;
    }
  } catch (error) {
    log.error("A renewed session that is used once could not be kept", { reference }, error);
  }
  return true;
}

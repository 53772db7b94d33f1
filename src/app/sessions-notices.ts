import type { AnyCommand, AnySubcommand, Asked, CommandEntry } from "../discord/command.ts";
import type { Reply } from "../discord/reply.ts";
import type { SessionSummary } from "../sessions/session.ts";
import { type SessionNotice, withNoticesAbove } from "../views/sessions-notices.ts";
import { lookOf } from "./look.ts";
import type { Services } from "./services.ts";
import type { MemberSessions } from "./sessions.ts";

type Context = Services & Asked;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Cookies that live shorter are near their end when this part of their life is left. */
const LAST_PART = 0.2;
const MOST_WARNED = 10_000;

/** The same commands, whose private answers tell the member what there is to tell about their sessions. */
export function tellingNotices(
  commands: readonly CommandEntry<Services>[],
): readonly CommandEntry<Services>[] {
  return commands.map((command) =>
    "subcommands" in command
      ? { ...command, subcommands: mapValues(command.subcommands, telling) }
      : telling<AnyCommand<Services>>(command),
  );
}

function telling<C extends AnySubcommand<Services>>(command: C): C {
  return {
    ...command,
    run: async (context: Parameters<C["run"]>[0]) => addNotices(context, await command.run(context)),
  };
}

/** An answer only the member sees, with what they have to be told above it, once. */
export async function addNotices(context: Context, reply: Reply): Promise<Reply> {
  const { sessions, member, isPrivate } = context;
  if (sessions === undefined || !isPrivate) return reply;
  const told = await sessions.takeNotices(member.id);
  const soon = told.length > 0 ? [] : await endingSoon(sessions, member.id);
  return withNoticesAbove([...told.map((notice) => ({ notice })), ...soon], reply, lookOf(context));
}

/** A session whose cookies end soon, where that is known; told once for each end. */
async function endingSoon(sessions: MemberSessions, memberId: string): Promise<readonly SessionNotice[]> {
  const { store, clock, warned } = sessions;
  const linked = await store.list(memberId);
  const active = linked.find(({ isActive, state }) => isActive && state !== "dead");
  if (active?.expiresAt === undefined || !isNearEnd(active, active.expiresAt, clock.now())) return [];
  const mark = `${active.id} ${active.expiresAt}`;
  if (warned.has(mark)) return [];
  if (warned.size >= MOST_WARNED) warned.clear();
  warned.add(mark);
  return [{ notice: "expires-soon", at: active.expiresAt }];
}

function isNearEnd({ renewedAt }: SessionSummary, expiresAt: number, now: number): boolean {
  const left = expiresAt - now;
  return left > 0 && left < Math.min(DAY_MS, (expiresAt - renewedAt) * LAST_PART);
}

function mapValues<T>(
  values: Readonly<Record<string, T>>,
  map: (value: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

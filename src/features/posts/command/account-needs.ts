import { isMilepostError } from "../../../base/errors.ts";
import { type Markdown, md } from "../../../base/markdown.ts";
import { readProgress, type CharacterProgress } from "../../../game/progress.ts";
import { findStat, readAccountStats } from "../../../game/stats.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { buttons, text, toned } from "../../../discord/reply/build.ts";
import type { AccountNeed } from "../../../schedule/subject.ts";
import type { PrivateData } from "../../../sessions/use/private-data.ts";
import { foldCase, wholeNumber } from "../../../base/text.ts";
import { capabilities, hasCapability } from "../../kit/command/capabilities.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import { mustBeOnHere } from "../../kit/settings/server-visibility.ts";
import { linkButtonOf } from "../../kit/view/own-data.ts";
import { lines, notice } from "../../kit/view/parts.ts";
import { statName } from "../../kit/view/stat-words.ts";
import { count, roleMention } from "../../kit/view/view-context.ts";
import { datedSubjectsNow } from "../read/suggest-reminders.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { needWords } from "../view/account-needs.ts";
import type { ActionContext } from "../services.ts";
import { refusedReply, saveChanges } from "./save-announcement.ts";
import { withAnnouncement } from "./who-manages.ts";

/** Whether an account shows it; otherwise the number it shows, if any, or that nobody can tell. */
type Shown = { readonly has: true } | { readonly has: false; readonly value?: number } | "unknown";

/**
 * Returns why whoever presses doesn't get the role yet; undefined where their own account, read now with their session,
 * shows what it takes. Throws "switched-off" in a server that turned private commands off.
 */
export async function missingFor(
  context: ActionContext,
  roleId: string,
  need: AccountNeed,
): Promise<Reply | undefined> {
  const { linking, profile, signal, view } = context;
  const { needs } = view.texts.announce;
  mustBeOnHere(context);
  const say = (why: string | Markdown, canLink: boolean): Reply =>
    toned(
      "notice",
      text(lines([needs.missing(roleMention(roleId), needWords(need, view)), why]) ?? ""),
      buttons(canLink && linkButtonOf(view.texts.link.button, {})),
    );
  if (linking === undefined || profile.features.private === false) return notice(needs.off);
  try {
    return await linking.memory.hold(profile.limits.bodyBytes, signal, async () => {
      const own = await linking.openPrivate(context, "announce");
      if (own === undefined) return say(needs.unlinked, true);
      if (need.kind === "linked") return undefined;
      const shown = own.hasGameAccount ? await SHOWS[need.kind](context, own, need as never) : "unknown";
      if (shown === "unknown") return say(needs.unknown, false);
      if (shown.has) return undefined;
      return say(shown.value === undefined ? needs.open : needs.has(count(view, shown.value)), false);
    });
  } catch (error) {
    if (isMilepostError(error, "sign-in-needed")) return say(needs.ended, true);
    if (isMilepostError(error, "private")) return say(needs.unknown, false);
    throw error;
  }
}

type Shows<Kind extends AccountNeed["kind"]> = (
  context: ActionContext,
  own: PrivateData,
  need: Extract<AccountNeed, { kind: Kind }>,
) => Promise<Shown>;

const SHOWS: { readonly [Kind in Exclude<AccountNeed["kind"], "linked">]: Shows<Kind> } = {
  async level(context, own, { of, least }) {
    const characters = await charactersOf(context, own);
    const tracks = characters.flatMap(({ progressions, factions }) =>
      of === undefined ? progressions : [...progressions, ...factions],
    );
    const hashesIn = (table: string) => tracks.filter((one) => one.table === table).map(({ hash }) => hash);
    const wanted = { progression: hashesIn("progression"), faction: hashesIn("faction") };
    const names = of === undefined ? undefined : await lookUpNames(context, wanted, characters[0]?.names);
    const fits = ({ table, hash }: (typeof tracks)[number]) =>
      of === undefined || foldCase(names?.of(table, hash)?.name ?? "") === foldCase(of);
    return atLeast(
      least,
      tracks.filter(fits).flatMap(({ level }) => level ?? []),
    );
  },
  async milestone(context, own, { hash }) {
    const milestones = (await charactersOf(context, own)).flatMap((character) => character.milestones);
    const states = new Set(milestones.filter((one) => one.hash === hash).map(({ state }) => state));
    if (states.has("done") || states.has("claimable")) return { has: true };
    return states.has("open") ? { has: false } : "unknown";
  },
  async stat(context, own, { of, least }) {
    const { data } = await own.statsAccount({ signal: context.signal });
    const { merged, modes } = readAccountStats(data, context.profile.units);
    const tables = [...(merged === undefined ? [] : [merged]), ...modes.map(({ table }) => table)];
    const found = tables.flatMap((table) => findStat(table, of, (id) => statName(id, context.view)) ?? []);
    return atLeast(
      least,
      found.map(({ total }) => total.value),
    );
  },
};

async function charactersOf(
  { signal }: ActionContext,
  own: PrivateData,
): Promise<readonly CharacterProgress[]> {
  const { data, names } = await own.progression({ signal });
  const reading = readProgress(data, [], names);
  return reading.state === "shown" ? reading.characters : [];
}

function atLeast(least: number, values: readonly number[]): Shown {
  if (values.length === 0) return "unknown";
  const value = Math.max(...values);
  return value >= least ? { has: true } : { has: false, value };
}

/** Returns what the platform can tell of accounts. */
export function needKinds(context: Pick<ActionContext, "platform" | "profile">) {
  const kinds = ["none", "linked"] as const;
  const ofProgress = hasCapability(context, capabilities.progress) ? (["level", "milestone"] as const) : [];
  const ofStats = context.platform.offers("stats.account") ? (["stat"] as const) : [];
  return [...kinds, ...ofProgress, ...ofStats];
}

interface TypedNeed {
  readonly kind: string | undefined;
  readonly of?: string | undefined;
  readonly least?: string | undefined;
}

/** Sets what an account must show for the button's role, or that it needs nothing. */
export function submitNeeds(
  context: ActionContext<typeof announceCalls.needsForm>,
  typed: TypedNeed,
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) => {
    const { refused } = context.view.texts.announce.needs;
    const again = announceCalls.needsForm({ ...context.state, ...typed, rev: announcement.revision });
    const need = await readNeed(context, typed);
    if (typeof need === "string") return refusedReply(context, md`${refused[need]}`, again);
    const { needs: _, ...offers } = announcement.content.offers ?? {};
    const content = {
      ...announcement.content,
      offers: { ...offers, ...(need !== undefined && { needs: need }) },
    };
    return saveChanges(context, { announcement, editing: context.state, again }, { content });
  });
}

/** Undefined: nothing. */
async function readNeed(
  context: ActionContext,
  { kind, of = "", least = "" }: TypedNeed,
): Promise<AccountNeed | undefined | "least" | "of" | "milestone"> {
  const name = of.trim();
  const number = wholeNumber(least);
  switch (kind) {
    case "linked":
      return { kind };
    case "level":
      return number === undefined ? "least" : { kind, least: number, ...(name !== "" && { of: name }) };
    case "stat":
      if (name === "") return "of";
      return number === undefined ? "least" : { kind, of: name, least: number };
    case "milestone": {
      const things = await datedSubjectsNow(context.reminders, context);
      const found = things.find(
        ({ subject, label }) => subject.kind === "milestone" && foldCase(label) === foldCase(name),
      );
      return found?.subject.kind === "milestone"
        ? { kind, hash: found.subject.hash, title: found.label }
        : "milestone";
    }
    case undefined:
    default:
      return undefined;
  }
}

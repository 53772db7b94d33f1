import { defineCommand } from "../src/features/shared/define-command.ts";
import { explanation } from "../src/features/shared/explain.ts";
import { isOnHere } from "../src/features/shared/server-visibility.ts";
import { hasCapability } from "../src/features/shared/capabilities.ts";
import { isMilepostError } from "../src/base/errors.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { type PlatformStatus, helpReply } from "../src/features/help/view/help.ts";
import type { CommandContext } from "../src/features/shared/command-context.ts";
import { helpCalls, type HelpSection } from "../src/features/help/calls.ts";

/** Of one's own data: nothing to tell of where private commands are off. */
const PRIVATE: ReadonlySet<string> = new Set(["progress", "stats", "vault"]);

export default defineCommand({
  name: "help",
  visibility: "private",
  options: {},
  calls: helpCalls,
  controls: {
    section: {
      for: "owner",
      others: "copy",
      answer: "edit",
      run: ({ state, ...context }) => showSection(context, state.section ?? "overview"),
    },
  },

  run: (context) => showSection(context, "overview"),
});

async function showSection(context: CommandContext, section: HelpSection): Promise<Reply> {
  const { member, site, operator, profile } = context;
  return helpReply(
    {
      section,
      platform: profile.name,
      commands: offeredCommands(context),
      operator,
      admin:
        member.isAdmin && site.kind === "guild"
          ? {
              isInstalled: site.isInstalledHere,
              canSetUp: context.guilds !== undefined,
              canAnnounce: context.reminders !== undefined,
            }
          : undefined,
      idleDays: context.sessions?.idleDays,
      status: section === "status" ? await askPlatform(context) : undefined,
    },
    context.view,
  );
}

function offeredCommands(context: CommandContext) {
  const texts = context.messages(context.locale).commands;
  const names = ["trending", "milestones", "profile", "progress", "stats", "vault"] as const;
  const offered = names
    .filter((name) => hasCapability(context, name))
    .filter((name) => (context.openPrivate !== undefined && isOnHere(context)) || !PRIVATE.has(name));
  const reminds = context.reminders === undefined ? [] : (["remind"] as const);
  const own = context.sessions === undefined ? [] : (["link", "unlink", "me"] as const);
  return [...offered, ...reminds, ...own, "help" as const].map((name) => ({
    name,
    description: texts[name].description,
  }));
}

/** Asks the platform for whatever is public and cheap, to see how it is. */
async function askPlatform(context: CommandContext): Promise<PlatformStatus> {
  const { platform, locale, signal } = context;
  try {
    if (platform.offers("trending.list"))
      return stateOf(await platform.trendingList({ page: 0, locale, signal }));
    if (platform.offers("milestones.public"))
      return stateOf(await platform.milestonesPublic({ locale, signal }));
    return { state: "unasked" };
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return { state: "failed", what: explanation(error, context.messages(locale)).title };
  }
}

function stateOf(dated: {
  readonly at: number;
  readonly isStale: boolean;
  readonly isMaintenance?: boolean;
}): PlatformStatus {
  if (!dated.isStale) return { state: "fresh", at: dated.at };
  return { state: dated.isMaintenance === true ? "maintenance" : "stale", at: dated.at };
}

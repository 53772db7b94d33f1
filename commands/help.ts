import { type MilepostCommand, copied } from "../src/features/kit/command/define-command.ts";
import type { Services } from "../src/features/services.ts";
import { explanation } from "../src/features/kit/command/explain.ts";
import { isOnHere } from "../src/features/kit/settings/server-visibility.ts";
import { capabilities, hasCapability, isAnswerable } from "../src/features/kit/command/capabilities.ts";
import { isMilepostError } from "../src/base/errors.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { boardChoices } from "../src/features/posts/command/manage-board.ts";
import { defineCommand, type CommandContext } from "../src/features/kit/own-data/own-accounts.ts";
import {
  type PlatformStatus,
  helpReply,
  helpCalls,
  type HelpSection,
} from "../src/features/help/view/help.ts";

/** An answer of the platform that old still says how it is. */
const STATUS_AGE_MS = 10_000;

/** Returns /help, which tells of these commands and itself. */
export default function createHelp(others: readonly MilepostCommand<Services>[]) {
  return defineCommand({
    name: "help",
    visibility: "private",
    isReadOnly: true,
    options: {},
    calls: helpCalls,
    controls: {
      section: {
        ...copied,
        run: ({ state, ...context }) => showSection(context, others, state.section ?? "overview"),
      },
    },

    run: (context) => showSection(context, others, "overview"),
  });
}

/** What the first sentence of the overview says that there is. */
const SHOWN = [capabilities.trending, capabilities.milestones, capabilities.profile];

async function showSection(
  context: CommandContext,
  others: readonly MilepostCommand<Services>[],
  section: HelpSection,
): Promise<Reply> {
  const { member, site, operator, profile } = context;
  return helpReply(
    {
      section,
      platform: profile.name,
      hasAll: SHOWN.every((capability) => hasCapability(context, capability)),
      commands: offeredCommands(context, others),
      operator,
      admin:
        member.isAdmin && site.kind === "guild"
          ? {
              isInstalled: site.isInstalledHere,
              hasBoards: Object.values(boardChoices.what).some((capability) =>
                hasCapability(context, capability),
              ),
            }
          : undefined,
      idleDays: context.linking?.sessions.idleDays,
      status: section === "status" ? await askPlatform(context) : undefined,
    },
    context.view,
  );
}

function offeredCommands(context: CommandContext, others: readonly MilepostCommand<Services>[]) {
  const texts: Readonly<Record<string, { readonly description: string }>> = context.messages(
    context.locale,
  ).commands;
  const names = others.filter((command) => isOffered(command, context)).map(({ name }) => name);
  return [...names, "help"].map((name) => ({ name, description: texts[name]?.description ?? "" }));
}

/** Whether members can use it here; what is for admins is told of apart. */
function isOffered(command: MilepostCommand<Services>, context: CommandContext): boolean {
  if (command.forAdmins === true || !isAnswerable(command, context)) return false;
  return command.of !== "own-data" || isOnHere(context);
}

/** Asks the platform for whatever is public and cheap, to see how it is. */
async function askPlatform(context: CommandContext): Promise<PlatformStatus> {
  const { platform, locale, signal } = context;
  const options = { locale, signal, maxAgeMs: STATUS_AGE_MS };
  try {
    if (platform.offers("trending.list")) return await platform.trendingList({ page: 0, ...options });
    if (platform.offers("milestones.public")) return await platform.milestonesPublic(options);
    return "unasked";
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return { failed: explanation(error, context.messages(locale)).title };
  }
}

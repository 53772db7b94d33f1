import { systemClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import type { GuideTargets } from "../discord/smoke-guide.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost smoke --channel ID [--guide [--member ID] [--news ID] [--forum ID] [--role ID]]

Tries DISCORD_TOKEN against Discord in one channel of a server the bot is in. It needs View Channel and Send
Messages there. What it makes it takes away again.

With --guide it also does what only you can look at, and asks what you see: a command you type, a pinned message
(Pin Messages); with your own id as --member a direct message and its notification; with --news a post of an
announcement channel at a server that follows it; with --forum a post of a forum; with --role a role given to --member
and taken again (Manage Roles). Stop the bot itself meanwhile.
`;

const OPTIONS = {
  channel: { type: "string" },
  guide: { type: "boolean" },
  member: { type: "string" },
  news: { type: "string" },
  forum: { type: "string" },
  role: { type: "string" },
} as const;
const ID = /^\d{15,20}$/;

/** `milepost smoke --channel ID`: fails when a step does. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const { stdout, stderr, env } = context;
  const { guide: isGuided = false, ...ids } = readArguments(args, OPTIONS)?.values ?? {};
  const { channel: channelId, ...others } = ids;
  const token = env["DISCORD_TOKEN"]?.trim();
  if (channelId === undefined || !Object.values(ids).every((id) => ID.test(id))) return undefined;
  if (!isGuided && Object.keys(others).length > 0) return undefined;
  if (token === undefined || token === "") {
    const where = "the token stands in Discord's developer portal, under Bot";
    return endWith(2, stderr, `DISCORD_TOKEN is not set: ${where}.\n`);
  }
  const terminal = isGuided ? openTerminal(context.stdin, stdout) : undefined;
  if (isGuided && terminal === undefined) return endWith(2, stderr, "--guide asks you at a terminal.\n");
  const { smoke } = await import("../discord/smoke.ts");
  const ok = await smoke({
    token: new Secret(token),
    apiUrl: env["DISCORD_API_URL"],
    channelId,
    guide: terminal && guideOf(terminal, others, stdout),
    clock: systemClock,
    report: (step) => {
      const mark = step.ok ? "ok    " : "FAILED";
      stdout.write(
        `${mark} ${step.name} (${step.ms} ms)${step.reason === undefined ? "" : `: ${step.reason}`}\n`,
      );
    },
  });
  if (ok) return endWith(0, stdout, "All of it works.\n");
  return endWith(1, stdout, "Stopped at the first failure. What it had made is deleted again.\n");
}

type Ids = Partial<Readonly<Record<"member" | "news" | "forum" | "role", string>>>;

function guideOf(terminal: Terminal, ids: Ids, stdout: CliContext["stdout"]): GuideTargets {
  return {
    memberId: ids.member,
    newsId: ids.news,
    forumId: ids.forum,
    roleId: ids.role,
    tell: (text) => void stdout.write(`${text}\n`),
    ask: async (question) => /^\s*y/i.test((await terminal.ask(`${question} [y/n] `)) ?? ""),
  };
}

import { systemClock } from "../base/clock.ts";
import type { GuideTargets } from "../discord/smoke-guide.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { type CliContext, endWith, readArguments, secretIn } from "./subcommand.ts";

export const usage = `Usage: milepost smoke --channel ID [--guide [--member ID] [--news ID] [--forum ID] [--role ID]]

Tries DISCORD_TOKEN on the real Discord, in one channel where the bot has View Channel and Send Messages. It deletes
what it posts. Stop the bot first.

With --guide it asks what you see: a command you type, a pin (needs Pin Messages), and:
  --member ID   your own Discord ID: a DM and its notification
  --news ID     an announcement channel: its post in a server that follows it
  --forum ID    a forum: a post in it
  --role ID     a role that --member gets and loses again (needs Manage Roles)
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
  const token = secretIn(env, "DISCORD_TOKEN");
  if (channelId === undefined || !Object.values(ids).every((id) => ID.test(id))) return undefined;
  if (!isGuided && Object.keys(others).length > 0) return undefined;
  if (others.role !== undefined && others.member === undefined)
    return endWith(2, stderr, "Add --member: whom to give the role to.\n");
  if (token === undefined) {
    const where = "copy it from Discord's developer portal, your application > Bot";
    return endWith(2, stderr, `DISCORD_TOKEN is not set: ${where}.\n`);
  }
  const terminal = isGuided ? openTerminal(context.stdin, stdout) : undefined;
  if (isGuided && terminal === undefined)
    return endWith(2, stderr, "Run --guide in a terminal: it asks what you see.\n");
  const { smoke } = await import("../discord/smoke.ts");
  const ok = await smoke({
    token,
    apiUrl: env["DISCORD_API_URL"],
    channelId,
    guide: terminal && guideOf(terminal, others, stdout),
    clock: systemClock,
    onInterrupt: context.onInterrupt,
    report: (step) => {
      const mark = step.ok ? "ok    " : "FAILED";
      stdout.write(
        `${mark} ${step.name} (${step.ms} ms)${step.reason === undefined ? "" : `: ${step.reason}`}\n`,
      );
    },
  });
  const untried = ["member", "news", "forum", "role"].filter((name) => !Object.hasOwn(others, name));
  const rest = isGuided && untried.length > 0 ? ` Not tried: --${untried.join(", --")}.` : "";
  if (ok) return endWith(0, stdout, `Every step worked.${rest}\n`);
  return endWith(1, stdout, "Stopped at the first failure. What it posted is deleted.\n");
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

import { Secret } from "../base/secret.ts";
import { readArguments } from "./arguments.ts";
import type { CliContext } from "./context.ts";

export const usage = `Usage: milepost smoke --channel ID

Tries DISCORD_TOKEN against Discord in one channel of a server the bot is in. It needs View Channel and Send
Messages there. What it makes it takes away again.
`;

/** `milepost smoke --channel ID`: 0 when every step went well, 1 when one failed, 2 when called wrongly. */
export async function runSmoke(
  args: readonly string[],
  { stdout, stderr, env }: CliContext,
): Promise<number> {
  const channelId = readArguments(args, { channel: { type: "string" } })?.values.channel;
  const token = env["DISCORD_TOKEN"]?.trim();
  if (channelId === undefined || !/^\d{15,20}$/.test(channelId)) {
    stderr.write(usage);
    return 2;
  }
  if (token === undefined || token === "") {
    stderr.write("DISCORD_TOKEN is not set: the token stands in Discord's developer portal, under Bot.\n");
    return 2;
  }
  const { smoke } = await import("../discord/smoke.ts");
  const ok = await smoke({
    token: new Secret(token),
    apiUrl: env["DISCORD_API_URL"],
    channelId,
    now: () => Date.now(),
    report: (step) => {
      const mark = step.ok ? "ok    " : "FAILED";
      stdout.write(
        `${mark} ${step.name} (${step.ms} ms)${step.reason === undefined ? "" : `: ${step.reason}`}\n`,
      );
    },
  });
  stdout.write(
    ok ? "All of it works.\n" : "Stopped at the first failure. What it had made is deleted again.\n",
  );
  return ok ? 0 : 1;
}

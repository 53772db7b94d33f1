import { systemClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost smoke --channel ID

Tries DISCORD_TOKEN against Discord in one channel of a server the bot is in. It needs View Channel and Send
Messages there. What it makes it takes away again.
`;

/** `milepost smoke --channel ID`: fails when a step does. */
export async function run(
  args: readonly string[],
  { stdout, stderr, env }: CliContext,
): Promise<number | undefined> {
  const channelId = readArguments(args, { channel: { type: "string" } })?.values.channel;
  const token = env["DISCORD_TOKEN"]?.trim();
  if (channelId === undefined || !/^\d{15,20}$/.test(channelId)) return undefined;
  if (token === undefined || token === "") {
    const where = "the token stands in Discord's developer portal, under Bot";
    return endWith(2, stderr, `DISCORD_TOKEN is not set: ${where}.\n`);
  }
  const { smoke } = await import("../discord/smoke.ts");
  const ok = await smoke({
    token: new Secret(token),
    apiUrl: env["DISCORD_API_URL"],
    channelId,
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

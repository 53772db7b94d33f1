import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { runCli } from "../../src/cli/main.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { Keyboard } from "./keyboard.ts";
import { defaultWorld, Ids } from "../../src/playground/discord/world/default-world.ts";

let discord: Awaited<ReturnType<typeof startDiscord>>;
const clock = new MovableClock();
const world = defaultWorld(clock);
beforeAll(async () => {
  discord = await startDiscord({ port: 0, clock, world, log: silentLog, rateLimits: "off" });
});
afterAll(() => discord.close());

interface Given {
  readonly token?: string;
  readonly stdin?: Keyboard;
  readonly onOutput?: (text: string) => void;
  readonly onInterrupt?: (listener: () => void) => void;
}

async function smoke(
  args: readonly string[],
  { token = discord.token, stdin, onOutput = () => {}, ...more }: Given = {},
) {
  let output = "";
  let errors = "";
  const code = await runCli(["smoke", ...args], {
    stdout: {
      write(text) {
        output += text;
        onOutput(text);
      },
    },
    stderr: { write: (text) => (errors += text) },
    env: { DISCORD_TOKEN: token, DISCORD_API_URL: discord.url },
    ...(stdin !== undefined && { stdin }),
    ...more,
  });
  return { code, output, errors };
}

const steps = (output: string) =>
  output
    .split("\n")
    .flatMap((line) => /^(ok|FAILED) +(.+?) \(\d+ ms\)/.exec(line)?.slice(1).join(": ") ?? []);

describe("milepost smoke", () => {
  it("goes through every step and leaves nothing behind", async () => {
    const first = await smoke(["--channel", Ids.general]);
    expect(first.code).toBe(0);
    expect(steps(first.output)).toEqual([
      "ok: knows who it is",
      "ok: connects to the gateway",
      "ok: sees the channel",
      "ok: registers a command",
      "ok: deletes the command",
      "ok: posts a message",
      "ok: edits it",
      "ok: deletes it",
      "ok: posts a message with components",
      "ok: edits it",
      "ok: deletes it",
    ]);
    expect(first.output).toContain("Every step worked.");
  });

  it("stops where it may not post, says Discord's reason, and leaves no command behind", async () => {
    const { code, output } = await smoke(["--channel", Ids.readOnly]);
    expect(code).toBe(1);
    expect(steps(output).slice(-2)).toEqual(["ok: deletes the command", "FAILED: posts a message"]);
    expect(output).toMatch(/Discord answered 403, code 50013/);
  });

  it("ends where Discord's gateway never lets the bot in", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await discord.local.addFault({ kind: "slow-gateway", ms: 3_600_000 });
    const { identifies } = await discord.local.state();
    const ended = smoke(["--channel", Ids.general]);
    await expect.poll(async () => (await discord.local.state()).identifies).toBe(identifies + 1);
    await vi.advanceTimersByTimeAsync(20_000);
    const { code, output } = await ended;
    expect(code).toBe(1);
    expect(output).toContain("no READY within 20 seconds");
  });

  it("says that Discord refuses a wrong token, without repeating it", async () => {
    const { code, output } = await smoke(["--channel", Ids.general], { token: "wrong-token-xyz" });
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILED knows who it is .*Discord answered 401/);
    expect(output).not.toContain("wrong-token-xyz");
  });

  it("says that a channel does not exist", async () => {
    const { code, output } = await smoke(["--channel", "123456789012345678"]);
    expect(code).toBe(1);
    expect(output).toMatch(/FAILED sees the channel .*code 10003/);
  });

  it("leads through what a person has to look at, and takes all of it back", async () => {
    const person = new Keyboard();
    const { local } = discord;
    const roles = String((1n << 10n) | (1n << 11n) | (1n << 16n) | (1n << 28n) | (1n << 51n));
    await local.setRolePermissions({ server: Ids.harbour, role: Ids.harbourBotRole, permissions: roles });
    const typing = { as: Ids.player, channel: Ids.general, command: "milepost-smoke" };
    const others = ["--member", Ids.player, "--news", Ids.announcements, "--forum", Ids.forum];
    const args = ["--channel", Ids.general, "--guide", ...others, "--role", Ids.pingRole];
    const { code, output } = await smoke(args, {
      stdin: person,
      onOutput: (text) => {
        if (text.includes("[y/n]")) person.type("y", "\r");
        if (text.startsWith("Now type")) void local.runCommand(typing);
      },
    });
    expect(output).not.toContain("FAILED");
    expect(code).toBe(0);
    expect(steps(output).slice(11)).toEqual(
      [
        ["acknowledges a command", "replies with a picture", "shows the reply to you only"],
        ["opens a DM", "sends a DM"],
        ["arrives as a DM", "reads well on a lock screen"],
        ["posts in the announcement channel", "publishes it", "reaches a follower"],
        ["posts in the forum", "shows it in the forum"],
        ["posts in the channel", "pins it", "shows it among the pins"],
        ["gives the role", "shows the role", "takes the role away"],
      ]
        .flat()
        .map((name) => `ok: ${name}`),
    );
    expect(await local.history({ as: Ids.player, channel: Ids.announcements })).toEqual([]);
    const left = await local.history({ as: Ids.player, channel: Ids.general });
    expect(left.filter(({ isEphemeral }) => !isEphemeral)).toEqual([]);
  });

  it("stops where the person did not see it", async () => {
    const person = new Keyboard();
    const args = ["--channel", Ids.botCommands, "--guide"];
    const { code, output } = await smoke(args, {
      stdin: person,
      onOutput: (text) => {
        if (text.includes("[y/n]")) person.type("n", "\r");
        if (text.startsWith("Now type"))
          void discord.local.runCommand({
            as: Ids.player,
            channel: Ids.botCommands,
            command: "milepost-smoke",
          });
      },
    });
    expect(code).toBe(1);
    expect(output).toContain("you didn't see it");
  });

  it("deletes what it made where the person ends it while it waits for them", async () => {
    let interrupt: (() => void) | undefined;
    const { code, output } = await smoke(["--channel", Ids.botCommands, "--guide"], {
      stdin: new Keyboard(),
      onInterrupt: (listener) => (interrupt = listener),
      onOutput: (text) => {
        if (text.startsWith("Now type")) interrupt?.();
      },
    });
    expect(code).toBe(1);
    expect(output).toContain("FAILED acknowledges a command");
    expect(output).toContain("you ended it");
    const left = await discord.local.commands({ as: Ids.admin, channel: Ids.botCommands });
    expect(left.map(({ command }) => command.name)).not.toContain("milepost-smoke");
  });

  it("takes no role away that the person had before", async () => {
    const person = new Keyboard();
    const { local } = discord;
    const holder = { server: Ids.harbour, person: Ids.player };
    const before = world.guilds.get(Ids.harbour)?.members.get(Ids.player)?.roles ?? [];
    onTestFinished(async () => void (await local.setMemberRoles({ ...holder, roles: [...before] })));
    await local.setMemberRoles({ ...holder, roles: [...before, Ids.pingRole] });
    const others = ["--member", Ids.player, "--role", Ids.pingRole];
    const { code, output } = await smoke(["--channel", Ids.botCommands, "--guide", ...others], {
      stdin: person,
      onOutput: (text) => {
        if (text.includes("[y/n]")) person.type("y", "\r");
        if (text.startsWith("Now type"))
          void local.runCommand({ as: Ids.player, channel: Ids.botCommands, command: "milepost-smoke" });
      },
    });
    expect([code, output]).toEqual([1, expect.stringContaining("you have it already")]);
    expect(world.guilds.get(Ids.harbour)?.members.get(Ids.player)?.roles).toContain(Ids.pingRole);
  });

  it("asks for no command where Discord posts them elsewhere, and says what it left out", async () => {
    const person = new Keyboard();
    world.application.interactionsEndpointUrl = "https://bot.example/interactions";
    onTestFinished(() => void (world.application.interactionsEndpointUrl = null));
    const { code, output } = await smoke(["--channel", Ids.botCommands, "--guide", "--forum", Ids.forum], {
      stdin: person,
      onOutput: (text) => {
        if (text.includes("[y/n]")) person.type("y", "\r");
      },
    });
    expect([code, output]).toEqual([0, expect.stringContaining("your Interactions Endpoint URL")]);
    expect(output).toContain("Not tried: --member, --news, --role.");
  });

  it("wants somebody to give the role to", async () => {
    const { code, errors } = await smoke(["--channel", Ids.general, "--guide", "--role", Ids.pingRole]);
    expect([code, errors]).toEqual([2, expect.stringContaining("Add --member")]);
  });

  it("leads nobody where no person sits in front", async () => {
    expect(await smoke(["--channel", Ids.general, "--guide"])).toMatchObject({ code: 2 });
  });

  it.each([
    [],
    ["--channel"],
    ["--channel", "general"],
    ["--wrong"],
    ["--channel", Ids.general, "--role", Ids.pingRole],
  ])("explains itself when called with %j", async (...args) => {
    const { code, errors } = await smoke(args);
    expect(code).toBe(2);
    expect(errors).toContain("Usage: milepost smoke --channel ID");
  });

  it("says where the token stands when there is none", async () => {
    const { code, errors } = await smoke(["--channel", Ids.general], { token: " " });
    expect(code).toBe(2);
    expect(errors).toContain("DISCORD_TOKEN is not set");
  });
});

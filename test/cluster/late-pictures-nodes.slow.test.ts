import { expect, it, onTestFinished } from "vitest";

import { plain } from "../../src/base/markdown.ts";
import { messageChanges } from "../../src/cluster/shares.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { Drawn } from "../../src/discord/reply/reply.ts";
import { DEFAULT_LIMITS } from "../../src/discord/interaction/runtime-limits.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { startLoadBalancer } from "../support/load-balancer.ts";
import { Member, textOf } from "../support/member.ts";
import { commandTexts, world } from "../discord/fake-discord.ts";

const card: Drawn = { name: "card.png", bytes: new Uint8Array([1, 2, 3]) };

const call = (action: string) => ({ command: "card", action });

/** A command whose picture is drawn when the test says so, and two buttons below it. */
function slowCard() {
  const drawn = Promise.withResolvers<Drawn>();
  const signals: AbortSignal[] = [];
  const draw = async (signal: AbortSignal) => (signals.push(signal), drawn.promise);
  const command: AnyCommand<object> = {
    name: "card",
    visibility: "public",
    options: {},
    actions: {
      turn: { for: "owner", others: "copy", answer: "edit", run: async () => reply(text("the next page")) },
      whisper: { for: "owner", answer: "private", run: async () => reply(text("psst")) },
    },
    run: async () =>
      reply(
        { type: "picture", picture: { alt: "A card", twin: plain("the words"), draw } },
        buttons(actionButton("Next", call("turn")), actionButton("Whisper", call("whisper"))),
      ),
  };
  return { command, signals, finish: () => drawn.resolve(card) };
}

describeOnPostgres("a picture that is drawn late on one of two nodes", (urls) => {
  /** Asks on one node; whatever is pressed from then on goes to the other. */
  async function askedOnOne() {
    const url = await urls.fresh();
    const scene = await world();
    const balancer = await startLoadBalancer();
    onTestFinished(() => balancer.close());
    const slow = slowCard();
    const startNode = async () => {
      const database = await openDatabase({ url, isShared: true });
      onTestFinished(() => database.close());
      const runtime = scene.bot({
        commands: [slow.command],
        commandTexts: commandTexts(slow.command),
        endpoint: { host: "127.0.0.1", port: 0, url: balancer.url },
        limits: { ...DEFAULT_LIMITS, drawWithinMs: 50 },
        messageChanges: messageChanges(database.nodes),
        retryAfterMs: 10,
      });
      await runtime.start();
      const listening = scene.log.lines.findLast(({ message }) => message === "Listening for interactions");
      return { nodes: database.nodes, address: String(listening?.fields["address"]) };
    };
    const one = await startNode();
    balancer.targets = [one.address];
    const posts = () =>
      scene.log.lines.some(({ message }) => message.startsWith("Discord posts interactions"));
    await expect.poll(posts).toBe(true);
    const other = await startNode();
    await expect.poll(() => [one, other].map(({ nodes }) => nodes.count)).toEqual([2, 2]);
    const member = new Member(scene.people, { as: Ids.player, channel: Ids.general });
    const words = await member.run("card");
    balancer.targets = [other.address];
    const shown = () => scene.people.message({ as: Ids.player, message: words.id });
    return { ...slow, member, words, shown };
  }

  it("does not replace what was pressed meanwhile on the other", async () => {
    const { member, words, shown, signals, finish } = await askedOnOne();
    expect(textOf(words)).toContain("the words");
    await member.press(words, "Next");
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true]);
    finish();
    expect(textOf(await shown())).toContain("the next page");
  });

  it("is still added where what was pressed there has an answer of its own", async () => {
    const { member, words, shown, finish } = await askedOnOne();
    await member.press(words, "Whisper");
    finish();
    await expect.poll(async () => (await shown()).message.attachments.length).toBe(1);
  });
});

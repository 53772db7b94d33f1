import { describe, expect, it, onTestFinished, vi } from "vitest";

import { plain } from "../../src/base/markdown.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { Command } from "../../src/discord/command/command.ts";
import type { AnyAction } from "../../src/discord/command/controls.ts";
import { Drawings, LatePictures } from "../../src/discord/reply/drawings.ts";
import type { Drawn, Reply } from "../../src/discord/reply/reply.ts";
import { turns } from "../support/turns.ts";
import { command, dispatchersForTests } from "./dispatch-harness.ts";
import { OTHER, OWNER, pressOf, slash } from "./support.ts";
import { MINUTE } from "../support/time.ts";

const start = dispatchersForTests();
const call = { command: "trending", action: "page" };
const card: Drawn = { name: "card.png", bytes: new Uint8Array([1, 2, 3]) };

/** A picture that is drawn when the test says so. */
class Easel {
  readonly #drawn = Promise.withResolvers<Drawn>();
  readonly ended = Promise.withResolvers<void>();
  signals: AbortSignal[] = [];

  get reply(): Reply {
    return {
      again: call,
      blocks: [
        {
          type: "picture",
          picture: { alt: "A card", twin: plain("the words"), draw: (signal) => this.draw(signal) },
        },
        buttons(actionButton("Next", call)),
      ],
    };
  }

  finish(): void {
    this.#drawn.resolve(card);
  }

  async draw(signal: AbortSignal): Promise<Drawn> {
    this.signals.push(signal);
    signal.addEventListener("abort", () => this.ended.resolve());
    return this.#drawn.promise;
  }
}

const page = (reply: Reply, changes: Partial<AnyAction<object>> = {}): AnyAction<object> => ({
  for: "owner",
  others: "copy",
  answer: "edit",
  run: async () => reply,
  ...changes,
});

const bot = (easel: Easel, isReadOnly = false) =>
  start({
    commands: [command({ isReadOnly, run: async () => easel.reply, actions: { page: page(easel.reply) } })],
  });

/** With files it is a form, whose text holds the JSON. */
const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));
const isPicture = (body: unknown) => textOf(body).includes("attachment://card.png");
const says = (body: unknown, words: string) => textOf(body).includes(words);

/** The custom id of the button that is called so. */
function idOf(body: unknown, label: string): string {
  const found = new RegExp(`"label":"${label}"[^}]*"custom_id":"([^"]+)"`).exec(textOf(body));
  if (found?.[1] === undefined) throw new Error(`no button ${label}`);
  return found[1];
}

describe("a picture that takes long", () => {
  it.each([
    ["a command that acts", false, ["callback", "edit"]],
    // Its words are there soon enough to be the first answer.
    ["one that only reads", true, ["callback"]],
  ])("is told in words, and added when it is there: %s", async (_, isReadOnly, expected) => {
    const easel = new Easel();
    const { ear, dispatcher } = await bot(easel, isReadOnly);
    const asked = slash("trending");
    dispatcher.handle(asked);
    const before = await ear.calledBy(asked.token, expected.length);
    const words = before.at(-1)?.body;
    expect(before.map(({ what }) => what)).toEqual(expected);
    expect([isPicture(words), says(words, "the words"), says(words, "As text")]).toEqual([
      false,
      true,
      false,
    ]);
    easel.finish();
    const added = (await ear.calledBy(asked.token, expected.length + 1)).at(-1);
    expect([added?.what, isPicture(added?.body)]).toEqual(["edit", true]);
    expect([says(added?.body, "the words"), says(added?.body, "As text")]).toEqual([false, true]);
    expect(easel.signals).toHaveLength(1);
  });

  it("that never comes is ended with the bot, which doesn't wait for it", async () => {
    const easel = new Easel();
    const { ear, dispatcher } = await bot(easel);
    const asked = slash("trending");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    expect(await dispatcher.drain(MINUTE)).toBe(true);
    await easel.ended.promise;
    expect(ear.calls).toHaveLength(2);
  });

  it("is not added to what was changed meanwhile", async () => {
    const easel = new Easel();
    const { ear, dispatcher } = await bot(easel);
    const asked = slash("trending");
    dispatcher.handle(asked);
    const [, words] = await ear.calledBy(asked.token, 2);
    const message = { id: "1", flags: 1 << 15, interaction_metadata: { id: asked.id } };
    const pressed = pressOf(idOf(words?.body, "Next"), { message });
    dispatcher.handle(pressed);
    await easel.ended.promise;
    easel.finish();
    await ear.calledBy(pressed.token, 2);
    await dispatcher.drain(MINUTE);
    expect(ear.calls.filter(({ token }) => token === asked.token)).toHaveLength(2);
  });

  it("is not sent again to what was changed while it waited for another try", async () => {
    const easel = new Easel();
    const asked = slash("trending");
    const { ear, dispatcher } = await start({
      commands: [command({ run: async () => easel.reply, actions: { page: page(easel.reply) } })],
      answer: ({ token, body }) => (token === asked.token && isPicture(body) ? { status: 503 } : undefined),
    });
    dispatcher.handle(asked);
    const [, words] = await ear.calledBy(asked.token, 2);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    easel.finish();
    await ear.calledBy(asked.token, 3);
    const message = { id: "1", flags: 1 << 15, interaction_metadata: { id: asked.id } };
    const pressed = pressOf(idOf(words?.body, "Next"), { message });
    dispatcher.handle(pressed);
    await ear.calledBy(pressed.token, 2);
    vi.advanceTimersByTime(1_000);
    await turns();
    expect(ear.calls.filter(({ token }) => token === asked.token)).toHaveLength(3);
  });

  it("is not added to what the run itself shows in its place later", async () => {
    const easel = new Easel();
    const later = Promise.withResolvers<() => Promise<boolean>>();
    const run: Command<object>["run"] = async ({ update }) => {
      later.resolve(() => update(reply(text("signed in"))));
      return easel.reply;
    };
    const { ear, dispatcher } = await start({
      commands: [command({ run, actions: { page: page(easel.reply) } })],
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    await expect.poll(() => dispatcher.load.running).toBe(0);
    expect(await (await later.promise)()).toBe(true);
    easel.finish();
    await easel.ended.promise;
    await dispatcher.drain(MINUTE);
    expect(ear.calls.map(({ body }) => says(body, "signed in"))).toEqual([false, false, true]);
  });

  it("is still added where somebody else pressed, who gets an answer of their own", async () => {
    const easel = new Easel();
    const { ear, dispatcher } = await bot(easel);
    const asked = slash("trending");
    dispatcher.handle(asked);
    const [, words] = await ear.calledBy(asked.token, 2);
    const message = { id: "1", flags: 1 << 15, interaction_metadata: { id: asked.id } };
    const pressed = pressOf(idOf(words?.body, "Next"), { message, by: OTHER });
    dispatcher.handle(pressed);
    await ear.calledBy(pressed.token, 2);
    easel.finish();
    const [, , added] = await ear.calledBy(asked.token, 3);
    expect(isPicture(added?.body)).toBe(true);
  });
});

describe("a picture whose message takes no more", () => {
  it("is added no second time", async () => {
    const easel = new Easel();
    const drawings = new Drawings(() => {});
    const picture = {
      alt: "A card",
      twin: plain("the words"),
      draw: (ending: AbortSignal) => easel.draw(ending),
    };
    const { signal } = new AbortController();
    await drawings.soon([picture], { withinMs: 0, signal });
    easel.finish();
    let added = 0;
    const add = async () => {
      added += 1;
      // Nothing is late from then on.
      if (added > 1) await drawings.soon([], { withinMs: 0, signal });
      return false;
    };
    await new LatePictures(60_000).begin("1", "1").wait(drawings, add);
    expect(added).toBe(1);
  });
});

const replyWith = (draw: () => Promise<Drawn>): Reply => ({
  blocks: [{ type: "picture", picture: { alt: "A card", twin: plain("the words"), draw } }],
});
const named = (name: string): Drawn => ({ name, bytes: new Uint8Array([1]) });

describe("a picture that lacks something", () => {
  it("is replaced when that has come, once, whether it was late itself or not", async () => {
    const came = Promise.withResolvers<Drawn | undefined>();
    const first = Promise.withResolvers<void>();
    const redraw = async () => came.promise;
    const reply = replyWith(async () => {
      await first.promise;
      return { ...named("hurried.png"), redraw };
    });
    const { ear, dispatcher } = await start({ commands: [command({ run: async () => reply })] });
    const asked = slash("trending");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    first.resolve();
    const hurried = (await ear.calledBy(asked.token, 3)).at(-1);
    expect(says(hurried?.body, "attachment://hurried.png")).toBe(true);
    came.resolve(named("whole.png"));
    const whole = (await ear.calledBy(asked.token, 4)).at(-1);
    expect(says(whole?.body, "attachment://whole.png")).toBe(true);
    await dispatcher.drain(MINUTE);
    expect(ear.calls).toHaveLength(4);
  });

  it("stays as it is where that doesn't come", async () => {
    const asked = Promise.withResolvers<void>();
    const redraw = async () => {
      asked.resolve();
      return undefined;
    };
    const reply = replyWith(async () => ({ ...named("hurried.png"), redraw }));
    const { ear, dispatcher } = await start({ commands: [command({ run: async () => reply })] });
    dispatcher.handle(slash("trending"));
    await asked.promise;
    await dispatcher.drain(MINUTE);
    expect(ear.calls.map(({ what }) => what)).toEqual(["callback", "edit"]);
  });
});

describe("a picture's words", () => {
  it("are one press away, in its place, and so is the picture again", async () => {
    const easel = new Easel();
    easel.finish();
    const { ear, dispatcher } = await bot(easel);
    const asked = slash("trending");
    dispatcher.handle(asked);
    const [, shown] = await ear.calledBy(asked.token, 2);
    expect([isPicture(shown?.body), says(shown?.body, "the words")]).toEqual([true, false]);

    const message = { id: "1", flags: 1 << 15, interaction_metadata: { id: asked.id } };
    const asText = pressOf(idOf(shown?.body, "As text"), { message, by: OWNER });
    dispatcher.handle(asText);
    const [, read] = await ear.calledBy(asText.token, 2);
    expect([isPicture(read?.body), says(read?.body, "the words")]).toEqual([false, true]);

    const asPicture = pressOf(idOf(read?.body, "As picture"), { message, by: OWNER });
    dispatcher.handle(asPicture);
    const [, back] = await ear.calledBy(asPicture.token, 2);
    expect(isPicture(back?.body)).toBe(true);
  });

  it("are given to whoever else asks, to them alone", async () => {
    const easel = new Easel();
    easel.finish();
    const { ear, dispatcher } = await bot(easel);
    const asked = slash("trending");
    dispatcher.handle(asked);
    const [, shown] = await ear.calledBy(asked.token, 2);
    const message = { id: "1", flags: 1 << 15, interaction_metadata: { id: asked.id } };
    const asText = pressOf(idOf(shown?.body, "As text"), { message, by: OTHER });
    dispatcher.handle(asText);
    const [first, read] = await ear.calledBy(asText.token, 2);
    expect(first?.body).toMatchObject({ type: 5, data: { flags: 64 } });
    expect(says(read?.body, "the words")).toBe(true);
  });
});

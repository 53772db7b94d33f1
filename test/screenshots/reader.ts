import type { Locator, Page } from "playwright-core";

import type { Messages } from "../../src/messages/catalog.ts";
import { askLocal } from "../browser/support/page-support.ts";

interface Place {
  readonly person: string;
  readonly channel: string;
  /** In the person's language. */
  readonly texts: Messages;
}

interface Typed {
  readonly subcommand?: string;
  readonly options?: Readonly<Record<string, string>>;
  /** Options whose first suggestion is taken. */
  readonly suggested?: readonly string[];
}

/** Somebody at the page, in a channel, who reads one language. */
export class Reader {
  readonly page: Page;
  readonly texts: Messages;
  readonly #person: string;
  #channel: string;
  /** The message their last command was answered with. */
  #answered: string | undefined;

  constructor(page: Page, { person, channel, texts }: Place) {
    this.page = page;
    this.texts = texts;
    this.#person = person;
    this.#channel = channel;
  }

  /** The reply to their last command; elsewhere the bot's newest post. */
  get reply(): Locator {
    return this.#answered === undefined
      ? this.page.locator("article.message", { has: this.page.locator(".app-tag") }).last()
      : this.page.locator(`article.message[data-id="${this.#answered}"]`);
  }

  /** Runs a command as typed, without the form. */
  async run(command: string, { subcommand, options = {}, suggested = [] }: Typed = {}): Promise<void> {
    const call = {
      as: this.#person,
      channel: this.#channel,
      command,
      ...(subcommand !== undefined && { subcommand: [subcommand] }),
    };
    const chosen = { ...options };
    for (const focused of suggested) {
      const asked = { ...call, options: chosen, focused };
      const [first] = await this.#ask<readonly { value: string }[]>("autocomplete", asked);
      if (first !== undefined) chosen[focused] = first.value;
    }
    const { interaction } = await this.#ask<{ interaction: string }>("runCommand", {
      ...call,
      options: chosen,
    });
    const answer = await this.#ask<{ seen?: { id: string } }>("answer", { as: this.#person, interaction });
    this.#answered = answer.seen?.id;
    await this.reply.waitFor();
  }

  async #ask<T>(method: Parameters<typeof askLocal>[1], body: object): Promise<T> {
    return (await askLocal(this.page, method, body)) as T;
  }

  /** Presses a button of the bot's in the newest message. */
  async press(label: string): Promise<void> {
    await this.button(label).click();
  }

  /** A button of the bot's in the newest message: the page has some of its own there. */
  button(label: string): Locator {
    const named = this.reply.getByRole("button", { name: label, exact: true });
    return named.and(this.page.locator(".button")).first();
  }

  /** Takes the first entry of the newest message's first list. */
  async pickFirst(): Promise<void> {
    await this.reply.getByRole("combobox").first().click();
    await this.page.getByRole("option").first().click();
  }

  /** Goes where another channel of theirs is read. */
  async goTo(channel: string): Promise<void> {
    const left = this.reply;
    this.#channel = channel;
    await this.page.evaluate(`location.hash = "#${this.#person}/${channel}"`);
    await left.waitFor({ state: "detached" });
    this.#answered = undefined;
  }

  /** Goes to the conversation with the bot. */
  async goToDm(): Promise<void> {
    const { id } = await this.#ask<{ id: string }>("openDm", { as: this.#person });
    await this.goTo(id);
  }

  /** Asks the embedded platform's control side, as the panel does. */
  async askPlatform<T>(name: string, body: object): Promise<T> {
    const sent = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const asked = `fetch("platform/${name}", ${JSON.stringify(sent)}).then((answer) => answer.json())`;
    return this.page.evaluate<T>(asked);
  }

  /** Waits for the newest message's picture, which may come after its words. */
  async drawn(): Promise<void> {
    await this.reply.locator(".picture img").first().waitFor();
  }

  /** Returns the first time the newest message says, in milliseconds since 1970; throws where it says none. */
  async firstTime(): Promise<number> {
    const asked = { as: this.#person, channel: this.#channel, limit: 1 };
    const seen = await this.#ask<unknown>("history", asked);
    const [, seconds] = /<t:(\d+)/.exec(JSON.stringify(seen)) ?? [];
    if (seconds === undefined) throw new Error("The message says no time.");
    return Number(seconds) * 1000;
  }

  /** Sets the clock of everything so far ahead of this machine's. */
  async setClock(offsetMs: number): Promise<void> {
    await this.#ask("moveClock", { offsetMs });
  }
}

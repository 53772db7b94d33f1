import type { APIEmbed } from "discord-api-types/v10";

import type { Answer, ModalValue, SeenMessage } from "../../src/playground/discord/local-api.ts";
import type { LocalClient } from "./local-client.ts";
import { english } from "../../src/messages/en.ts";

/** One person at the local Discord, who presses what they can read. */
export class Member {
  readonly #local: LocalClient;
  readonly #as: string;
  readonly #channel: string;

  constructor(local: LocalClient, { as, channel }: { readonly as: string; readonly channel: string }) {
    this.#local = local;
    this.#as = as;
    this.#channel = channel;
  }

  /** A command by its name, with that of its subcommand behind it. */
  async run(named: string, options: Readonly<Record<string, string>> = {}): Promise<SeenMessage> {
    const [command = "", ...subcommand] = named.split(" ");
    const started = await this.#local.runCommand({
      as: this.#as,
      channel: this.#channel,
      command,
      ...(subcommand.length > 0 && { subcommand }),
      options,
    });
    return messageIn(await this.#answer(started.interaction));
  }

  async press(seen: SeenMessage, label: string): Promise<SeenMessage> {
    return messageIn(await this.#pressed(seen, label));
  }

  /** Presses what opens a form, and submits it with this text. */
  async paste(seen: SeenMessage, label: string, pasted: string): Promise<SeenMessage> {
    return this.fill(seen, label, { pasted });
  }

  /** Presses what opens a form, and submits it. */
  async fill(
    seen: SeenMessage,
    label: string,
    values: Readonly<Record<string, ModalValue>>,
  ): Promise<SeenMessage> {
    const opened = await this.#pressed(seen, label);
    if (opened.kind !== "modal") throw new Error(`no form was opened: ${JSON.stringify(opened)}`);
    const started = await this.#local.submitModal({
      as: this.#as,
      modal: opened.modal.id,
      values,
    });
    return messageIn(await this.#answer(started.interaction));
  }

  /** Chooses values of a list, or what they are called. */
  async choose(seen: SeenMessage, placeholder: string, ...wanted: readonly string[]): Promise<SeenMessage> {
    const customId = controlsOf(seen).get(placeholder);
    if (customId === undefined) throw new Error(`no list ${placeholder} in: ${textOf(seen)}`);
    const called = optionsOf(seen, customId);
    const values = wanted.map((one) => called.get(one) ?? one);
    const started = await this.#local.choose({ as: this.#as, message: seen.id, customId, values });
    return messageIn(await this.#answer(started.interaction));
  }

  /** Links an account by these cookies, from the consent card to the answer. */
  async link(pasted: string): Promise<SeenMessage> {
    const consent = await this.run("link");
    const guide = await this.press(consent, english.link.consent.agree);
    const confirm = await this.paste(guide, "Paste it here", pasted);
    return this.press(confirm, english.link.confirm.keep);
  }

  async #pressed(seen: SeenMessage, label: string): Promise<Answer> {
    const customId = controlsOf(seen).get(label);
    if (customId === undefined) throw new Error(`no button ${label} in: ${textOf(seen)}`);
    const started = await this.#local.press({ as: this.#as, message: seen.id, customId });
    return this.#answer(started.interaction);
  }

  #answer(interaction: string): Promise<Answer> {
    return this.#local.answer({ as: this.#as, interaction });
  }
}

/** Everything a message says, and what its controls are called. */
export function textOf(seen: SeenMessage): string {
  const { content, embeds } = seen.message;
  const words = [content, ...embeds.flatMap(embedTexts)].filter((text) => text !== "");
  visit(seen.message.components, (part) => {
    for (const name of ["content", "label", "placeholder"] as const) {
      if (typeof part[name] === "string") words.push(part[name]);
    }
  });
  return words.join("\n");
}

/** Every text of an embed, in reading order. */
export function embedTexts({ description = "", fields = [] }: APIEmbed): readonly string[] {
  return [description, ...fields.map(({ name, value }) => `${name}: ${value}`)].filter((text) => text !== "");
}

/** Custom ids by label or placeholder. */
function controlsOf(seen: SeenMessage): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  visit(seen.message.components, (part) => {
    if (typeof part["custom_id"] === "string")
      found.set(String(part["label"] ?? part["placeholder"]), part["custom_id"]);
  });
  return found;
}

/** What can be chosen in a list, by how it is called. */
function optionsOf(seen: SeenMessage, customId: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  visit(seen.message.components, (list) => {
    if (list["custom_id"] !== customId) return;
    visit(list["options"], ({ label, value }) => found.set(String(label), String(value)));
  });
  return found;
}

function visit(value: unknown, look: (part: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) look(value as Record<string, unknown>);
  for (const member of Object.values(value)) visit(member, look);
}

function messageIn(answer: Answer): SeenMessage {
  if (answer.kind !== "message") throw new Error(`answered with ${JSON.stringify(answer)}`);
  return answer.seen;
}

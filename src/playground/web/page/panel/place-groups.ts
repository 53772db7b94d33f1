import { call } from "../api.ts";
import { languageChoice, action, actions, group } from "./parts.ts";
import type { SeenChannel, SeenServer, Person } from "../../../discord/local-api.ts";

export interface Place {
  channel: SeenChannel | undefined;
  server: SeenServer | undefined;
  me: Person | undefined;
  bot: string;
}

const SEND = 1n << 11n;
const VIEW = 1n << 10n;
export class PlaceGroups {
  readonly place;
  readonly run;
  constructor(how: {
    place: () => Place;
    run: (run: () => Promise<unknown>, done: string) => Promise<void>;
  }) {
    const { place, run } = how;
    this.place = place;
    this.run = run;
  }

  elements() {
    return [this.#channel(), this.#person(), this.#server()];
  }

  #channel() {
    const { channel, bot } = this.place();
    if (channel === undefined || channel.serverId === undefined) return undefined;
    const deny = (bits: bigint, done: string) => () =>
      void this.run(
        () => call("setOverwrite", { channel: ruling, target: bot, allow: "0", deny: bits.toString() }),
        done,
      );
    const ruling = channel.kind === "thread" ? (channel.parentId ?? channel.id) : channel.id;
    return group(
      `This channel: ${channel.name}`,
      "What an admin could do.",
      actions(
        action("Stop the bot posting", deny(SEND, "The bot can no longer post here.")),
        action("Hide it from the bot", deny(VIEW | SEND, "The bot can no longer see it.")),
        action("Restore permissions", deny(0n, "The bot has its usual permissions here.")),
        channel.kind === "thread" && this.#archive(channel),
        channel.kind !== "thread" && this.#ageLimit(channel),
        this.#deleteButton(channel),
      ),
    );
  }

  #archive({ id, isArchived }: SeenChannel) {
    return action(isArchived ? "Reopen this thread" : "Archive this thread", () =>
      this.run(
        () => call("setThread", { thread: id, archived: !isArchived }),
        isArchived ? "It's open again." : "It's archived.",
      ),
    );
  }

  #ageLimit({ id, isAgeRestricted }: SeenChannel) {
    return action(isAgeRestricted ? "Remove age restriction" : "Make age-restricted", () =>
      this.run(() => call("setAgeRestricted", { channel: id, restricted: !isAgeRestricted }), "Done."),
    );
  }

  /** Asks twice, since deleting can't be undone. */
  #deleteButton({ id, name }: SeenChannel) {
    const button = action(
      "Delete channel",
      () => {
        if (button.dataset["sure"] === "yes") {
          return void this.run(() => call("deleteChannel", { channel: id }), `${name} is gone.`);
        }
        button.dataset["sure"] = "yes";
        button.textContent = `Delete ${name} for good`;
      },
      { isDanger: true },
    );
    return button;
  }

  #person() {
    const { me } = this.place();
    if (me === undefined) return undefined;
    const language = languageChoice(
      me.locale,
      (locale) => void this.run(() => call("setLocale", { person: me.id, locale }), "Changed."),
    );
    return group(
      `You: ${me.name}`,
      "",
      language.element,
      actions(
        action(me.takesDms ? "Turn off DMs" : "Turn on DMs", () =>
          this.run(
            () => call("setDms", { person: me.id, open: !me.takesDms }),
            me.takesDms ? "The bot can no longer DM you." : "The bot can DM you.",
          ),
        ),
        action(me.hasInstalled ? "Remove the app from your account" : "Add the app to your account", () =>
          this.run(
            () => call(me.hasInstalled ? "removeFromPerson" : "installForPerson", { person: me.id }),
            "Done.",
          ),
        ),
      ),
    );
  }

  #server() {
    const { server } = this.place();
    if (server === undefined) return undefined;
    const { id, isBotInstalled } = server;
    return group(
      `This server: ${server.name}`,
      isBotInstalled
        ? "The bot is in this server."
        : "The bot isn't in this server. Only people who added it to their account can use it here.",
      actions(
        action(isBotInstalled ? "Remove the bot" : "Add the bot", () =>
          this.run(
            () => call(isBotInstalled ? "removeFromServer" : "installOnServer", { server: id }),
            "Done.",
          ),
        ),
      ),
    );
  }
}

import { fill, h } from "../dom.ts";
import { icon, iconButton } from "../icons.ts";
import { Listbox } from "../listbox.ts";
import { avatar } from "../message/avatar.ts";
import { CommandForm, type FormHost } from "./command-form.ts";
import { entriesOf, matching, nameOf, type Entry, type Command } from "./command-list.ts";

interface ComposerHost {
  bot: () => { id: string; name: string; avatarUrl?: string };
  say: (text: string) => Promise<void>;
  run: FormHost["send"];
  suggest: FormHost["suggest"];
  entities: FormHost["entities"];
  upload: FormHost["upload"];
}

export class Composer {
  #entries: Entry[] = [];
  #form: CommandForm | undefined;
  #host;
  #canSend = true;
  readonly field = h("textarea", {
    rows: 1,
    role: "combobox",
    maxlength: 2000,
    autocomplete: "off",
    "aria-haspopup": "listbox",
    oninput: () => this.#typed(),
    onblur: () => this.picker.close(),
    onkeydown: (event: KeyboardEvent) => this.#key(event),
  });
  readonly picker = new Listbox({ owner: this.field, label: "Commands", className: "listbox command-list" });
  readonly above = h("div.composer-above", this.picker.element);
  readonly box = h("div.composer-box");
  readonly element = h("div.composer", this.above, this.box);

  constructor(host: ComposerHost) {
    this.#host = host;
    this.#showPlain();
  }

  /** Sets the commands available here and whether the person may write. */
  setPlace(at: { commands: readonly Command[]; placeholder: string; canSend: boolean }) {
    const { commands, placeholder, canSend } = at;
    this.#entries = entriesOf(commands);
    this.#canSend = canSend;
    this.field.placeholder = placeholder;
    this.field.setAttribute("aria-label", placeholder);
    this.field.disabled = !canSend && this.#entries.length === 0;
    const kept = this.#form && this.#entries.find((entry) => entry.label === this.#form?.entry.label);
    if (this.#form !== undefined && kept === undefined) this.#showPlain();
    if (this.picker.isOpen) this.#offer();
  }

  reset() {
    this.field.value = "";
    this.picker.close();
    this.#showPlain();
  }

  focus() {
    (this.#form ?? this.field).focus();
  }

  /** Opens a command by name ("remind new"), at `option`. */
  open(name: string, option?: string) {
    const entry = this.#entries.find(
      (each) => each.label === name || [each.command.name, ...each.subcommand].join(" ") === name,
    );
    if (entry !== undefined) return this.#choose(entry, option);
    this.#showPlain(`/${name}`);
    this.focus();
    this.#offer();
  }

  #typed() {
    this.#grow();
    const { value } = this.field;
    const begun = this.#entries.find((entry) => value.startsWith(`/${entry.label} `));
    if (begun === undefined) return this.#offer();
    this.#choose(begun);
    this.#form?.write(value.slice(begun.label.length + 2));
  }

  #grow() {
    this.field.style.setProperty("height", "auto");
    this.field.style.setProperty("height", `${Math.min(this.field.scrollHeight, 200)}px`);
  }

  #offer() {
    const { value } = this.field;
    if (!value.startsWith("/") || value.includes("\n")) return this.picker.close();
    const found = matching(this.#entries, value.slice(1));
    if (found.length === 0)
      return this.picker.showNote(
        this.#entries.length === 0 ? "No app has commands here." : "No command matches.",
      );
    const bot = this.#host.bot();
    this.picker.show(
      found.map((entry, index) => ({
        ...(index === 0 && { heading: bot.name }),
        content: commandRow(entry, bot),
        onPick: () => this.#choose(entry),
      })),
    );
  }

  #key(event: KeyboardEvent) {
    if (event.isComposing || this.picker.handleKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.#say();
  }

  async #say() {
    const text = this.field.value.trim();
    if (text === "" || !this.#canSend || text.startsWith("/")) return;
    this.field.value = "";
    this.#grow();
    await this.#host.say(text);
  }

  #choose(entry: Entry, option?: string) {
    this.picker.close();
    const form = new CommandForm(entry, {
      ...this.#host,
      send: (chosen, options) => {
        this.#showPlain();
        this.focus();
        this.#host.run(chosen, options);
      },
      leave: (text) => {
        this.#showPlain(text);
        this.focus();
        if (text !== "") this.#offer();
      },
    });
    this.#form = form;
    fill(this.above, this.picker.element, form.lists, form.hint);
    fill(this.box, form.element);
    form.focus(option);
  }

  #showPlain(text = "") {
    this.#form = undefined;
    this.field.value = text;
    fill(this.above, this.picker.element);
    const commands = iconButton("Show the commands", "slash", () => this.open(""), 22);
    const send = h(
      "button.icon-button.send",
      { "aria-label": "Send the message", onclick: () => this.#say() },
      icon("send"),
    );
    fill(this.box, commands, this.field, send);
  }
}

function commandRow(entry: Entry, bot: { id: string; name: string; avatarUrl?: string }): (Node | string)[] {
  const options = entry.options.map((option) =>
    h("span", { class: option.required === true ? "option-chip required" : "option-chip" }, nameOf(option)),
  );
  return [
    avatar(bot, 32),
    h(
      "span.choice-text",
      h("span.choice-label", `/${entry.label} `, options),
      h("span.choice-description", entry.description),
    ),
    h("span.choice-app", bot.name),
  ];
}

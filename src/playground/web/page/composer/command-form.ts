import { fill, h } from "../dom.ts";
import { icon, iconButton } from "../icons.ts";
import { Listbox } from "../listbox.ts";
import { descriptionOf, nameOf, OPTION, type Entry, type Option, type OptionValues } from "./command-list.ts";
import { FileField } from "./file-field.ts";
import { OptionField, type Suggestion } from "./option-field.ts";
import { isClosed } from "./option-value.ts";

type Field = OptionField | FileField;

export interface FormHost {
  send: (entry: Entry, options: OptionValues) => void;
  /** Returns to plain writing, with this text. */
  leave: (text: string) => void;
  suggest: (entry: Entry, drafts: OptionValues, focused: string) => Promise<readonly Suggestion[]>;
  entities: (option: Option) => readonly Suggestion[];
  upload: (file: File) => Promise<string>;
}

/** A command being written: its name, a pill for each used option, and a field to add more. */
export class CommandForm {
  readonly entry;
  readonly pills;
  readonly element;
  #fields: Field[] = [];
  #host;
  readonly hint = h("div.option-hint", { role: "status" });
  readonly tail = h("input.tail", {
    type: "text",
    role: "combobox",
    autocomplete: "off",
    "aria-label": "Add an option",
    // An input method goes on writing where it began.
    oninput: (event: InputEvent) => event.isComposing || this.#offerOptions(),
    oncompositionend: () => this.#offerOptions(),
    onfocus: () => this.#offerOptions(),
    onblur: () => this.tailList.close(),
    onkeydown: (event: KeyboardEvent) => this.#tailKey(event),
  });
  readonly tailList = new Listbox({ owner: this.tail, label: "Options", className: "listbox option-list" });
  readonly lists = h("div.option-lists", this.tailList.element);

  constructor(entry: Entry, host: FormHost) {
    this.entry = entry;
    this.#host = host;
    this.pills = h("div.pills", h("span.command-name", `/${entry.label}`), this.tail);
    this.element = h(
      "div.command-form",
      { role: "group", "aria-label": `Command /${entry.label}` },
      this.pills,
      iconButton("Cancel the command", "close", () => host.leave("")),
      h(
        "button.icon-button.send",
        { "aria-label": "Send the command", onclick: () => this.send() },
        icon("send"),
      ),
    );
    for (const option of entry.options) if (option.required === true) this.#add(option);
    this.#describe(undefined);
  }

  /** Focuses this option, added if it was missing; else the first. */
  focus(name?: string) {
    const option = name === undefined ? undefined : this.#rest().find((each) => each.name === name);
    const field = option === undefined ? this.#fields[0] : this.#add(option);
    (field ?? this.tail).focus();
  }

  /** Writes into the first option, as if it were typed. */
  write(text: string) {
    const [first] = this.#fields;
    if (first instanceof OptionField) return first.write(text);
    this.tail.value = text;
    this.#offerOptions();
  }

  /** Sends if every pill is valid, else shows the first problem. */
  send() {
    const options: OptionValues = {};
    for (const field of this.#fields) {
      if (field.isEmpty && field.option.required !== true) continue;
      const checked = field.check();
      if (!checked.ok) return this.#showProblem(field, checked.why);
      options[field.option.name] = checked.value;
    }
    if (this.tail.value.trim() !== "") return this.#showLoose();
    this.#host.send(this.entry, options);
  }

  #showProblem(field: Field, why: string) {
    field.focus();
    field.showWrong(true);
    fill(this.hint, h("strong", nameOf(field.option)), h("span.hint-problem", why));
  }

  /** Puts text outside of options into one, or asks for that: it would be lost. */
  #showLoose() {
    if (this.#intoMain()) return;
    const why = "Pick an option for this text, then type it there.";
    fill(this.hint, h("strong", `/${this.entry.label}`), h("span.hint-problem", why));
    this.tail.focus();
  }

  #add(option: Option) {
    const Field = option.type === OPTION.ATTACHMENT ? FileField : OptionField;
    const field = new Field(option, {
      entities: this.#host.entities,
      upload: this.#host.upload,
      suggest: () => this.#host.suggest(this.entry, this.#drafts(), option.name),
      next: () => this.#after(field),
      remove: () => this.#remove(field),
      send: () => this.send(),
      leave: () => this.#host.leave(""),
      step: (step) => this.#step(field, step),
      describe: (isFocused) => this.#describe(isFocused ? field : undefined),
    });
    this.#fields.push(field);
    this.tail.before(field.element);
    this.lists.append(field.list.element);
    this.#label();
    return field;
  }

  /** Focuses the next empty pill, else an earlier required one, else the field that adds options. */
  #after(field: Field) {
    const index = this.#fields.indexOf(field);
    const next =
      this.#fields.slice(index + 1).find((each) => each.isEmpty) ??
      this.#fields.find((each) => each.isEmpty && each.option.required);
    (next ?? this.tail).focus();
  }

  #remove(field: Field) {
    const index = this.#fields.indexOf(field);
    if (field.option.required === true) {
      const previous = this.#fields[index - 1];
      return previous === undefined ? this.#host.leave(`/${this.entry.label}`) : previous.focus();
    }
    this.#fields.splice(index, 1);
    const next = this.#fields[index - 1] ?? this.tail;
    field.element.remove();
    field.list.element.remove();
    this.#label();
    next.focus();
  }

  #step(field: Field, step: 1 | -1) {
    const index = this.#fields.indexOf(field) + step;
    if (index >= 0) (this.#fields[index] ?? this.tail).focus();
  }

  /** Returns whether an option was left that takes any text, and has it now. */
  #intoMain() {
    const main = this.#rest().find((option) => option.type === OPTION.STRING && !isClosed(option));
    const field = main && this.#add(main);
    if (!(field instanceof OptionField)) return false;
    const text = this.tail.value;
    this.tail.value = "";
    this.tailList.close();
    field.write(text);
    return true;
  }

  #rest() {
    const used = new Set(this.#fields.map((field) => field.option.name));
    return this.entry.options.filter((option) => !used.has(option.name));
  }

  #label() {
    const count = this.#rest().length;
    this.tail.placeholder = count === 0 ? "" : `+${count} optional`;
    this.tail.readOnly = count === 0;
  }

  #offerOptions() {
    const typed = this.tail.value.trim().toLowerCase();
    const found = this.#rest().filter((option) => nameOf(option).toLowerCase().startsWith(typed));
    if (found.length === 0 && typed !== "")
      return this.#intoMain() || this.tailList.showNote("No such option.");
    const items = found.map((option, index) => ({
      ...(index === 0 && { heading: "Options" }),
      content: [h("span.choice-label", nameOf(option)), h("span.choice-description", descriptionOf(option))],
      onPick: () => {
        this.tail.value = "";
        this.tailList.close();
        this.#add(option).focus();
      },
    }));
    this.tailList.show(items, typed === "" ? -1 : 0);
  }

  #tailKey(event: KeyboardEvent) {
    if (this.tailList.handleKey(event)) return;
    const last = this.#fields.at(-1);
    if (event.key === "Enter") this.send();
    else if (event.key === "Escape") this.#host.leave("");
    else if (event.key === "Backspace" && this.tail.value === "")
      last === undefined ? this.#host.leave(`/${this.entry.label}`) : last.focus();
    else if (event.key === "ArrowLeft" && this.tail.selectionStart === 0 && last !== undefined) last.focus();
    else return;
    event.preventDefault();
  }

  #drafts() {
    const filled = this.#fields.filter((field) => !field.isEmpty);
    return Object.fromEntries(filled.map((field) => [field.option.name, field.draft]));
  }

  #describe(field: Field | undefined) {
    if (field === undefined) {
      const isReady = this.#fields.every((each) => !each.isEmpty);
      const keys = isReady && h("span.hint-keys", "Enter sends it.");
      fill(this.hint, h("strong", `/${this.entry.label}`), this.entry.description, keys);
    } else fill(this.hint, h("strong", nameOf(field.option)), field.description);
  }
}

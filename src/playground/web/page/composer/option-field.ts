import { freshId, h } from "../dom.ts";
import { Listbox } from "../listbox.ts";
import { choiceName, descriptionOf, nameOf, OPTION, type Option } from "./command-list.ts";
import { checkOption, hasAutocomplete, hasChoices, isClosed, widthInDigits } from "./option-value.ts";
import type { APIApplicationCommandOptionChoice } from "discord-api-types/v10";

export type Suggestion = { name: string; value: string | number | boolean; detail?: string };
export interface FieldHost {
  entities: (option: Option) => readonly Suggestion[];
  suggest: (option: Option) => Promise<readonly Suggestion[]>;
  /** Returns the uploaded file's id. */
  upload: (file: File) => Promise<string>;
  next: () => void;
  remove: () => void;
  send: () => void;
  leave: () => void;
  step: (step: 1 | -1) => void;
  describe: (isFocused: boolean) => void;
}

const SUGGEST_AFTER_MS = 200;
const MOST_SHOWN = 25;

/** An option of a command being written: a pill with its name and a field with its list. */
export class OptionField {
  readonly option;
  readonly input;
  readonly list;
  readonly element;
  #host;
  #value: string | number | boolean | undefined;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(option: Option, host: FieldHost) {
    this.option = option;
    this.#host = host;
    const id = freshId("option-field");
    this.input = h("input", {
      id,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-required": String(option.required === true),
      inputmode: [OPTION.INTEGER, OPTION.NUMBER].includes(option.type) ? "decimal" : undefined,
      oninput: () => this.#typed(),
      onfocus: () => this.#entered(),
      onblur: () => this.#left(),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    this.list = new Listbox({
      owner: this.input,
      label: `Values for ${nameOf(option)}`,
      className: "listbox option-list",
    });
    this.element = h(
      "span.pill",
      { onclick: () => this.focus() },
      h("label.pill-name", { for: id }, nameOf(option)),
      this.input,
    );
    this.#fit();
  }

  focus() {
    this.input.focus();
  }

  write(text: string) {
    this.input.value = text;
    this.#fit();
    this.focus();
  }

  get isEmpty() {
    return this.input.value.trim() === "" && this.#value === undefined;
  }

  check() {
    const value = this.#value;
    return checkOption(
      this.option,
      value === undefined ? { text: this.input.value } : { text: this.input.value, value },
    );
  }

  /** The current value, for the bot's suggestions. */
  get draft() {
    return this.#value ?? this.input.value;
  }

  showWrong(isWrong: boolean) {
    this.element.classList.toggle("wrong", isWrong);
    this.input.setAttribute("aria-invalid", String(isWrong));
  }

  #entered() {
    this.#host.describe(true);
    this.#offer();
  }

  #left() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.list.close();
    this.#host.describe(false);
    if (!this.isEmpty) this.showWrong(!this.check().ok);
  }

  #typed() {
    this.#value = undefined;
    this.showWrong(false);
    this.#fit();
    this.#offer();
  }

  #fit() {
    const shown = this.input.value || this.input.placeholder;
    this.input.style.setProperty("width", `${widthInDigits(shown)}ch`);
  }

  #offer() {
    const { option } = this;
    if (hasAutocomplete(option)) return this.#offerFromBot();
    const all = this.#fixedSuggestions();
    if (all.length === 0)
      return isClosed(option) ? this.list.showNote("Nothing to pick here.") : this.list.close();
    const typed = this.#value === undefined ? this.input.value.trim().toLowerCase() : "";
    const found = all.filter((each) => each.name.toLowerCase().includes(typed));
    if (found.length === 0) this.list.showNote("No options match your search.");
    else this.#showSuggestions(found);
  }

  #fixedSuggestions(): readonly Suggestion[] {
    const { option } = this;
    if (hasChoices(option)) {
      const { choices } = option as { choices: APIApplicationCommandOptionChoice[] };
      return choices.map((choice) => ({ name: choiceName(choice), value: choice.value }));
    }
    if (option.type === OPTION.BOOLEAN)
      return [
        { name: "True", value: true },
        { name: "False", value: false },
      ];
    return [OPTION.USER, OPTION.CHANNEL, OPTION.ROLE, OPTION.MENTIONABLE].includes(option.type)
      ? this.#host.entities(option)
      : [];
  }

  #offerFromBot() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const turn = this.#asked;
    if (!this.list.isOpen) this.list.showNote("Searching...");
    this.#timer = setTimeout(async () => {
      const found: readonly Suggestion[] | undefined = await this.#host
        .suggest(this.option)
        .catch(() => undefined);
      if (turn !== this.#asked || document.activeElement !== this.input) return;
      if (found === undefined) this.list.showNote("Loading options failed.");
      else if (found.length === 0)
        this.list.showNote(this.isEmpty ? "Type to search." : "No options match your search.");
      else this.#showSuggestions(found);
    }, SUGGEST_AFTER_MS);
  }

  #showSuggestions(suggestions: readonly Suggestion[]) {
    const items = suggestions.slice(0, MOST_SHOWN).map((each) => ({
      content: [
        h("span.choice-label", each.name),
        ...(each.detail ? [h("span.choice-description", each.detail)] : []),
      ],
      isSelected: each.value === this.#value,
      onPick: () => this.#pick(each),
    }));
    this.list.show(items);
  }

  #pick(suggestion: Suggestion) {
    this.#value = suggestion.value;
    this.input.value = suggestion.name;
    this.showWrong(false);
    this.#fit();
    this.list.close();
    this.#host.next();
  }

  #key(event: KeyboardEvent) {
    if (this.list.handleKey(event)) return;
    const { input } = this;
    const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const isAtEnd = input.selectionStart === input.value.length;
    if (event.key === "Enter") this.#host.send();
    else if (event.key === "Escape") this.#host.leave();
    else if (event.key === "Backspace" && input.value === "") this.#host.remove();
    else if (event.key === "ArrowLeft" && isAtStart) this.#host.step(-1);
    else if (event.key === "ArrowRight" && isAtEnd) this.#host.step(1);
    else return;
    event.preventDefault();
  }

  /** One sentence about the option, shown above the composer. */
  get description() {
    return descriptionOf(this.option);
  }
}

import { fill, freshId, h } from "../dom.ts";
import { descriptionOf, nameOf, type Option } from "./command-list.ts";
import type { FieldHost } from "./option-field.ts";
import type { Checked } from "./option-value.ts";

/** Discord's limit without a subscription. */
const MOST_BYTES = 10 * 1024 * 1024;

/** An option that takes a file: a pill with its name and a button; files can be dropped on it. */
export class FileField {
  readonly option;
  readonly button;
  readonly list;
  readonly element;
  #host;
  #file: { name: string; id?: string; problem?: string } | undefined;
  #turn = 0;
  readonly chooser = h("input", {
    type: "file",
    hidden: true,
    tabindex: "-1",
    "aria-hidden": "true",
    onchange: () => void this.#take(this.chooser.files?.[0]),
  });

  constructor(option: Option, host: FieldHost) {
    this.option = option;
    this.#host = host;
    const id = freshId("file-field");
    this.button = h("button.pill-file", {
      id,
      onclick: () => this.chooser.click(),
      onfocus: () => host.describe(true),
      onblur: () => host.describe(false),
      onkeydown: (event: KeyboardEvent) => this.#key(event),
    });
    /** It has no list. */
    this.list = { element: h("span", { hidden: true }) };
    const name = h("label.pill-name", { for: id }, nameOf(option));
    this.element = h(
      "span.pill",
      {
        ondragover: (event: DragEvent) => event.preventDefault(),
        ondrop: (event: DragEvent) => {
          event.preventDefault();
          void this.#take(event.dataTransfer?.files[0]);
        },
      },
      name,
      this.button,
      this.chooser,
    );
    this.#show();
  }

  focus() {
    this.button.focus();
  }

  get isEmpty() {
    return this.#file === undefined;
  }

  /** Returns the file's id, or why it can't be sent. */
  check(): Checked {
    if (this.#file === undefined) return { ok: false, why: "This option is required. Pick a file." };
    const { id, problem } = this.#file;
    if (id !== undefined) return { ok: true, value: id };
    return { ok: false, why: problem ?? "The file is still being sent." };
  }

  get draft() {
    return this.#file?.id ?? "";
  }

  showWrong(isWrong: boolean) {
    this.element.classList.toggle("wrong", isWrong);
  }

  get description() {
    return descriptionOf(this.option);
  }

  async #take(file: File | undefined) {
    if (file === undefined) return;
    this.#turn += 1;
    const turn = this.#turn;
    this.#file = { name: file.name };
    this.showWrong(false);
    this.#show();
    const taken = await this.#sent(file);
    if (turn !== this.#turn) return;
    this.#file = taken;
    this.showWrong(taken.problem !== undefined);
    this.#show();
    if (taken.problem === undefined) this.#host.next();
    else this.#host.describe(true);
  }

  async #sent(file: File) {
    const { name } = file;
    if (file.size > MOST_BYTES) return { name, problem: "The file is too large: at most 10 MB." };
    if (file.size === 0) return { name, problem: "The file is empty." };
    try {
      return { name, id: await this.#host.upload(file) };
    } catch (error) {
      return { name, problem: error instanceof Error ? error.message : "The file couldn't be sent." };
    }
  }

  #show() {
    const { name, id, problem } = this.#file ?? {};
    const text = name === undefined ? "Pick or drop a file" : name;
    const state = name === undefined || id !== undefined || problem !== undefined ? "" : " (sending)";
    fill(this.button, text, state);
    this.button.classList.toggle("empty", name === undefined);
  }

  #key(event: KeyboardEvent) {
    if (event.key === "Escape") this.#host.leave();
    else if (event.key === "Backspace" || event.key === "Delete") this.#empty();
    else if (event.key === "ArrowLeft") this.#host.step(-1);
    else if (event.key === "ArrowRight") this.#host.step(1);
    else return;
    event.preventDefault();
  }

  /** Removes the file; without one removes the option. */
  #empty() {
    if (this.#file === undefined) return this.#host.remove();
    this.#turn += 1;
    this.#file = undefined;
    this.chooser.value = "";
    this.#show();
  }
}

import { dots, fill, h } from "./dom.ts";

/** As long as in Discord. */
const SHOWN_MS = 10_000;

/** "Milepost is typing..." below the messages. */
export class Typing {
  #who: Map<string, ReturnType<typeof setTimeout>> = new Map();
  #nameOf;
  readonly element = h("div.typing", { role: "status" });

  constructor(nameOf: (id: string) => string | undefined) {
    this.#nameOf = nameOf;
  }

  show(person: string) {
    clearTimeout(this.#who.get(person));
    this.#who.set(
      person,
      setTimeout(() => this.settle(person), SHOWN_MS),
    );
    this.#draw();
  }

  /** Removes someone who wrote or took too long. */
  settle(person: string | undefined) {
    if (person === undefined || !this.#who.has(person)) return;
    clearTimeout(this.#who.get(person));
    this.#who.delete(person);
    this.#draw();
  }

  clear() {
    for (const person of [...this.#who.keys()]) this.settle(person);
  }

  #draw() {
    const names = [...this.#who.keys()].flatMap((id) => this.#nameOf(id) ?? []);
    if (names.length === 0) return fill(this.element);
    const verb = names.length === 1 ? "is" : "are";
    fill(this.element, dots(), h("strong", names.join(", ")), ` ${verb} typing...`);
  }
}

/** node:util's `inspect.custom` by its documented name, since this file also runs in browsers. */
const inspectCustom = Symbol.for("nodejs.util.inspect.custom");
const SHOWN = "[secret]";

/**
 * A value that must not be printed: every usual conversion to text gives `[secret]`. Only `reveal` returns it, so that
 * all uses can be found by name.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspectCustom](): string {
    return SHOWN;
  }
}

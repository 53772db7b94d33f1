/** `inspect.custom` of node:util, by its documented name: this file is used in browsers too. */
const inspectCustom = Symbol.for("nodejs.util.inspect.custom");
const SHOWN = "[secret]";

/**
 * A value that must not be printed: every usual way of turning it into text gives `[secret]`. Only `reveal`
 * gives it out, so that each place that needs it can be found by name.
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

import type { CodeClass } from "../../platform/profile/schema.ts";

/** An error answer of the platform. `preferred`: its code, if the profile has it. */
export class Refusal extends Error {
  readonly codeClass: CodeClass;
  readonly preferred: number;

  constructor(codeClass: CodeClass, preferred: number, message: string) {
    super(message);
    this.name = "Refusal";
    this.codeClass = codeClass;
    this.preferred = preferred;
  }
}

export const nothingThere = (message = "Nothing was found there.", preferred = 21) =>
  new Refusal("notFound", preferred, message);

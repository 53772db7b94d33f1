import { commands } from "./en/commands.ts";
import { errors } from "./en/errors.ts";
import { runtime } from "./en/runtime.ts";

/** English, the language every other catalog takes its shape from. */
export const english = { commands, errors, runtime };

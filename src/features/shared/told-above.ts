import type { Log } from "../../base/log.ts";
import type { AfterCommand } from "./command-context.ts";

/**
 * Puts above an answer only the member sees what each of these has to tell them. Where that can't be looked up, the
 * answer goes without; what could not be settled is told the next time.
 */
export function toldAbove(all: readonly AfterCommand[], log: Log): AfterCommand {
  return async (context, reply) => {
    let told = reply;
    for (const tell of context.isPrivate ? all : []) {
      try {
        told = await tell(context, told);
      } catch (error) {
        const { reference } = context;
        log.error("What a member has to be told could not be looked up", { reference }, error);
      }
    }
    return told;
  };
}

import type { Log } from "../base/log.ts";
import type { AfterCommand } from "../features/kit/command/command-context.ts";
import type { Services } from "../features/services.ts";

/**
 * Returns an `AfterCommand` that adds all notices above a private reply. A notice that can't be looked up is left out
 * and comes with a later reply.
 */
export function toldAbove(all: readonly AfterCommand<Services>[], log: Log): AfterCommand<Services> {
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

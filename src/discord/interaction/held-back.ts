import type { Markdown } from "../../base/markdown.ts";
import type { InvocationContext } from "../command/invocation-context.ts";
import type { Plan, RunPlan } from "./invocation.ts";

/** What is said under an answer that was held back: where it would be public. */
export type HeldBackNote = (asked: Pick<InvocationContext, "site" | "locale">) => Markdown | undefined;

/** The same, with a line on where the answer would have been public. */
export function held(
  plan: Plan,
  { heldBackNote }: { readonly heldBackNote?: HeldBackNote | undefined },
): Plan {
  if (heldBackNote === undefined) return plan;
  if (plan.kind === "modal")
    return plan.otherwise === undefined ? plan : { ...plan, otherwise: noted(plan.otherwise, heldBackNote) };
  return noted(plan, heldBackNote);
}

function noted(plan: RunPlan, note: HeldBackNote): RunPlan {
  return {
    ...plan,
    async run(asked, running) {
      const reply = await plan.run(asked, running);
      const text = note(asked);
      return text === undefined ? reply : { ...reply, blocks: [...reply.blocks, { type: "text", text }] };
    },
  };
}

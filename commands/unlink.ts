import { defineAction, defineCommand } from "../src/app/define-command.ts";
import { askWhatToUnlink, unlinkNow } from "../src/app/link/removal.ts";
import { lookOf } from "../src/app/look.ts";
import { keptReply } from "../src/views/link-removal.ts";

export default defineCommand({
  name: "unlink",
  visibility: "private",
  options: {},
  actions: {
    ask: defineAction({ for: "owner", answer: "edit", run: askWhatToUnlink }),
    yes: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => {
        const { id, all } = context.state;
        return unlinkNow(context, all === true ? "all" : typeof id === "string" ? id : undefined);
      },
    }),
    no: defineAction({
      for: "owner",
      answer: "edit",
      run: async (context) => keptReply(lookOf(context)),
    }),
  },

  run: askWhatToUnlink,
});

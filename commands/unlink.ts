import { defineAction, defineCommand } from "../src/features/shared/define-command.ts";
import { askWhatToUnlink, unlinkNow } from "../src/features/account/link/unlink.ts";
import { keptReply } from "../src/features/account/view/unlink.ts";

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
      run: async (context) => keptReply(context.view),
    }),
  },

  run: askWhatToUnlink,
});

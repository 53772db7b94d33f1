import { askWhatToUnlink, unlinkNow } from "../src/features/account/link/unlink.ts";
import { keptReply } from "../src/features/account/view/unlink.ts";
import { unlinkCalls } from "../src/features/account/view/calls.ts";
import { defineCommand } from "../src/features/account/services.ts";

export default defineCommand({
  name: "unlink",
  of: "account",
  visibility: "private",
  options: {},
  calls: unlinkCalls,
  controls: {
    ask: askWhatToUnlink,
    yes: (context) => {
      const { id, all } = context.state;
      return unlinkNow(context, all === true ? "all" : id);
    },
    no: async (context) => keptReply(context.view),
  },

  run: askWhatToUnlink,
});

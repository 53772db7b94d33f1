import { defineCommand, own } from "../src/features/shared/define-command.ts";
import { askWhatToUnlink, unlinkNow } from "../src/features/account/link/unlink.ts";
import { keptReply } from "../src/features/account/view/unlink.ts";
import { unlinkCalls } from "../src/features/account/view/calls.ts";

export default defineCommand({
  name: "unlink",
  of: "account",
  visibility: "private",
  options: {},
  calls: unlinkCalls,
  controls: {
    ask: { ...own, run: askWhatToUnlink },
    yes: {
      ...own,
      run: (context) => {
        const { id, all } = context.state;
        return unlinkNow(context, all === true ? "all" : id);
      },
    },
    no: { ...own, run: async (context) => keptReply(context.view) },
  },

  run: askWhatToUnlink,
});

import { defineCommand, own } from "../src/features/shared/define-command.ts";
import { endDiscoverability, becomeDiscoverable } from "../src/features/account/discoverability.ts";
import {
  chooseAccount,
  chooseCardMode,
  setConsent,
  showAccount,
  switchAccount,
} from "../src/features/account/show-account.ts";
import { exportMine, forgetMe } from "../src/features/account/member-data.ts";
import { forgetReply } from "../src/features/account/view/account.ts";
import { accountCalls } from "../src/features/shared/view/calls/account.ts";

export default defineCommand({
  name: "account",
  visibility: "private",
  options: {},
  calls: accountCalls,
  controls: {
    section: { ...own, run: (context) => showAccount(context, context.state.section ?? "accounts") },
    choose: { ...own, run: (context) => chooseAccount(context, context.chosen) },
    cards: { ...own, run: chooseCardMode },
    switch: { ...own, run: switchAccount },
    beFound: { ...own, run: becomeDiscoverable },
    endFound: { ...own, run: (context) => endDiscoverability(context, context.state.where) },
    consent: {
      ...own,
      run: (context) => {
        const { id, away, snapshots } = context.state;
        return setConsent(context, id, {
          ...(typeof away === "boolean" && { away }),
          ...(typeof snapshots === "boolean" && { snapshots }),
        });
      },
    },
    export: { ...own, answer: "private", run: exportMine },
    forget: { ...own, run: async (context) => forgetReply(context.view) },
    forgetNow: { ...own, run: forgetMe },
  },

  run: (context) => showAccount(context, "accounts"),
});

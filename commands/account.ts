import { defineCommand } from "../src/features/shared/define-command.ts";
import { endDiscoverability, becomeDiscoverable } from "../src/features/account/discoverability.ts";
import {
  chooseAccount,
  chooseCardMode,
  setConsent,
  showAccount,
  switchAccount,
} from "../src/features/account/show-account.ts";
import { exportMine, forgetMe } from "../src/features/account/my-data.ts";
import { forgetReply } from "../src/features/account/view/account.ts";
import { accountCalls } from "../src/features/shared/view/calls/account.ts";

export default defineCommand({
  name: "account",
  visibility: "private",
  options: {},
  calls: accountCalls,
  controls: {
    section: {
      for: "owner",
      answer: "edit",
      run: (context) => showAccount(context, context.state.section ?? "accounts"),
    },
    choose: {
      for: "owner",
      answer: "edit",
      run: (context) => chooseAccount(context, context.chosen),
    },
    cards: { for: "owner", answer: "edit", run: chooseCardMode },
    switch: { for: "owner", answer: "edit", run: switchAccount },
    beFound: { for: "owner", answer: "edit", run: becomeDiscoverable },
    endFound: {
      for: "owner",
      answer: "edit",
      run: (context) => endDiscoverability(context, context.state.where),
    },
    consent: {
      for: "owner",
      answer: "edit",
      run: (context) => {
        const { id, away, snapshots } = context.state;
        return setConsent(context, id, {
          ...(typeof away === "boolean" && { away }),
          ...(typeof snapshots === "boolean" && { snapshots }),
        });
      },
    },
    export: { for: "owner", answer: "private", run: exportMine },
    forget: {
      for: "owner",
      answer: "edit",
      run: async (context) => forgetReply(context.view),
    },
    forgetNow: { for: "owner", answer: "edit", run: forgetMe },
  },

  run: (context) => showAccount(context, "accounts"),
});

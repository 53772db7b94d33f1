import { own } from "../src/features/kit/command/define-command.ts";
import {
  chooseAccount,
  chooseCardMode,
  setConsent,
  showAccount,
  switchAccount,
  endDiscoverability,
  becomeDiscoverable,
} from "../src/features/account/show-account.ts";
import { askToForget, exportMine, forgetMe } from "../src/features/account/member-data.ts";
import { accountCalls } from "../src/features/kit/view/calls/account.ts";
import { defineCommand } from "../src/features/account/services.ts";

export default defineCommand({
  name: "account",
  visibility: "private",
  options: {},
  calls: accountCalls,
  controls: {
    section: (context) => showAccount(context, context.state.section ?? "accounts"),
    choose: (context) => chooseAccount(context, context.chosen),
    cards: chooseCardMode,
    switch: switchAccount,
    beFound: becomeDiscoverable,
    endFound: (context) => endDiscoverability(context, context.state.where),
    consent: (context) => {
      const { id, away, snapshots } = context.state;
      return setConsent(context, id, {
        ...(typeof away === "boolean" && { away }),
        ...(typeof snapshots === "boolean" && { snapshots }),
      });
    },
    export: { ...own, answer: "private", run: exportMine },
    forget: askToForget,
    forgetNow: forgetMe,
  },

  run: (context) => showAccount(context, "accounts"),
});

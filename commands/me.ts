import { defineAction, defineCommand } from "../src/features/shared/define-command.ts";
import { endDiscoverability, becomeDiscoverable } from "../src/features/account/discoverability.ts";
import {
  chooseAccount,
  setConsent,
  showMe,
  switchAccount,
  toSection,
} from "../src/features/account/show-account.ts";
import { exportMine, forgetMe } from "../src/features/account/my-data.ts";
import { forgetReply } from "../src/features/account/view/account.ts";

export default defineCommand({
  name: "me",
  visibility: "private",
  options: {},
  actions: {
    section: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => showMe(context, toSection(context.state["section"])),
    }),
    choose: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => chooseAccount(context, context.chosen),
    }),
    switch: defineAction({ for: "owner", answer: "edit", run: switchAccount }),
    beFound: defineAction({ for: "owner", answer: "edit", run: becomeDiscoverable }),
    endFound: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) =>
        endDiscoverability(context, context.state["where"] === "everywhere" ? "everywhere" : "here"),
    }),
    consent: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => {
        const { id, away, snapshots } = context.state;
        return setConsent(context, id, {
          ...(typeof away === "boolean" && { away }),
          ...(typeof snapshots === "boolean" && { snapshots }),
        });
      },
    }),
    export: defineAction({ for: "owner", answer: "private", run: exportMine }),
    forget: defineAction({
      for: "owner",
      answer: "edit",
      run: async (context) => forgetReply(context.view),
    }),
    forgetNow: defineAction({ for: "owner", answer: "edit", run: forgetMe }),
  },

  run: (context) => showMe(context, "accounts"),
});

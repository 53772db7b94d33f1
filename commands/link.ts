import {
  confirmLink,
  declineLink,
  goOn,
  readPasted,
  showConsent,
} from "../src/features/account/link/link-steps.ts";
import { FIELD_LENGTH } from "../src/features/account/link/read-paste.ts";
import { showGuide } from "../src/features/account/link/show-guide.ts";
import { showSignIn } from "../src/features/account/link/show-sign-in.ts";
import { fileField, paragraph } from "../src/discord/command/controls.ts";
import { declinedReply } from "../src/features/account/view/link.ts";
import { linkCalls } from "../src/features/kit/view/calls/link.ts";
import { defineCommand, defineModal } from "../src/features/account/services.ts";

export default defineCommand({
  name: "link",
  of: "account",
  visibility: "private",
  options: {},
  calls: linkCalls,
  controls: {
    begin: (context) => showConsent(context, context.state),
    signIn: showSignIn,
    guide: (context) => showGuide(context, context.state),
    decline: async (context) => declinedReply(context.view),
    keep: (context) => confirmLink(context, "keep"),
    once: (context) => confirmLink(context, "once"),
    refuse: async (context) => {
      await declineLink(context);
      return declinedReply(context.view);
    },
    go: goOn,
    address: defineModal(linkCalls.address, {
      fields: { pasted: paragraph({ maxLength: FIELD_LENGTH }) },
      show: (context) => {
        const { title, ...pasted } = context.messages(context.locale).link.signIn.form;
        return { title, fields: { pasted } };
      },
      submitted: ({ fields, ...context }) => readPasted({ ...context, ...fields, way: "address" }),
    }),
    paste: defineModal(linkCalls.paste, {
      fields: { pasted: paragraph({ maxLength: FIELD_LENGTH }), file: fileField(".txt", ".age") },
      show: (context) => {
        const { form, key } = context.messages(context.locale).link;
        if (context.state.way === "key") {
          const { title, ...pasted } = key.form;
          return { title, fields: { pasted, file: { label: form.file, description: form.fileHint } } };
        }
        const isSealedOnly = context.linking?.sessions.accepts() === "sealed";
        return {
          title: form.title,
          fields: {
            pasted: {
              label: isSealedOnly ? form.labelSealed : form.label,
              description: form.description,
              placeholder: form.placeholder,
            },
            file: { label: form.file, description: form.fileHint },
          },
        };
      },
      submitted: ({ fields, ...context }) => readPasted({ ...context, ...fields, way: context.state.way }),
    }),
  },

  run: (context) => showConsent(context, {}),
});

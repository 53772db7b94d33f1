import { anyones } from "../src/features/kit/command/define-command.ts";
import {
  changeSetting,
  searchZone,
  setAccent,
  setQuietHours,
} from "../src/features/servers/command/change-setting.ts";
import { resetLook, setLook } from "../src/features/servers/command/change-look.ts";
import { checkServer } from "../src/features/servers/command/check-server.ts";
import { forgetServer } from "../src/features/servers/command/forget-server.ts";
import { ofServer } from "../src/features/servers/command/show-panel.ts";
import {
  isNew,
  makeFirst,
  pickTag,
  pickWhat,
  pickWhere,
  showPlace,
} from "../src/features/servers/command/first-steps.ts";
import { postTest, removeTest } from "../src/features/servers/command/test-post.ts";
import { zoneName } from "../src/features/kit/settings/time-zones.ts";
import { fileField, textLine } from "../src/discord/command/controls.ts";
import { aboutTest, forgetServerReply } from "../src/features/servers/view/check.ts";
import { setupCalls, type SetupLocation, setupLocations } from "../src/features/servers/view/calls.ts";
import { defineCommand, defineModal } from "../src/features/servers/services.ts";

const CLOCK_LENGTH = 10;
const COLOR_LENGTH = 9;
/** Discord's limit for a name in a server. */
const NAME_LENGTH = 32;
const PICTURES = [".png", ".jpg", ".jpeg", ".gif"] as const;

export default defineCommand({
  name: "setup",
  visibility: "private",
  forAdmins: true,
  contexts: ["guild"],
  options: {},
  calls: setupCalls,
  controls: {
    section: (context) => showPlace(context, locationOf(context.chosen ?? context.state.section)),
    set: changeSetting,
    check: async (context) => showPlace(context, "check", { check: await checkServer(context) }),
    forget: async (context) => {
      ofServer(context);
      return forgetServerReply(context.view);
    },
    forgetNow: forgetServer,
    test: async (context) => showPlace(context, "check", { check: { test: await postTest(context) } }),
    removeTest: async (context) =>
      showPlace(context, "check", { check: { test: await removeTest(context) } }),
    about: { ...anyones, run: async (context) => aboutTest(context.view) },
    firstWhat: pickWhat,
    firstWhere: pickWhere,
    firstTag: pickTag,
    first: makeFirst,
    zone: defineModal(setupCalls.zone, {
      fields: { typed: textLine({ required: true, maxLength: 60 }) },
      show: (context) => {
        const { setup, shared } = context.messages(context.locale);
        const typed = { ...setup.language.form, value: context.state.typed ?? "" };
        return { title: shared.form.zone, fields: { typed } };
      },
      submitted: ({ fields, ...context }) => searchZone(context, fields.typed),
    }),
    accent: defineModal(setupCalls.accent, {
      fields: { typed: textLine({ maxLength: COLOR_LENGTH }) },
      show: (context) => {
        const { title, ...typed } = context.messages(context.locale).setup.color.form;
        return { title, fields: { typed: { ...typed, value: context.state.typed ?? "" } } };
      },
      submitted: ({ fields, ...context }) => setAccent(context, fields.typed),
    }),
    look: defineModal(setupCalls.look, {
      fields: {
        name: textLine({ maxLength: NAME_LENGTH }),
        avatar: fileField(...PICTURES),
        banner: fileField(...PICTURES),
      },
      show: (context) => {
        const { set, form } = context.messages(context.locale).setup.look;
        return {
          title: set,
          fields: {
            name: { label: form.name, description: form.nameHint },
            avatar: { label: form.avatar, description: form.pictureHint },
            banner: { label: form.banner, description: form.pictureHint },
          },
        };
      },
      submitted: ({ fields, ...context }) => setLook(context, fields),
    }),
    resetLook,
    quiet: defineModal(setupCalls.quiet, {
      fields: {
        from: textLine({ required: true, maxLength: CLOCK_LENGTH }),
        to: textLine({ required: true, maxLength: CLOCK_LENGTH }),
      },
      show: (context) => {
        const texts = context.messages(context.locale);
        const { title, from, to } = texts.shared.quiet.form;
        const { description } = texts.setup.quiet.form;
        const { quiet, zone } = ofServer(context).settings;
        const hours = { from: quiet?.from ?? "22:00", to: quiet?.to ?? "07:00" };
        const named = zoneName(zone, texts.language, context.now);
        const field = (name: "from" | "to", label: string, example: string) => ({
          label,
          description: description(example, named),
          value: context.state[name] ?? hours[name],
        });
        return { title, fields: { from: field("from", from, "22:00"), to: field("to", to, "07:00") } };
      },
      submitted: ({ fields, ...context }) => setQuietHours(context, fields),
    }),
  },

  run: async (context) => showPlace(context, (await isNew(context)) ? "start1" : "overview"),
});

function locationOf(chosen: string | undefined): SetupLocation {
  return setupLocations.find((location) => location === chosen) ?? "overview";
}

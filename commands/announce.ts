import {
  askToRemove,
  changeContent,
  openPanel,
  removeNow,
  retryNow,
  switchOff,
  switchTo,
  testNow,
} from "../src/features/announcements/command/panel-actions.ts";
import {
  chooseOffer,
  chooseRole,
  showButton,
} from "../src/features/announcements/command/remind-me-settings.ts";
import { openingForm, submitForm, submitQuiet } from "../src/features/announcements/command/modals.ts";
import { beginPost, setAnnouncement } from "../src/features/announcements/command/create-announcement.ts";
import { suggestLead, suggestSubject } from "../src/features/announcements/command/suggest-options.ts";
import {
  listAnnouncements,
  showHistory,
  suggestAnnouncements,
} from "../src/features/announcements/command/list-announcements.ts";
import { takeOffer } from "../src/features/announcements/command/press-offer.ts";
import { remindOfAnnouncement } from "../src/features/reminders/command/remind-of-announcement.ts";
import { boardBlocks } from "../src/features/boards/command/manage-board.ts";
import { showMilestone } from "../src/features/milestones/milestones.ts";
import { showTrend } from "../src/features/trending/open-trend.ts";
import { CHOOSABLE } from "../src/features/shared/post-permissions.ts";
import { boardActions, boardSubcommand } from "../src/features/boards/command/board-actions.ts";
import {
  defineAction,
  defineModal,
  defineGroup,
  defineSubcommand,
} from "../src/features/shared/define-command.ts";
import { NOTE_LENGTH } from "../src/features/shared/read-subject.ts";
import { numberIn, textIn } from "../src/features/shared/state.ts";
import { channelField, textLine, paragraph, roleField } from "../src/discord/command/modal.ts";
import { channel, role, text } from "../src/discord/command/options.ts";
import type { ModalContext } from "../src/features/shared/command-context.ts";

const WHEN_LENGTH = 100;
const NAME_LENGTH = 100;
const ZONE_LENGTH = 60;
const CLOCK_LENGTH = 10;

const own = { for: "owner", answer: "edit" } as const;
const whenField = textLine({ required: true, maxLength: WHEN_LENGTH });
const channelOfServer = channelField({ required: true, types: CHOOSABLE });

/** The fields both forms have, filled with what the control that opens them carries. */
function sharedLooks(context: ModalContext, whenHint: string) {
  const { form } = context.messages(context.locale).announce;
  const value = (name: string) => {
    const known = textIn(context.state, name);
    return known === undefined ? {} : { value: known };
  };
  return {
    when: { label: form.when, description: whenHint, ...value("when") },
    channel: { label: form.channel, ...value("channel") },
    role: { label: form.role, description: form.roleHint, ...value("role") },
    zone: { label: form.zone, description: form.zoneHint, ...value("zone") },
  };
}

export default defineGroup({
  name: "announce",
  forAdmins: true,
  contexts: ["guild"],
  subcommands: {
    new: defineSubcommand({
      visibility: "private",
      options: {
        what: text({ required: true, maxLength: NOTE_LENGTH, autocomplete: suggestSubject }),
        channel: channel({ types: CHOOSABLE }),
        role: role(),
        lead: text({ maxLength: WHEN_LENGTH, autocomplete: suggestLead }),
      },
      opens: openingForm,
      run: (context) => {
        const { what, lead, channel: chosen, role: mentioned } = context.options;
        const place = chosen ?? context.site.channelId;
        return setAnnouncement(context, { what, when: lead, channel: place, role: mentioned });
      },
    }),
    board: boardSubcommand,
    list: defineSubcommand({
      visibility: "private",
      options: {},
      run: (context) => listAnnouncements(context, 0, boardBlocks),
    }),
    history: defineSubcommand({
      visibility: "private",
      options: { announcement: text({ maxLength: NAME_LENGTH, autocomplete: suggestAnnouncements }) },
      run: (context) => showHistory(context, { named: context.options.announcement, page: 0 }),
    }),
  },
  actions: {
    page: defineAction({
      ...own,
      run: (context) => listAnnouncements(context, numberIn(context.state, "page"), boardBlocks),
    }),
    open: defineAction({ ...own, run: (context) => openPanel(context, context.chosen) }),
    panel: defineAction({ ...own, run: (context) => openPanel(context, context.state["id"]) }),
    test: defineAction({ ...own, run: testNow }),
    pause: defineAction({ ...own, run: (context) => switchTo(context, "paused") }),
    resume: defineAction({ ...own, run: (context) => switchTo(context, "active") }),
    remove: defineAction({ ...own, run: askToRemove }),
    removeNow: defineAction({ ...own, run: removeNow }),
    forum: defineAction({ ...own, run: beginPost }),
    retry: defineAction({ ...own, run: retryNow }),
    publish: defineAction({
      ...own,
      run: (context) =>
        changeContent(context, (content) => ({ ...content, publish: context.state["on"] === true })),
    }),
    button: defineAction({ ...own, run: showButton }),
    offers: defineAction({ ...own, run: chooseOffer }),
    offersRole: defineAction({ ...own, run: chooseRole }),
    trail: defineAction({
      ...own,
      run: (context) =>
        showHistory(context, {
          id: context.state["id"],
          page: numberIn(context.state, "page"),
          listPage: numberIn(context.state, "from"),
        }),
    }),
    trailOf: defineAction({
      ...own,
      run: (context) => showHistory(context, { id: context.chosen, page: 0 }),
    }),
    offer: defineAction({
      for: "anyone",
      answer: "private",
      run: (context) => takeOffer(context, remindOfAnnouncement),
    }),
    off: defineAction({ for: "anyone", answer: "private", run: switchOff }),
    ...boardActions({
      trending: (context, entry) => showTrend(context, entry, { list: { page: 0 }, part: 0 }),
      milestones: (context, milestone) => showMilestone(context, milestone, 0),
    }),
  },
  forms: {
    edit: defineModal({
      ...own,
      fields: { when: whenField, channel: channelOfServer, role: roleField() },
      show: (context) => {
        const { form } = context.messages(context.locale).announce;
        const isNews = textIn(context.state, "what")?.startsWith("new-entries") === true;
        const hint = isNews ? form.newsHint : form.datedHint;
        const { when, channel: where, role: mentioned } = sharedLooks(context, hint);
        return { title: form.edit, fields: { when, channel: where, role: mentioned } };
      },
      submitted: ({ fields, ...context }) => submitForm(context, fields),
    }),
    rewrite: defineModal({
      ...own,
      fields: {
        text: paragraph({ required: true, maxLength: NOTE_LENGTH }),
        when: whenField,
        zone: textLine({ maxLength: ZONE_LENGTH }),
        channel: channelOfServer,
        role: roleField(),
      },
      show: (context) => {
        const { form } = context.messages(context.locale).announce;
        const written = textIn(context.state, "what") ?? "";
        return {
          title: form.title,
          fields: {
            text: { label: form.text, description: form.textHint, value: written },
            ...sharedLooks(context, form.whenHint),
          },
        };
      },
      submitted: ({ fields, ...context }) => submitForm(context, fields),
    }),
    quiet: defineModal({
      ...own,
      fields: { from: textLine({ maxLength: CLOCK_LENGTH }), to: textLine({ maxLength: CLOCK_LENGTH }) },
      show: (context) => {
        const { quietForm } = context.messages(context.locale).announce;
        const hint = quietForm.hint(textIn(context.state, "zone") ?? "UTC");
        const field = (name: "from" | "to") => ({
          label: quietForm[name],
          description: hint,
          value: textIn(context.state, name) ?? "",
        });
        return { title: quietForm.title, fields: { from: field("from"), to: field("to") } };
      },
      submitted: ({ fields, ...context }) => submitQuiet(context, fields),
    }),
  },
});

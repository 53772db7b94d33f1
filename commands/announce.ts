import {
  announcementActions,
  changeContent,
  switchOffAnnouncement,
} from "../src/features/posts/command/post-actions.ts";
import {
  chooseOffer,
  chooseRole,
  showButton,
  takeOffer,
  remindOfAnnouncement,
} from "../src/features/posts/command/public-button.ts";
import {
  openingForm,
  submitAccent,
  submitFile,
  submitTyped,
  submitQuiet,
} from "../src/features/posts/command/announcement-modals.ts";
import {
  beginPost,
  pickZone,
  setAnnouncement,
  suggestSubject,
  suggestTime,
  takeTime,
} from "../src/features/posts/command/create-announcement.ts";
import { listAnnouncements } from "../src/features/posts/command/list-posts.ts";
import { showHistory, suggestAnnouncements } from "../src/features/posts/command/show-history.ts";
import { needKinds, submitNeeds } from "../src/features/posts/command/account-needs.ts";
import { leaveList, signUp, submitSignUp } from "../src/features/posts/command/sign-up.ts";
import { boardActions, boardChoices, boardSubcommand } from "../src/features/posts/command/manage-board.ts";
import { showMilestone } from "../src/features/milestones/milestones.ts";
import { showTrend } from "../src/features/trending/open-trend.ts";
import { CHOOSABLE } from "../src/features/posts/command/post-permissions.ts";
import { anyones } from "../src/features/kit/command/define-command.ts";
import { FILE_ALT_LENGTH, NEED_LENGTH } from "../src/schedule/subject.ts";
import { NOTE_LENGTH } from "../src/features/posts/read/read-subject.ts";
import {
  channelField,
  fileField,
  radioField,
  textLine,
  paragraph,
  roleField,
} from "../src/discord/command/controls.ts";
import { channel, role, text } from "../src/discord/command/options.ts";
import { announceCalls } from "../src/features/posts/view/announce-calls.ts";
import { zoneInField } from "../src/features/kit/settings/time-zones.ts";
import {
  defineGroup,
  defineModal,
  defineSubcommand,
  type ModalContext,
} from "../src/features/posts/services.ts";

const WHEN_LENGTH = 100;
const NAME_LENGTH = 100;
const ZONE_LENGTH = 60;
const CLOCK_LENGTH = 10;
const COLOR_LENGTH = 9;
const PLACES_LENGTH = 4;
const LEAST_LENGTH = 12;

const whenField = textLine({ required: true, maxLength: WHEN_LENGTH });
const channelOfServer = channelField({ required: true, types: CHOOSABLE });

/** The fields both modals have, filled with what the control that opens them carries. */
function sharedLooks(context: ModalContext<typeof announceCalls.edit>, whenHint: string) {
  const { announce, shared, language } = context.messages(context.locale);
  const { form } = announce;
  const { when, channel: where, role: mentioned, zone = "" } = context.state;
  return {
    when: { label: shared.form.when, description: whenHint, ...value(when) },
    channel: { label: form.channel, ...value(where) },
    role: { label: form.role, description: form.roleHint, ...value(mentioned) },
    zone: {
      label: shared.form.zone,
      description: form.zoneHint,
      ...value(zoneInField(zone, { language, now: context.now })),
    },
  };
}

function value(known = "") {
  return known === "" ? {} : { value: known };
}

export default defineGroup({
  name: "announce",
  forAdmins: true,
  choicesOf: { board: boardChoices },
  contexts: ["guild"],
  subcommands: {
    new: defineSubcommand({
      visibility: "private",
      options: {
        what: text({ required: true, maxLength: NOTE_LENGTH, autocomplete: suggestSubject }),
        channel: channel({ types: CHOOSABLE }),
        role: role(),
        when: text({ maxLength: WHEN_LENGTH, autocomplete: suggestTime }),
      },
      opens: openingForm,
      run: (context) => {
        const { what, when, channel: chosen, role: mentioned } = context.options;
        const place = chosen ?? context.site.channelId;
        return setAnnouncement(context, { what, when, channel: place, role: mentioned });
      },
    }),
    board: boardSubcommand,
    list: defineSubcommand({
      visibility: "private",
      options: {},
      run: (context) => listAnnouncements(context, 0),
    }),
    history: defineSubcommand({
      visibility: "private",
      options: { announcement: text({ maxLength: NAME_LENGTH, autocomplete: suggestAnnouncements }) },
      run: (context) => showHistory(context, { named: context.options.announcement, page: 0 }),
    }),
  },
  calls: announceCalls,
  controls: {
    page: (context) => listAnnouncements(context, context.state.page),
    open: (context) => announcementActions.open(context, context.chosen),
    panel: (context) => announcementActions.open(context, context.state.id),
    test: announcementActions.test,
    untest: announcementActions.untest,
    pause: (context) => announcementActions.switchTo(context, "paused"),
    resume: (context) => announcementActions.switchTo(context, "active"),
    remove: announcementActions.ask,
    removeNow: announcementActions.remove,
    forum: beginPost,
    take: takeTime,
    zone: pickZone,
    retry: announcementActions.retry,
    publish: (context) => changeContent(context, (content) => ({ ...content, publish: context.state.on })),
    button: showButton,
    offers: chooseOffer,
    offersRole: chooseRole,
    needsForm: defineModal(announceCalls.needsForm, {
      fields: {
        kind: radioField({ required: true }),
        of: textLine({ maxLength: NEED_LENGTH }),
        least: textLine({ maxLength: LEAST_LENGTH }),
      },
      show: (context) => {
        const { form } = context.messages(context.locale).announce.needs;
        const { kind = "none", of, least } = context.state;
        const kinds = needKinds(context);
        return {
          title: form.title,
          fields: {
            kind: {
              label: form.kind,
              entries: kinds.map((value) => ({ value, label: form.kinds[value], chosen: value === kind })),
            },
            of: { label: form.of, description: form.ofHint, ...value(of) },
            least: { label: form.least, description: form.leastHint, ...value(least) },
          },
        };
      },
      submitted: ({ fields, ...context }) => submitNeeds(context, fields),
    }),
    signUpForm: defineModal(announceCalls.signUpForm, {
      fields: {
        places: textLine({ maxLength: PLACES_LENGTH }),
        starts: textLine({ maxLength: WHEN_LENGTH }),
      },
      show: (context) => {
        const { form } = context.messages(context.locale).announce.signUp;
        const { places, starts } = context.state;
        return {
          title: form.title,
          fields: {
            places: { label: form.places, description: form.placesHint, ...value(places) },
            starts: { label: form.starts, description: form.startsHint, ...value(starts) },
          },
        };
      },
      submitted: ({ fields, ...context }) => submitSignUp(context, fields),
    }),
    signUp: { ...anyones, run: signUp },
    leave: { ...anyones, run: leaveList },
    trail: (context) =>
      showHistory(context, {
        id: context.state.id,
        page: context.state.page,
        listPage: context.state.from,
      }),
    trailOf: (context) => showHistory(context, { id: context.chosen, page: 0 }),
    offer: { ...anyones, run: (context) => takeOffer(context, remindOfAnnouncement) },
    off: { ...anyones, run: switchOffAnnouncement },
    ...boardActions({
      trending: (context, entry) => showTrend(context, entry, { list: { page: 0 }, part: 0 }),
      milestones: (context, milestone) => showMilestone(context, milestone, 0),
    }),
    edit: defineModal(announceCalls.edit, {
      fields: { when: whenField, channel: channelOfServer, role: roleField() },
      show: (context) => {
        const { form } = context.messages(context.locale).announce;
        const isNews = context.state.what?.startsWith("new-entries") === true;
        const hint = isNews ? form.newsHint : form.datedHint;
        const { when, channel: where, role: mentioned } = sharedLooks(context, hint);
        return { title: form.edit, fields: { when, channel: where, role: mentioned } };
      },
      submitted: ({ fields, ...context }) => submitTyped(context, fields),
    }),
    rewrite: defineModal(announceCalls.rewrite, {
      fields: {
        text: paragraph({ required: true, maxLength: NOTE_LENGTH }),
        when: whenField,
        zone: textLine({ maxLength: ZONE_LENGTH }),
        channel: channelOfServer,
        role: roleField(),
      },
      show: (context) => {
        const { form } = context.messages(context.locale).announce;
        const { what: written = "", id } = context.state;
        return {
          title: id === undefined ? form.title : form.edit,
          fields: {
            text: { label: form.text, description: form.textHint, value: written },
            ...sharedLooks(context, form.whenHint),
          },
        };
      },
      submitted: ({ fields, ...context }) => submitTyped(context, fields),
    }),
    accent: defineModal(announceCalls.accent, {
      fields: { typed: textLine({ maxLength: COLOR_LENGTH }) },
      show: (context) => {
        const { title, ...typed } = context.messages(context.locale).announce.colorForm;
        return { title, fields: { typed: { ...typed, value: context.state.typed ?? "" } } };
      },
      submitted: ({ fields, ...context }) => submitAccent(context, fields.typed),
    }),
    file: defineModal(announceCalls.file, {
      fields: { file: fileField(), alt: textLine({ maxLength: FILE_ALT_LENGTH }) },
      show: (context) => {
        const { title, alt, altHint, ...file } = context.messages(context.locale).announce.fileForm;
        const described = { label: alt, description: altHint, value: context.state.alt ?? "" };
        return { title, fields: { file, alt: described } };
      },
      submitted: ({ fields, ...context }) => submitFile(context, fields),
    }),
    quiet: defineModal(announceCalls.quiet, {
      fields: { from: textLine({ maxLength: CLOCK_LENGTH }), to: textLine({ maxLength: CLOCK_LENGTH }) },
      show: (context) => {
        const { announce, shared } = context.messages(context.locale);
        const { form } = shared.quiet;
        const { zone = "UTC" } = context.state;
        const field = (name: "from" | "to", example: string) => ({
          label: form[name],
          description: announce.quietForm.hint(example, zone),
          value: context.state[name] ?? "",
        });
        return { title: form.title, fields: { from: field("from", "22:00"), to: field("to", "07:00") } };
      },
      submitted: ({ fields, ...context }) => submitQuiet(context, fields),
    }),
  },
});

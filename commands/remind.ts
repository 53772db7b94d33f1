import { anyones, own } from "../src/features/kit/command/define-command.ts";
import { listReminders, retryReminders } from "../src/features/posts/command/list-posts.ts";
import {
  moveReminder,
  reminderActions,
  setRepeat,
  setSkip,
  withAllowance,
} from "../src/features/posts/command/post-actions.ts";
import {
  settleDone,
  showListed,
  snooze,
  switchOff,
  switchOn,
} from "../src/features/posts/command/direct-message-actions.ts";
import { showOwnHistory } from "../src/features/posts/command/show-history.ts";
import { changeFeed, showOwnCalendar } from "../src/features/posts/command/own-calendar.ts";
import { plainMessage } from "../src/features/posts/command/plain-message.ts";
import { offerReminder } from "../src/features/posts/command/public-button.ts";
import type { Typed } from "../src/features/posts/view/dialogs.ts";
import { askZone } from "../src/features/posts/command/zone-question.ts";
import { setReminder, type Wanted } from "../src/features/posts/command/save-reminder.ts";
import {
  chooseZone,
  dropQuiet,
  forgetZone,
  moveToZone,
  searchZone,
  setQuiet,
  showSettings,
} from "../src/features/posts/command/reminder-settings.ts";
import { showMilestone } from "../src/features/milestones/milestones.ts";
import { showTrend } from "../src/features/trending/open-trend.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { soonPhrases } from "../src/features/posts/read/example-phrases.ts";
import { suggestWhat, suggestWhen } from "../src/features/posts/read/suggest-reminders.ts";
import { textLine, paragraph, radioField } from "../src/discord/command/controls.ts";
import { text } from "../src/discord/command/options.ts";
import type { StateOf } from "../src/discord/reply/calls.ts";
import { subjectOfKey } from "../src/schedule/subject.ts";
import { remindCalls } from "../src/features/kit/view/calls/remind.ts";
import {
  defineGroup,
  defineModal,
  defineSubcommand,
  type CommandContext,
} from "../src/features/posts/services.ts";

/** Opens what a reminder was about, for whoever got it. */
function showSubject(context: CommandContext, key: string): Promise<Reply> {
  const subject = subjectOfKey(key);
  return subject?.kind === "ritual"
    ? showTrend(context, `${subject.type}:${subject.id}`, { list: { page: 0 }, part: 0 })
    : showMilestone(context, subject?.kind === "milestone" ? String(subject.hash) : "", 0);
}

const WHAT_LENGTH = 500;
/** The link of a message comes behind it. */
const ABOUT_LENGTH = 400;
const WHEN_LENGTH = 100;
const CLOCK_LENGTH = 10;
const ZONE_LENGTH = 60;

/** Typed anew, or to be mended; with an id in its state it edits. */
const typed = defineModal(remindCalls.fill, {
  fields: {
    what: paragraph({ required: true, maxLength: WHAT_LENGTH }),
    when: textLine({ maxLength: WHEN_LENGTH }),
  },
  show: ({ state, ...context }) => {
    const { shared, remind } = context.messages(context.locale);
    const { form } = remind;
    const { what = "", title = what, when = "" } = state;
    const hint = subjectOfKey(what) === undefined ? form.noteHint : form.whenHint;
    return {
      title: form.title,
      fields: {
        what: { label: form.what, description: form.whatHint, value: title },
        when: { label: shared.form.when, description: hint, value: when },
      },
    };
  },
  submitted: ({ fields, ...context }) =>
    setReminder(context, {
      ...wantedIn(context.state),
      what: whatIn(context.state, fields.what),
      when: fields.when ?? "",
    }),
});

/** About a message: the time is picked or typed. */
const aboutMessage = defineModal(remindCalls.about, {
  answer: "private",
  fields: {
    what: paragraph({ required: true, maxLength: ABOUT_LENGTH }),
    soon: radioField(),
    when: textLine({ maxLength: WHEN_LENGTH }),
  },
  show: ({ state, ...context }) => {
    const { remind, shared, language } = context.messages(context.locale);
    const { form, about } = remind;
    const entries = soonPhrases(language).map((value) => ({
      value,
      label: value.charAt(0).toLocaleUpperCase(language) + value.slice(1),
    }));
    return {
      title: form.title,
      fields: {
        what: { label: form.what, value: state.what },
        soon: { label: shared.form.when, description: about.soonHint, entries },
        when: { label: about.other, description: form.noteHint },
      },
    };
  },
  submitted: ({ fields: { what, soon, when }, ...context }) =>
    setReminder(context, {
      what: [what, context.state.url ?? ""].join("\n").trimEnd(),
      when: when ?? soon ?? "",
    }),
});

export default defineGroup({
  name: "remind",
  messageMenu: ({ message, ...context }) => {
    const { about } = context.messages(context.locale).remind;
    const what = plainMessage(message.text, context.view) || about.message;
    return remindCalls.about({ what, url: message.url });
  },
  subcommands: {
    new: defineSubcommand({
      visibility: "private",
      options: {
        what: text({ required: true, maxLength: WHAT_LENGTH, autocomplete: suggestWhat }),
        when: text({ maxLength: WHEN_LENGTH, autocomplete: suggestWhen }),
      },
      run: ({ options, ...context }) => setReminder(context, options),
    }),
    list: defineSubcommand({
      visibility: "private",
      options: {},
      run: (context) => listReminders(context, 0),
    }),
  },
  calls: remindCalls,
  controls: {
    about: aboutMessage,
    take: (context) =>
      setReminder(context, {
        ...wantedIn(context.state),
        when: context.chosen ?? context.state.when,
      }),
    allow: withAllowance,
    open: (context) => reminderActions.open(context, context.chosen ?? context.state.id),
    list: (context) => listReminders(context, (context.state.page ?? 1) - 1),
    mine: { ...own, answer: "private", run: (context) => listReminders(context, 0) },
    pause: (context) => reminderActions.switchTo(context, context.state.to),
    repeat: setRepeat,
    skip: setSkip,
    move: moveReminder,
    test: reminderActions.test,
    untest: reminderActions.untest,
    retry: (context) =>
      context.state.id === undefined ? retryReminders(context) : reminderActions.retry(context),
    ask: reminderActions.ask,
    remove: reminderActions.remove,
    history: showOwnHistory,
    settings: (context) => showSettings(context),
    calendar: { ...anyones, run: showOwnCalendar },
    feed: changeFeed,
    zone: (context) =>
      context.state.forget === true
        ? forgetZone(context)
        : chooseZone(context, context.chosen ?? context.state.to, waitingIn(context.state)),
    rezoneOne: (context) => askZone(context, typedIn(context.state)),
    rezone: moveToZone,
    loud: dropQuiet,
    snooze: snooze,
    done: settleDone,
    doneOne: { ...own, answer: "private", run: settleDone },
    off: switchOff,
    offOne: { ...own, answer: "private", run: switchOff },
    again: switchOn,
    listed: { ...anyones, run: showListed },
    show: { ...anyones, run: (context) => showSubject(context, context.state.what) },
    offer: { ...anyones, run: offerReminder },
    fill: typed,
    edit: typed,
    search: defineModal(remindCalls.search, {
      fields: { typed: textLine({ required: true, maxLength: ZONE_LENGTH }) },
      show: (context) => {
        const { form } = context.messages(context.locale).remind.zone;
        const value = context.state.typed ?? "";
        return { title: form.title, fields: { typed: { label: form.label, description: form.hint, value } } };
      },
      submitted: ({ fields, ...context }) => searchZone(context, fields.typed, waitingIn(context.state)),
    }),
    quiet: defineModal(remindCalls.quiet, {
      fields: {
        from: textLine({ required: true, maxLength: CLOCK_LENGTH }),
        to: textLine({ required: true, maxLength: CLOCK_LENGTH }),
      },
      show: (context) => {
        const { remind, shared } = context.messages(context.locale);
        const { form } = shared.quiet;
        const field = (name: "from" | "to", usual: string) => ({
          label: form[name],
          description: remind.zone.quietForm.hint(usual),
          value: context.state[name] ?? usual,
        });
        return { title: form.title, fields: { from: field("from", "22:00"), to: field("to", "07:00") } };
      },
      submitted: ({ fields, ...context }) => setQuiet(context, fields),
    }),
  },
});

type WantedState = StateOf<typeof remindCalls.fill.shape>;

/** What is chosen is shown by its name; a name that was left as it was still means what was chosen. */
function whatIn({ title, what }: WantedState, typedWhat: string): string {
  return typedWhat.trim() === title ? (what ?? typedWhat) : typedWhat;
}

/** Returns what waits until the zone is known; undefined for none. */
function waitingIn(state: WantedState): Typed | undefined {
  return state.what === undefined ? undefined : typedIn(state);
}

function typedIn(state: WantedState): Typed {
  return { ...wantedIn(state), when: state.when ?? "", named: state.title };
}

function wantedIn({ what = "", id, rev, spread }: WantedState): Wanted {
  return { what, id, rev, ...(spread === true && { isSpread: true }) };
}

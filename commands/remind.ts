import {
  defineAction,
  defineModal,
  defineGroup,
  defineSubcommand,
} from "../src/features/shared/define-command.ts";
import { withAllowance } from "../src/features/reminders/command/with-consent.ts";
import { showCard } from "../src/features/reminders/command/show-card.ts";
import {
  settleDone,
  snooze,
  switchOff,
  switchOn,
} from "../src/features/reminders/command/direct-message-actions.ts";
import {
  askToRemove,
  moveReminder,
  pauseOrResume,
  removeReminder,
  retryMine,
  setRepeat,
  setSkip,
  showHistory,
  showList,
  testReminder,
} from "../src/features/reminders/command/manage-reminder.ts";
import { offerReminder } from "../src/features/reminders/command/remind-me.ts";
import { setReminder, type Wanted } from "../src/features/reminders/command/save-reminder.ts";
import {
  chooseZone,
  dropQuiet,
  forgetZone,
  moveToZone,
  searchZone,
  setQuiet,
  showSettings,
} from "../src/features/reminders/command/settings.ts";
import { suggestWhat, suggestWhen } from "../src/features/shared/suggest-reminders.ts";
import { textLine, paragraph } from "../src/discord/command/modal.ts";
import { text } from "../src/discord/command/options.ts";
import { pageFrom } from "../src/discord/reply/pages.ts";
import type { ActionState } from "../src/discord/reply/reply.ts";

const WHAT_LENGTH = 500;
const WHEN_LENGTH = 100;
const CLOCK_LENGTH = 10;
const ZONE_LENGTH = 60;

const own = { for: "owner", answer: "edit" } as const;

/** Typed anew, or to be mended; with an id in its state it edits. */
const typed = defineModal({
  ...own,
  fields: {
    what: paragraph({ required: true, maxLength: WHAT_LENGTH }),
    when: textLine({ maxLength: WHEN_LENGTH }),
  },
  show: (context) => {
    const { form } = context.messages(context.locale).remind;
    return {
      title: form.title,
      fields: {
        what: { label: form.what, description: form.whatHint, value: shownWhat(context.state) },
        when: { label: form.when, description: form.whenHint, value: textIn(context.state, "when") ?? "" },
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

export default defineGroup({
  name: "remind",
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
      run: (context) => showList(context, 1),
    }),
  },
  actions: {
    take: defineAction({
      ...own,
      run: (context) =>
        setReminder(context, {
          ...wantedIn(context.state),
          when: context.chosen ?? textIn(context.state, "when"),
        }),
    }),
    allow: defineAction({ ...own, run: withAllowance }),
    open: defineAction({
      ...own,
      run: (context) => showCard(context, context.chosen ?? context.state["id"]),
    }),
    list: defineAction({ ...own, run: (context) => showList(context, pageFrom(context.state)) }),
    mine: defineAction({ for: "owner", answer: "private", run: (context) => showList(context, 1) }),
    pause: defineAction({ ...own, run: pauseOrResume }),
    repeat: defineAction({ ...own, run: setRepeat }),
    skip: defineAction({ ...own, run: setSkip }),
    move: defineAction({ ...own, run: moveReminder }),
    test: defineAction({ ...own, run: testReminder }),
    retry: defineAction({ ...own, run: retryMine }),
    ask: defineAction({ ...own, run: askToRemove }),
    remove: defineAction({ ...own, run: removeReminder }),
    history: defineAction({ ...own, run: showHistory }),
    settings: defineAction({ ...own, run: (context) => showSettings(context) }),
    zone: defineAction({
      ...own,
      run: (context) =>
        context.state["forget"] === true ? forgetZone(context) : chooseZone(context, context.chosen),
    }),
    rezone: defineAction({ ...own, run: moveToZone }),
    loud: defineAction({ ...own, run: dropQuiet }),
    snooze: defineAction({ ...own, run: snooze }),
    done: defineAction({ ...own, run: settleDone }),
    off: defineAction({ ...own, run: switchOff }),
    offOne: defineAction({ for: "owner", answer: "private", run: switchOff }),
    again: defineAction({ ...own, run: switchOn }),
    offer: defineAction({ for: "anyone", answer: "private", run: offerReminder }),
  },
  forms: {
    fill: typed,
    edit: typed,
    search: defineModal({
      ...own,
      fields: { typed: textLine({ required: true, maxLength: ZONE_LENGTH }) },
      show: (context) => {
        const { form } = context.messages(context.locale).remind.zone;
        const value = textIn(context.state, "typed") ?? "";
        return { title: form.title, fields: { typed: { label: form.label, description: form.hint, value } } };
      },
      submitted: ({ fields, ...context }) => searchZone(context, fields.typed),
    }),
    quiet: defineModal({
      ...own,
      fields: {
        from: textLine({ required: true, maxLength: CLOCK_LENGTH }),
        to: textLine({ required: true, maxLength: CLOCK_LENGTH }),
      },
      show: (context) => {
        const { quietForm } = context.messages(context.locale).remind.zone;
        const field = (name: "from" | "to", usual: string) => ({
          label: quietForm[name],
          description: quietForm.hint,
          value: textIn(context.state, name) ?? usual,
        });
        return { title: quietForm.title, fields: { from: field("from", "22:00"), to: field("to", "07:00") } };
      },
      submitted: ({ fields, ...context }) => setQuiet(context, fields),
    }),
  },
});

function textIn(state: ActionState, name: string): string | undefined {
  const value = state[name];
  return typeof value === "string" ? value : undefined;
}

/** What is chosen is shown by its name. */
function shownWhat(state: ActionState): string {
  return textIn(state, "title") ?? textIn(state, "what") ?? "";
}

/** A name that was left as it was still means what was chosen. */
function whatIn(state: ActionState, typed: string): string {
  return typed.trim() === textIn(state, "title") ? (textIn(state, "what") ?? typed) : typed;
}

function wantedIn(state: ActionState): Wanted {
  const { rev, spread } = state;
  return {
    what: textIn(state, "what") ?? "",
    id: textIn(state, "id"),
    ...(typeof rev === "number" && { rev }),
    ...(spread === true && { isSpread: true }),
  };
}

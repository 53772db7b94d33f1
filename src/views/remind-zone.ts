import { type Markdown, joinMarkdown, md } from "../base/markdown.ts";
import { actionButton, buttons, select, text, toned } from "../discord/build.ts";
import type { Reply } from "../discord/reply.ts";
import { type Look, inPlain } from "./look.ts";
import { remindCall } from "./remind.ts";

const TYPED_LENGTH = 60;

/** A zone to choose: its IANA name, as people say it, and what its clock shows. */
export interface ZoneOption {
  readonly zone: string;
  readonly name: string;
  readonly clock: string;
}

export interface ZoneView {
  readonly current: ZoneOption;
  readonly from: "own" | "guild" | "none";
  readonly options: readonly ZoneOption[];
  readonly quiet?: { readonly from: string; readonly to: string } | undefined;
  readonly said?: ZoneSaid | undefined;
  /** Reminders that keep another zone than the member's own. */
  readonly elsewhere: number;
}

export type ZoneSaid =
  | { readonly kind: "saved" | "forgotten" | "quiet-unclear" }
  | { readonly kind: "unknown" | "several"; readonly typed: string }
  | { readonly kind: "moved"; readonly count: number };

export function remindZoneReply(view: ZoneView, look: Look): Reply {
  const { zone: texts, card } = look.texts.remind;
  const { current, from, quiet, options, elsewhere } = view;
  const own = { own: texts.yours, guild: texts.guild, none: undefined }[from];
  const said = view.said === undefined ? undefined : saidText(view.said, current, look);
  const hasFailed = view.said?.kind === "unknown" || view.said?.kind === "quiet-unclear";
  return toned(
    hasFailed ? "notice" : "plain",
    text(md`## ${texts.title}`),
    said !== undefined && text(said),
    text(
      joinMarkdown([
        own === undefined ? texts.none(current.clock) : own(current.name, current.clock),
        quiet === undefined ? texts.noQuiet : texts.quiet(quiet.from, quiet.to),
        ...(from === "own" && elsewhere > 0 ? [texts.stay(elsewhere)] : []),
      ]),
    ),
    options.length > 0 &&
      select(
        texts.pick,
        remindCall("zone"),
        options.map(({ zone, name, clock }) => ({
          value: zone,
          label: texts.option(name, clock),
          chosen: from === "own" && zone === current.zone,
        })),
      ),
    buttons(
      actionButton(texts.search, remindCall("search"), { style: "primary" }),
      from === "own" && elsewhere > 0 && actionButton(texts.move(elsewhere), remindCall("rezone")),
      from === "own" && actionButton(texts.forget, remindCall("zone", { forget: true })),
    ),
    buttons(
      actionButton(texts.setQuiet, remindCall("quiet", { from: quiet?.from, to: quiet?.to })),
      quiet !== undefined && actionButton(texts.noQuietButton, remindCall("loud")),
      actionButton(card.buttons.list, remindCall("list")),
    ),
  );
}

function saidText(said: ZoneSaid, current: ZoneOption, look: Look): Markdown {
  const { zone: texts } = look.texts.remind;
  switch (said.kind) {
    case "saved":
      return texts.saved(current.name, current.clock);
    case "forgotten":
      return md`${texts.forgotten}`;
    case "quiet-unclear":
      return md`${texts.quietUnclear}`;
    case "unknown":
    case "several":
      return texts[said.kind](inPlain(said.typed, TYPED_LENGTH));
    case "moved":
      return md`${texts.moved(said.count)}`;
  }
}

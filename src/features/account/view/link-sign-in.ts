import { paragraph, sentences } from "../../kit/view/parts.ts";
import { link as linkTo, type Markdown, md } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";
import { actionButton, buttons, linkButton, text, toned, reply } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { linkCalls, type WaitingState } from "../../kit/view/calls/link.ts";
import { inName, inPlain, mentionOf, small, type ViewContext } from "../../kit/view/view-context.ts";
import { type LinkView, linkedLine, operatorLine } from "./link.ts";

const SCOPE_LENGTH = 200;
export const BUTTON_LABEL_LENGTH = 80;

export interface SignInConsentView extends LinkView {
  /** The scope; undefined: the application's settings at the platform decide. */
  readonly scope: string | undefined;
  readonly manageUrl: string | undefined;
  /** Whether the platform can revoke tokens. */
  readonly canGiveBack: boolean;
  /** Whether the sign-in ends on the bot's own page, so that nothing is pasted. */
  readonly hasOwnPage: boolean;
  /** Whether a key of one's own will do, too. */
  readonly takesKeys: boolean;
}

/** Explains what signing in means, before anything else. */
export function signInConsentReply(view: SignInConsentView, context: ViewContext): Reply {
  const { consent: shared, signIn, key } = context.texts.link;
  const { consent } = signIn;
  const platform = inName(view.platform);
  const { manageUrl, scope } = view;
  const { state } = view;
  return toned(
    "notice",
    text(md`## ${shared.title(platform)}`),
    paragraph(
      consent.what(platform),
      scopeLine(scope, context),
      operatorLine(view.operator, context),
      sentences(
        context.texts.language,
        consent[view.canGiveBack ? "end" : "endHere"](mentionOf(context, "unlink")),
        shared.idle(view.idleDays),
      ),
      manageUrl !== undefined && consent.manage(linkTo(new URL(manageUrl).host, manageUrl)),
    ),
    paragraph(md`${consent[view.hasOwnPage ? "ownButton" : "address"]}`, small(md`${shared.age}`)),
    linkedLine(view, context),
    buttons(
      actionButton(shared.agree, linkCalls.signIn(state), { style: "primary" }),
      actionButton(shared.decline, linkCalls.decline()),
      view.takesKeys && actionButton(key.use, linkCalls.begin({ ...state, way: "key" })),
      view.cookies > 0 && actionButton(consent.cookies, linkCalls.begin({ ...state, way: "cookies" })),
    ),
  );
}

/** Returns what may be done with what the member allows at the platform. */
export function scopeLine(scope: string | undefined, { texts }: ViewContext): Markdown {
  const { consent } = texts.link.signIn;
  return scope === undefined ? consent.anyScope : consent.scope(inPlain(scope, SCOPE_LENGTH));
}

export interface SignInView {
  readonly platform: string;
  /** The platform's address, with this member's state. */
  readonly address: string;
  /** The bot's own page, where the sign-in begins and ends. */
  readonly page: string | undefined;
  readonly state: WaitingState;
}

export function signInReply({ platform, address, page, state }: SignInView, context: ViewContext): Reply {
  const { consent, guide } = context.texts.link.signIn;
  const [said, caution] =
    page === undefined ? [guide.steps, consent.address] : [guide.pageSteps, consent.ownButton];
  const steps = said.map((step, index) => md`${index + 1}. ${step}`);
  return reply(
    paragraph(md`## ${guide.title(inName(platform))}`, ...steps),
    paragraph(md`${caution}`, small(md`${guide.mine}`)),
    buttons(
      linkButton(clip(guide.open(new URL(address).host), BUTTON_LABEL_LENGTH), page ?? address),
      page === undefined
        ? actionButton(guide.paste, linkCalls.address(state), { style: "primary" })
        : actionButton(guide.check, linkCalls.signIn(state)),
    ),
  );
}

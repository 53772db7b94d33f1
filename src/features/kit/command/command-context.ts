import type { ActionInvocation, ActionRunning } from "../../../discord/command/controls.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { CallTarget, StateOf } from "../../../discord/reply/calls.ts";
import type { TypedSoFar } from "../../../discord/command/options.ts";
import type { KitServices } from "./services.ts";
import type { ViewContext } from "../view/view-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { spokenLocale } from "../../../messages/languages.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { Player } from "../../../game/player.ts";
import { playerById } from "../read/find-player.ts";
import { foreignLanguage } from "../../../platform/locale.ts";
import { serverZone } from "../settings/settings.ts";
import { cityName, homeZone } from "../settings/time-zones.ts";

/** What commands use, with a feature's own services, and the view context of the reply's reader. */
export type CommandServices<Own = unknown> = KitServices & Own & { readonly view: ViewContext };

/** What a command's run gets. */
export type CommandContext<Own = unknown> = CommandServices<Own> & InvocationContext;

type StateFor<Target> = Target extends CallTarget ? StateOf<Target["shape"]> : unknown;

/**
 * What an action's run gets, with its call's state and what was picked: `ActionContext<typeof announceCalls.remove>`.
 */
export type ActionContext<Target = unknown, Own = unknown> = CommandServices<Own> &
  ActionInvocation<StateFor<Target>> &
  ActionRunning;

/** What a modal gets when it opens; it must not wait for anything. */
export type ModalContext<Target, Own = unknown> = CommandServices<Own> & ActionInvocation<StateFor<Target>>;

/** Returns a command's reply with what else its reader has to know. */
export type AfterCommand<Own = unknown> = (context: CommandContext<Own>, reply: Reply) => Promise<Reply>;

/** What an autocomplete gets. */
export type AutocompleteContext<Own = unknown> = CommandContext<Own> & TypedSoFar;

/** Returns a command's services for one invocation. */
export function commandServices<Own>(
  services: KitServices & Own,
  invocation: InvocationContext,
): CommandServices<Own> {
  return { ...services, view: createViewContext({ ...services, ...invocation }) };
}

/** Returns the context for another reader, with a view context to match. */
export function withReader<Context extends CommandContext>(
  context: Context,
  reader: Partial<Pick<InvocationContext, "locale" | "now" | "isPrivate">>,
): Context {
  const { locale = context.locale } = reader;
  const changed = { ...context, ...reader, locale: spokenLocale(locale) };
  return { ...changed, view: createViewContext(changed) };
}

/** The hue of cards without one of their own: blue. */
const HUE = 240;

/** Returns the view context for whoever will read the reply. */
export function createViewContext(context: KitServices & InvocationContext): ViewContext {
  const { site, isPrivate, locale, now, platform, pageLinks, pictures, images, icons } = context;
  const foreign = foreignLanguage(context.profile, locale);
  const texts = context.messages(locale);
  return {
    texts,
    locale,
    now,
    zone: cardZoneOf(context, texts.language),
    foreign: foreign && new Intl.DisplayNames([locale], { type: "language" }).of(foreign),
    isShared: site.kind === "guild" && !isPrivate,
    mayLink: pageLinks.mayLink,
    cards: pictures && {
      look: async () => ({ mode: await cardModeOf(context), hue: HUE, locale }),
      prepare: (need) => pictures.prepare(need),
      kept: (outline) => pictures.kept(outline),
      draw: (card, signal, outline) => pictures.draw(card, signal, outline),
      deadline: (ms, signal) => AbortSignal.any([signal, AbortSignal.timeout(ms)]),
      picture: (url, signal) => images.get(url, signal),
      portrait: async (id, signal) => {
        const player = await activePlayer({ ...context, signal }, id);
        const paths = [player?.picture, player?.widePicture];
        const [avatar, banner] = await Promise.all(
          paths.map((path) => images.get(platform.imageUrl(path), signal)),
        );
        return { avatar, banner };
      },
    },
    label: (name) => context.labels(name, texts.language),
    imageUrl: (path) => platform.imageUrl(path),
    ...(icons !== undefined && { icon: (shown) => icons.of(shown?.iconUrl, shown?.name) }),
    mention: (command) => context.mention(command),
  };
}

/** Returns the server's zone; outside servers the language's home zone. */
function cardZoneOf(context: KitServices & InvocationContext, language: string): ViewContext["zone"] {
  const { site, guilds, locale } = context;
  const id = site.guildId === undefined ? homeZone(locale) : serverZone(context, guilds.of(site.guildId));
  return id === undefined ? undefined : { id, name: cityName(id, language) };
}

/** Returns undefined for a banned or deleted player, and where the platform fails or is slow. */
async function activePlayer(
  context: KitServices & InvocationContext,
  id: string | undefined,
): Promise<Player | undefined> {
  if (id === undefined) return undefined;
  try {
    const found = await playerById(context, id);
    return found?.player.standing.state === "active" ? found.player : undefined;
  } catch (error) {
    if (context.signal.aborted || isMilepostError(error)) return undefined;
    throw error;
  }
}

/** Returns the member's own mode in private replies, else the server's. */
async function cardModeOf({
  member,
  site,
  isPrivate,
  memberSettings,
  guilds,
}: KitServices & InvocationContext) {
  const ofServer = site.guildId === undefined ? "dark" : guilds.of(site.guildId).cardMode;
  if (site.kind === "guild" && !isPrivate) return ofServer;
  return (await memberSettings.of(member.id)).cardMode ?? ofServer;
}

import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Player } from "../../game/player.ts";
import { playerById } from "./find-player.ts";
import type { ViewContext } from "./view/view-context.ts";
import { foreignLanguage } from "../../platform/locale.ts";
import type { Services } from "../services.ts";
import { chosenZone } from "./guild-settings.ts";
import { cityName, homeZone } from "./time-zones.ts";

/** The hue of cards whose subject has none of its own: blue. */
const HUE = 240;

/** For whom a view is made, from what was asked. */
export function createViewContext(context: Services & InvocationContext): ViewContext {
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
      prepare: () => pictures.prepare(),
      draw: (card, signal) => pictures.draw(card, signal),
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
    ...(icons !== undefined && { icon: (url) => icons.of(url) }),
    mention: (command) => context.mention(command),
  };
}

/**
 * The zone the server chose, else the one the language of the reply is spoken in. Not the member's: a picture's description is
 * made before their settings are read.
 */
function cardZoneOf(
  { site, guilds, locale }: Services & InvocationContext,
  language: string,
): ViewContext["zone"] {
  const chosen = site.guildId === undefined ? undefined : chosenZone(guilds.of(site.guildId));
  const id = chosen ?? homeZone(locale);
  return id === undefined ? undefined : { id, name: cityName(id, language) };
}

/** Undefined for one who is banned or gone, and where the platform fails or takes long. */
async function activePlayer(
  context: Services & InvocationContext,
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

/** As whoever reads it alone likes it; what others see too is as the server has it. */
async function cardModeOf({ member, site, isPrivate, memberSettings, guilds }: Services & InvocationContext) {
  const ofServer = site.guildId === undefined ? "dark" : guilds.of(site.guildId).cardMode;
  if (site.kind === "guild" && !isPrivate) return ofServer;
  return (await memberSettings.of(member.id)).cardMode ?? ofServer;
}

import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { type Platform, startPlatform } from "./platform/server.ts";
import { type Offered, offeredProfiles, type SeenProfile, showProfile } from "./profiles.ts";
import { Browsers } from "./web/browser/browsers.ts";

interface SwitchablePlatformOptions {
  /** The profile served at first. */
  readonly profile: Profile;
  readonly seed?: number;
  readonly clock: Clock;
  readonly log: Log;
  /** The page on which sign-ins end, instead of the profiles' own. */
  readonly landing?: string | undefined;
}

interface Running {
  readonly offered: Offered;
  readonly platform: Platform;
  /** The simulated browsers at this platform, one a person. */
  readonly browsers: Browsers;
}

/** Restarts the bot with another profile; resolves once it runs. */
export type OnProfileChange = (profile: Profile) => Promise<void>;

/** The embedded platform, whose profile can be switched. Earlier ones keep running, for their pictures and sessions. */
export class SwitchablePlatform {
  readonly #options: SwitchablePlatformOptions;
  readonly #offered: readonly [Offered, ...Offered[]];
  readonly #running = new Map<string, Running>();
  #current: Running;
  #follow: OnProfileChange | undefined;
  #isSwitching = false;

  private constructor(
    options: SwitchablePlatformOptions,
    offered: readonly [Offered, ...Offered[]],
    first: Running,
  ) {
    this.#options = options;
    this.#offered = offered;
    this.#current = first;
    this.#running.set(first.offered.key, first);
  }

  static async start(options: SwitchablePlatformOptions): Promise<SwitchablePlatform> {
    const offered = offeredProfiles(options.profile);
    return new SwitchablePlatform(options, offered, await run(offered[0], options));
  }

  get profile(): Profile {
    return this.#current.platform.profile;
  }

  get url(): string {
    return this.#current.platform.url;
  }

  get browsers(): Browsers {
    return this.#current.browsers;
  }

  /** The origins of all running platforms. */
  get origins(): readonly string[] {
    return [...this.#running.values()].map(({ platform }) => new URL(platform.url).origin);
  }

  seen(): { readonly current: string; readonly offered: readonly SeenProfile[] } {
    return { current: this.#current.offered.key, offered: this.#offered.map(showProfile) };
  }

  /** Sets what is called when the profile is switched. */
  followedBy(follow: OnProfileChange): void {
    this.#follow = follow;
  }

  /** Switches platform and bot to another profile; if the bot can't, both go back. Throws "busy" or "bad-settings". */
  async use(key: string): Promise<void> {
    const offered = this.#offered.find((each) => each.key === key);
    if (offered === undefined)
      throw new MilepostError("bad-settings", { reason: "There is no such profile." });
    const follow = this.#follow;
    if (this.#isSwitching || follow === undefined) {
      throw new MilepostError("busy", { reason: "The bot is being started. Try again in a moment." });
    }
    if (offered.key === this.#current.offered.key) return;
    this.#isSwitching = true;
    try {
      await this.#goTo(offered, follow);
    } finally {
      this.#isSwitching = false;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ platform }) => platform.close()));
  }

  async #goTo(offered: Offered, follow: OnProfileChange): Promise<void> {
    const before = this.#current;
    const next = this.#running.get(offered.key) ?? (await run(offered, this.#options));
    this.#running.set(offered.key, next);
    this.#current = next;
    try {
      await follow(next.platform.profile);
    } catch (error) {
      this.#current = before;
      await follow(before.platform.profile);
      throw error;
    }
  }
}

async function run(
  offered: Offered,
  { seed, clock, log, landing }: SwitchablePlatformOptions,
): Promise<Running> {
  const profile = withLanding(offered.profile, landing);
  const platform = await startPlatform({ profile, port: 0, clock, log, ...(seed !== undefined && { seed }) });
  return { offered, platform, browsers: new Browsers({ profile: platform.profile, clock, landing }) };
}

function withLanding(profile: Profile, redirectUri: string | undefined): Profile {
  const { oauth } = profile.signIn;
  if (oauth === undefined || redirectUri === undefined) return profile;
  return { ...profile, signIn: { ...profile.signIn, oauth: { ...oauth, redirectUri } } };
}

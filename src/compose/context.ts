import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import type { DiscordSettings, Settings } from "../config/settings.ts";
import type { Started } from "../discord/runtime.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { Keyring } from "../sessions/keyring/keyring.ts";
import type { Database } from "../storage/database.ts";
import type { createClosers } from "./closers.ts";
import type { LoginGuard } from "./login-guard.ts";

export interface ProcessIo {
  /** Prints text for whoever started the program. */
  readonly print: (text: string) => void;
  /** Writes lines of the log. */
  readonly writeLog: (line: string) => void;
  /** Whether a person reads the log at a terminal. */
  readonly isLogReadable: boolean;
  /** Aborts a start under way; `compose` then throws. */
  readonly signal?: AbortSignal;
  /** The clock of the real services; the system's by default. The playground has its own. */
  readonly clock?: Clock;
}

/** The services and keys a bot works with: the real ones, or the playground's. */
export interface Backends {
  readonly discord: DiscordSettings;
  readonly profile: Profile;
  readonly apiKey?: Secret | undefined;
  /** The application's client secret, for OAuth or its own token. */
  readonly clientSecret?: Secret | undefined;
  readonly clock: Clock;
  readonly database: Database;
  readonly keyring: Keyring;
  /** Only for the real Discord. */
  readonly loginGuard?: LoginGuard;
  /** Prints what to do once the bot is connected. */
  announce(started: Started): void;
  /** Calls the function when the platform changes its profile, which only the playground's can. */
  onProfile?(follow: (profile: Profile) => Promise<void>): void;
}

export interface Bot {
  stop(withinMs: number): Promise<void>;
}

export interface BootContext extends ProcessIo {
  readonly settings: Settings;
  readonly log: Log;
  /** Adds what has to be closed; the last added is closed first. */
  readonly onClose: ReturnType<typeof createClosers>["onClose"];
}

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
  /** Takes text for whoever started the program. */
  readonly print: (text: string) => void;
  /** Takes lines of the log. */
  readonly writeLog: (line: string) => void;
  /** The log is read by a person at a terminal. */
  readonly isLogReadable: boolean;
  /** Ends a start that is under way; `compose` then throws. */
  readonly signal?: AbortSignal;
  /** What the real services go by; the system's unless given. The playground has its own. */
  readonly clock?: Clock;
}

/** The two services and the keys a bot works with: the real ones, or the playground's. */
export interface Backends {
  readonly discord: DiscordSettings;
  readonly profile: Profile;
  readonly apiKey?: Secret | undefined;
  /** Of the application: for OAuth, or for a token of its own. */
  readonly clientSecret?: Secret | undefined;
  readonly clock: Clock;
  readonly database: Database;
  readonly keyring: Keyring;
  /** The real Discord's alone. */
  readonly loginGuard?: LoginGuard;
  /** What to say once the bot is connected. */
  announce(started: Started): void;
  /** Has the function called when the platform speaks another profile from now on: the playground's alone may. */
  onProfile?(follow: (profile: Profile) => Promise<void>): void;
}

/** A running bot. */
export interface Bot {
  stop(withinMs: number): Promise<void>;
}

export interface BootContext extends ProcessIo {
  readonly settings: Settings;
  readonly log: Log;
  /** Adds what has to be closed; the last added is closed first. */
  readonly onClose: ReturnType<typeof createClosers>["onClose"];
}

import type { AccountServices } from "./account/services.ts";
import type { KitServices } from "./kit/command/services.ts";
import type { ProfileServices } from "./profile/services.ts";
import type { RankingServices } from "./ranking/services.ts";
import type { ServersServices } from "./servers/services.ts";

/** Everything commands may use besides their invocation. */
export interface Services
  extends KitServices, AccountServices, ProfileServices, RankingServices, ServersServices {
  readonly recentPlayers: ProfileServices["recentPlayers"];
  readonly reminders: ServersServices["reminders"];
  readonly ownCalendars: ServersServices["ownCalendars"];
}

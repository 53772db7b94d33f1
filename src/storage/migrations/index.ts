import type { Migration } from "../migrate.ts";
import { initial } from "./0001-initial.ts";
import { sessions } from "./0002-sessions.ts";
import { reminders } from "./0003-reminders.ts";
import { foundMembers } from "./0004-found-members.ts";
import { toldEnds } from "./0005-told-ends.ts";
import { watching } from "./0006-watching.ts";
import { guilds } from "./0007-guilds.ts";
import { memberSettings } from "./0008-member-settings.ts";
import { boards } from "./0009-boards.ts";
import { refusalNames } from "./0010-refusal-names.ts";
import { classicPosts } from "./0011-classic-posts.ts";
import { delivery } from "./0012-delivery.ts";
import { stateOwners } from "./0013-state-owners.ts";
import { cardMode } from "./0014-card-mode.ts";
import { calendar } from "./0017-calendar.ts";
import { tokenSessions } from "./0019-token-sessions.ts";
import { nodes } from "./0020-nodes.ts";
import { leases } from "./0021-leases.ts";
import { gateway } from "./0022-gateway.ts";
import { temporarySecrets } from "./0023-temporary-secrets.ts";
import { ownCalendars } from "./0024-own-calendars.ts";
import { signUps } from "./0025-sign-ups.ts";
import { departedMembers } from "./0026-departed-members.ts";
import { ranking } from "./0027-ranking.ts";
import { postFiles } from "./0028-post-files.ts";

/** Every migration, in order. A released one never changes: databases store its checksum. */
export const migrations: readonly Migration[] = [
  initial,
  sessions,
  reminders,
  foundMembers,
  toldEnds,
  watching,
  guilds,
  memberSettings,
  boards,
  refusalNames,
  classicPosts,
  delivery,
  stateOwners,
  cardMode,
  calendar,
  tokenSessions,
  nodes,
  leases,
  gateway,
  temporarySecrets,
  ownCalendars,
  signUps,
  departedMembers,
  ranking,
  postFiles,
];

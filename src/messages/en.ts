import { announce } from "./en/announce.ts";
import { board } from "./en/board.ts";
import { commands } from "./en/commands.ts";
import { errors } from "./en/errors.ts";
import { help } from "./en/help.ts";
import { link } from "./en/link.ts";
import { account } from "./en/account.ts";
import { milestones } from "./en/milestones.ts";
import { permissions } from "./en/permissions.ts";
import { posts } from "./en/posts.ts";
import { profile } from "./en/profile.ts";
import { progress } from "./en/progress.ts";
import { ranking } from "./en/ranking.ts";
import { remind } from "./en/remind.ts";
import { runtime } from "./en/runtime.ts";
import { sealPage } from "./en/seal-page.ts";
import { setup } from "./en/setup.ts";
import { shared } from "./en/shared.ts";
import { stats } from "./en/stats.ts";
import { trending } from "./en/trending.ts";
import { trouble } from "./en/trouble.ts";
import { vault } from "./en/vault.ts";

/** English, the language every other catalog takes its shape from. */
export const english = {
  /** By its code: dates within a sentence are in the sentence's language. */
  language: "en",
  announce,
  board,
  commands,
  errors,
  help,
  link,
  account,
  milestones,
  permissions,
  posts,
  profile,
  progress,
  ranking,
  remind,
  runtime,
  sealPage,
  setup,
  shared,
  stats,
  trending,
  trouble,
  vault,
};

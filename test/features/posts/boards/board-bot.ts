/** A bot that does nothing but look after boards; it is killed in tests. `API TOKEN DATABASE`. */
import { createBoards } from "../../../../src/features/posts/create-reminders.ts";
import { systemClock } from "../../../../src/base/clock.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { createBotRest } from "../../../../src/discord/rest/bot-rest.ts";
import { CustomIds } from "../../../../src/discord/interaction/custom-id.ts";
import { Poster } from "../../../../src/discord/post/poster.ts";
import { createPostWriter } from "../../../../src/discord/post/post-writer.ts";
import { RefusalBreaker } from "../../../../src/discord/rest/refusal-breaker.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { controlStates } from "../../../../src/storage/control-states.ts";
import { TAG_KEY } from "../../../discord/support.ts";
import { fakePlatform, fakeServices, listing } from "../../../support/fake-services.ts";
import { news } from "./board-harness.ts";

const [apiUrl, token = "", file = ""] = process.argv.slice(2);
const clock = systemClock;
const { queries, nodes } = await openDatabase({ url: `file:${file}` });
const rest = createBotRest({ apiUrl, breaker: new RefusalBreaker({ clock }) }).setToken(token);
const trendingList = listing("details", [news("1", "Harvest")]);
createBoards({
  queries,
  nodes,
  mention: (name) => `/${name}`,
  services: fakeServices({ platform: fakePlatform({ trendingList }, ["trending.list"]) }),
  poster: new Poster({ rest, clock }),
  write: createPostWriter(new CustomIds([TAG_KEY], controlStates(queries, clock), clock)),
  clock,
  random: Math.random,
  log: silentLog,
}).start();

import type { PostUpdateContent, PostUpdatePort } from "../../../../src/features/posts/engine/ports.ts";
import { PostUpdater } from "../../../../src/features/posts/engine/update-posts.ts";
import { postUpdateRows } from "../../../../src/features/posts/store/delivery-rows.ts";
import { silentLog } from "../../../../src/base/log.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { addReminder, START, stageOf } from "./engine-harness.ts";

/** Posts of `a`, `b` and more that are to be edited a moment later, and whoever does it. */
export async function stageUpdater(
  database: Database,
  content: Partial<PostUpdateContent>,
  post: Partial<PostUpdatePort> = {},
  more: readonly string[] = [],
) {
  for (const id of ["a", "b", ...more]) await addReminder(database, id, { targets: [id] });
  const { look, store, clock, texts, engine } = stageOf(database);
  texts.compose = () => ({ kind: "post", body: {}, editAt: START + 1, publishes: true });
  await look(START);
  const done: string[] = [];
  const warned: string[] = [];
  const rows = postUpdateRows(database.queries);
  const doing = (what: string) => async (at: { channelId: string; messageId: string }) => {
    done.push(`${what} ${at.channelId}`);
    return { kind: "sent", ...at } as const;
  };
  const after = new PostUpdater({
    store,
    rows,
    content: { close: async () => ({ kind: "edit", body: {} }), publishes: () => true, ...content },
    post: { edit: doing("edit"), publish: doing("publish"), ...post },
    routes: engine.routes,
    clock,
    random: () => 1,
    log: { ...silentLog, warn: (message) => void warned.push(message) },
  });
  const lookAt = async (at: number) => {
    clock.at = at;
    await after.poll();
    return done.splice(0).sort();
  };
  const { routes } = engine;
  return { lookAt, nextAt: () => rows.nextAt(), after, clock, done, rows, routes, warned };
}

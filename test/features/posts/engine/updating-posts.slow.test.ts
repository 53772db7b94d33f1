import { expect, it } from "vitest";

import type { PostUpdateContent } from "../../../../src/features/posts/engine/ports.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { passingTime } from "../../../support/passing-time.ts";
import { MINUTE } from "../../../support/time.ts";
import { stageUpdater } from "./update-posts-harness.ts";

describeOnSqlite("an updater of posts that runs by itself", (database) => {
  const stage = async (content: Partial<PostUpdateContent> = {}) => {
    const staged = await stageUpdater(database(), { publishes: () => false, ...content });
    const pass = passingTime(staged.clock);
    /** The posts are to be edited, and nobody says so. */
    const due = () =>
      database().queries.updateTable("deliveries").set({ edit_at: staged.clock.at }).execute();
    staged.after.start();
    await pass(500);
    return { ...staged, pass, due };
  };

  it("is there when a post's time comes, and looks every half minute for more", async () => {
    const { after, done, pass, due } = await stage();
    expect(done.splice(0).sort()).toEqual(["edit a", "edit b"]);
    await due();
    await pass(29_000);
    expect(done).toEqual([]);
    await pass(1_000);
    expect(done.sort()).toEqual(["edit a", "edit b"]);
    await after.stop();
  });

  it("goes on seconds after the database failed, and says so", async () => {
    const { after, done, pass, due, rows, warned } = await stage();
    done.splice(0);
    await due();
    const { toEdit } = rows;
    rows.toEdit = () => Promise.reject(new Error("disk I/O error"));
    after.wake();
    await pass(500);
    rows.toEdit = toEdit;
    await pass(9_000);
    expect([done, warned.length]).toEqual([[], 1]);
    await pass(1_000);
    expect([done.sort(), warned.length]).toEqual([["edit a", "edit b"], 1]);
    await after.stop();
  });

  it("has ended what is under way, and written it down, once it is stopped", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { after, done, pass, nextAt } = await stage({
      async close() {
        await promise;
        return { kind: "nothing" };
      },
    });
    let isOver = false;
    const stopping = after.stop().then(() => (isOver = true));
    await pass(500);
    expect(isOver).toBe(false);
    resolve();
    await stopping;
    expect([done, await nextAt()]).toEqual([[], undefined]);
  });

  it("begins nothing more once it is stopped, and goes on when it is started again", async () => {
    const { after, done, pass, due } = await stage();
    done.splice(0);
    await after.stop();
    await due();
    await pass(MINUTE);
    expect(done).toEqual([]);
    after.start();
    await pass(500);
    expect(done.sort()).toEqual(["edit a", "edit b"]);
    await after.stop();
  });
});

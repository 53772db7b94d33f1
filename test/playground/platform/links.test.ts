import { fetch } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import trending from "../../../commands/trending.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { type Asking, buttonsIn, callOf, press, run, selectIn } from "../../support/run-command.ts";
import { type Table, openTable } from "../../commands/platform-harness.ts";

describe.each(["neutral", "lookalike"])("the embedded platform (%s)", (profileName) => {
  let table: Table;
  let asking: Asking;
  beforeAll(async () => {
    table = await openTable(profileName);
    asking = { now: table.clock.now(), place: { isAgeRestricted: true } };
  });
  afterAll(() => table.close());

  const listed = async (): Promise<readonly Reply[]> => {
    const pages = [await run(trending, table.services, {}, asking)];
    for (let last = pages[0]; last !== undefined && hasNext(last) && pages.length < 60; last = pages.at(-1)) {
      pages.push(await press(trending, table.services, callOf(last, "Next"), asking));
    }
    return pages;
  };
  const openAll = (list: Reply) => {
    const { choose, entries } = selectIn(list);
    const open = (chosen: string) => press(trending, table.services, { ...choose, chosen }, asking);
    return Promise.all(entries.map(({ value }) => open(value)));
  };

  it("answers every link of what trends on its own site with a page", async () => {
    const opened = (await Promise.all((await listed()).map(openAll))).flat();
    const { origin } = new URL(table.platform.profile.hosts.portal);
    const urls = new Set(opened.flatMap(linksIn).filter((url) => new URL(url).origin === origin));
    const answers = await Promise.all([...urls].map(async (url) => ({ url, answer: await fetch(url) })));
    expect(answers.length).toBeGreaterThan(5);
    expect(answers.filter(({ answer }) => answer.status !== 200).map(({ url }) => url)).toEqual([]);
  });
});

function hasNext(reply: Reply): boolean {
  const next = buttonsIn(reply).find(({ label }) => label === "Next");
  return next?.type === "action" && next.disabled !== true;
}

function linksIn(reply: Reply): readonly string[] {
  return buttonsIn(reply).flatMap((button) => (button.type === "link" ? [button.url] : []));
}

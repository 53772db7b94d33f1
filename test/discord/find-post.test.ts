import { REST } from "@discordjs/rest";
import { expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { Poster } from "../../src/discord/post/poster.ts";

const { signal } = new AbortController();
type Answer = readonly [status: number, body: unknown];

/** A Discord that answers each route as the test says. */
function posterOn(answers: Readonly<Record<string, Answer>>): { poster: Poster; asked: string[] } {
  const asked: string[] = [];
  const makeRequest = async (url: string, init: { readonly method?: string | undefined }) => {
    const route = `${init.method ?? "GET"} ${new URL(url).pathname.replace(/^.*\/v\d+/, "")}`;
    asked.push(route);
    const [status, body] = Object.entries(answers).find(([known]) => route.startsWith(known))?.[1] ?? [
      404,
      {},
    ];
    return Response.json(body, { status });
  };
  const rest = new REST({ retries: 0, makeRequest }).setToken("token");
  return { poster: new Poster({ rest, clock: systemClock }), asked };
}

const ME: Answer = [200, { id: "9" }];
const marked = (id: string, author: string) => ({
  id,
  author: { id: author },
  embeds: [{ url: "https://discord.com/#milepost-d1" }],
});
const wanted = { kind: "channel", target: "1", deliveryId: "d1", since: 0 } as const;

it("takes no message of another for its own, whatever it is marked with", async () => {
  const list = [marked("5", "8"), marked("6", "9")];
  const { poster } = posterOn({ "GET /users/@me": ME, "GET /channels/1/messages": [200, list] });
  expect(await poster.find(wanted, signal)).toMatchObject({ kind: "sent", messageId: "6" });
});

const asking = (single: Answer) =>
  posterOn({
    "GET /users/@me": ME,
    "GET /channels/1/messages/": single,
    "GET /channels/1/messages": [200, []],
  }).poster.find(wanted, signal);

it("takes an empty list for none only where Discord says that a message is not there", async () => {
  expect(await asking([404, { code: 10_008, message: "Unknown Message" }])).toEqual({ kind: "none" });
  expect(await asking([403, { code: 50_013, message: "Missing Permissions" }])).toEqual({
    kind: "unreadable",
  });
  expect(await asking([403, { code: 50_001, message: "Missing Access" }])).toMatchObject({
    kind: "refused",
    name: "missing-access",
  });
});

it("is certain that nothing was posted where the conversation could not be opened", async () => {
  const { poster, asked } = posterOn({ "POST /users/@me/channels": [500, {}] });
  const body = { content: "x" };
  expect(await poster.send({ kind: "dm", target: "7", deliveryId: "d1", body }, signal)).toMatchObject({
    kind: "refused",
    isCertain: true,
    route: "open",
  });
  expect(asked).toHaveLength(1);
});

it("opens no conversation twice that was opened just now and refuses the post", async () => {
  const { poster, asked } = posterOn({
    "POST /users/@me/channels": [200, { id: "3" }],
    "POST /channels/3/messages": [404, { code: 10_003, message: "Unknown Channel" }],
  });
  await poster.send({ kind: "dm", target: "7", deliveryId: "d1", body: { content: "x" } }, signal);
  expect(asked).toEqual(["POST /users/@me/channels", "POST /channels/3/messages"]);
});

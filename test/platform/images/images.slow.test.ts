import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { MINUTE } from "../../support/time.ts";
import { serve, until } from "../support/served.ts";
import { imagesOf } from "./images-harness.ts";
import { animatedWebp, jpeg, png, pngSaying, webp } from "../../support/sample-pictures.ts";

describe("what is asked", () => {
  test("is asked with no key and no cookie, wherever the picture lies", async () => {
    await using server = await serve((_, response) => response.end(png()));
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/Platform/crest.png#part`)).toEqual(png());
    expect(server.seen[0]).toMatchObject({
      method: "GET",
      url: "/Platform/crest.png",
      headers: {
        "user-agent": "Mozilla/5.0 (compatible; Milepost/1.2.3)",
        accept: "image/png,image/jpeg,image/webp,image/gif",
      },
    });
    const headers = JSON.stringify(server.seen[0]?.headers);
    expect(headers).not.toMatch(/canary|cookie|x-api-key/i);
  });

  test.each([
    ["nothing", () => undefined],
    ["no address", () => "not an address"],
    ["a path", () => "/crest.png"],
    ["a file of this machine", () => "file:///etc/hostname"],
    ["bytes in the address", () => "data:image/png;base64,AAAA"],
    ["another port of the host", (origin: string) => `${origin.replace(/:\d+$/, ":1")}/crest.png`],
    ["a name and password", (origin: string) => origin.replace("//", "//ada:word@")],
  ])("%s is asked of nobody", async (_, address) => {
    await using server = await serve((__, response) => response.end(png()));
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(address(server.origin))).toBeUndefined();
    expect(server.seen).toEqual([]);
  });

  test("redirects are followed to the profile's hosts, and to no other", async () => {
    await using foreign = await serve((_, response) => response.end(png()), "127.0.0.3");
    await using content = await serve((_, response) => response.end(png()), "127.0.0.2");
    const targets: Readonly<Record<string, string>> = { "/in": content.origin, "/out": foreign.origin };
    await using server = await serve(({ url }, response) =>
      response.writeHead(302, { location: targets[url] ?? url }).end(),
    );
    await using harness = imagesOf(server.origin, { allow: [content.origin] });
    expect(await harness.images.get(`${server.origin}/in`)).toEqual(png());
    expect(await harness.images.get(`${server.origin}/out`)).toBeUndefined();
    expect(await harness.images.get(`${server.origin}/round-and-round`)).toBeUndefined();
    expect(foreign.seen).toEqual([]);
    expect(harness.outcomes).toEqual(["fetched", "failed", "failed"]);
  });
});

describe("what comes", () => {
  test.each([
    ["png", png()],
    ["jpeg", jpeg],
    ["webp", webp],
  ])("is given as it came, whatever it is called: %s", async (_, bytes) => {
    await using server = await serve((__, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(bytes),
    );
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toEqual(bytes);
  });

  test("is inflated where it came compressed", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(png())),
    );
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toEqual(png());
  });

  test.each([
    ["nothing at all", 200, Buffer.alloc(0)],
    ["no content", 204, Buffer.alloc(0)],
    ["a page that says sorry", 200, Buffer.from("<html>sorry</html>")],
    ["SVG", 200, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='6' height='4'/>")],
    ["a picture cut short", 200, png().subarray(0, -20)],
    ["an animation", 200, animatedWebp],
    ["50,000 x 50,000 pixels", 200, pngSaying(50_000, 50_000)],
  ])("is unfit where it is %s", async (_, status, bytes) => {
    await using server = await serve((__, response) =>
      response.writeHead(status, { "content-type": "image/png" }).end(bytes),
    );
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
    expect(harness.outcomes).toHaveLength(1);
    expect(harness.outcomes[0]).toMatch(/unfit|failed/);
  });

  test.each([403, 404, 410, 429, 500, 503])("is none where the answer is %i", async (status) => {
    await using server = await serve((_, response) => response.writeHead(status).end(png()));
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
    expect(server.seen).toHaveLength(1);
    expect(harness.outcomes).toEqual(["failed"]);
  });

  test.each([
    ["says it is too long", { "content-length": String(40 * 1024 * 1024) }],
    ["never ends", {}],
  ])("is given up at the cap where it %s", async (_, headers) => {
    let sent = 0;
    await using server = await serve((__, response) => {
      response.writeHead(200, headers);
      const more = () => {
        while (!response.destroyed && sent < 40 * 1024 * 1024) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536, 1))) return response.once("drain", more);
        }
        return undefined;
      };
      more();
    });
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  test("is given up at the cap where it inflates to far more", async () => {
    const bomb = gzipSync(Buffer.concat([png(), Buffer.alloc(64 * 1024 * 1024)]));
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
    expect(harness.outcomes).toEqual(["failed"]);
  });

  test("is given up when the connection ends in the middle", async () => {
    await using server = await serve((_, response) => {
      response.writeHead(200, { "content-length": "5000" }).write(png().subarray(0, 20));
      setImmediate(() => response.destroy());
    });
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
  });

  test("is given up when it drips beyond the deadline of a call", async () => {
    await using server = await serve((_, response) => void response.writeHead(200).write("\x89PNG"));
    await using harness = imagesOf(server.origin, { deadlineSeconds: 0.5 });
    expect(await harness.images.get(`${server.origin}/picture`)).toBeUndefined();
    expect(harness.outcomes).toEqual(["failed"]);
  });

  test("is none where nobody listens", async () => {
    let origin: string;
    {
      await using server = await serve((_, response) => response.end());
      ({ origin } = server);
    }
    await using harness = imagesOf(origin);
    expect(await harness.images.get(`${origin}/picture`)).toBeUndefined();
  });
});

describe("many who ask", () => {
  test("share one request", async () => {
    await using server = await serve((_, response) => response.end(png()));
    await using harness = imagesOf(server.origin);
    const asked = Array.from({ length: 20 }, () => harness.images.get(`${server.origin}/picture`));
    expect(await Promise.all(asked)).toEqual(asked.map(() => png()));
    expect(server.seen).toHaveLength(1);
  });

  test("may leave before it is there; who asks later finds it", async () => {
    const held = Promise.withResolvers<void>();
    await using server = await serve((_, response) => void held.promise.then(() => response.end(png())));
    await using harness = imagesOf(server.origin);
    const stop = new AbortController();
    const first = harness.images.get(`${server.origin}/picture`, stop.signal);
    await until(() => server.seen.length === 1);
    stop.abort(new Error("the words went alone"));
    expect(await first).toBeUndefined();
    const second = harness.images.get(`${server.origin}/picture`);
    held.resolve();
    expect(await second).toEqual(png());
    expect(server.seen).toHaveLength(1);
  });

  test("who has left already asks nothing", async () => {
    await using server = await serve((_, response) => response.end(png()));
    await using harness = imagesOf(server.origin);
    expect(await harness.images.get(`${server.origin}/picture`, AbortSignal.abort())).toBeUndefined();
    expect(server.seen).toEqual([]);
  });

  test("ask for what was no picture once a minute at most", async () => {
    await using server = await serve(({ url }, response) =>
      response.end(url === "/later" && server.seen.length > 1 ? png() : "no picture"),
    );
    await using harness = imagesOf(server.origin);
    const get = () => harness.images.get(`${server.origin}/later`);
    expect([await get(), await get()]).toEqual([undefined, undefined]);
    expect(server.seen).toHaveLength(1);
    harness.clock.at += MINUTE + 1;
    expect(await get()).toEqual(png());
  });
});

test("after the end nothing is asked, and nobody is left waiting", async () => {
  await using server = await serve(() => {});
  const harness = imagesOf(server.origin);
  const waiting = harness.images.get(`${server.origin}/picture`);
  await until(() => server.seen.length === 1);
  await harness[Symbol.asyncDispose]();
  expect(await waiting).toBeUndefined();
  expect(await harness.images.get(`${server.origin}/another`)).toBeUndefined();
  expect(server.seen).toHaveLength(1);
});

import { expect, test } from "vitest";

import { systemContext } from "../../../src/features/posts/engine/system-context.ts";
import { lookUpNames } from "../../../src/features/kit/read/look-up-names.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";

test("names are read without the references old sites escape them with", async () => {
  const services = fakeServices({
    platform: fakePlatform({}, []),
    definitions: {
      search: async () => [],
      lookUp: async () => new Map([[12, { name: "K&ouml;nig &amp; Gulden" }]]),
    },
  });
  const { signal } = new AbortController();
  const context = systemContext({ services, now: 0, locale: "en-US", signal });
  const names = await lookUpNames(context, { item: [12] });
  expect(names.of("item", 12)).toEqual({ name: "König & Gulden" });
});

import { expect, it } from "vitest";

import vault from "../../../commands/vault.ts";
import { ByteBudget } from "../../../src/base/async/byte-budget.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { linkingThat } from "../../support/idle-services.ts";
import { run } from "../../support/run-command.ts";

it("the answers of few members are in memory at once, however many ask", async () => {
  const services = fakeServices({ platform: fakePlatform({}, ["vault"]) });
  const { bodyBytes } = services.profile.limits;
  const seen = { open: 0, most: 0 };
  const linking = linkingThat(async () => {
    seen.open += 1;
    seen.most = Math.max(seen.most, seen.open);
    await new Promise((resolve) => void setImmediate(resolve));
    seen.open -= 1;
    return undefined;
  });
  const memory = new ByteBudget(3 * bodyBytes);
  const asking = { isPrivate: true };
  const answers = Array.from({ length: 40 }, (_, index) =>
    run(
      vault,
      { ...services, linking: { ...linking, memory } },
      {},
      { ...asking, member: { id: `9${index}` } },
    ),
  );
  expect(await Promise.all(answers)).toHaveLength(40);
  expect(seen).toEqual({ open: 0, most: 3 });
});

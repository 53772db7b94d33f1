import { describe, expect, it } from "vitest";

import { clock } from "./clock.ts";
import { clockSteps } from "./clock-steps.ts";
import { delivery } from "./delivery.ts";
import { deliveryCommands } from "./delivery-commands.ts";
import { deliveryWindow } from "./delivery-window.ts";
import { forget } from "./forget.ts";
import { links } from "./links.ts";
import { latency } from "./latency.ts";
import { pastes } from "./pastes.ts";
import { presses } from "./presses.ts";
import { roles } from "./roles.ts";
import { rotation } from "./rotation.ts";
import { tampers } from "./tampers.ts";

/** A taste of each proof; `npm run prove` runs them whole. */
describe("what is proved at length", () => {
  it.each([
    ["pastes", pastes],
    ["tampers", tampers],
    ["rotation", rotation],
    ["clock", clock],
    ["links", links],
    ["roles", roles],
  ])("holds in small: %s", async (_name, prove) => {
    expect(await prove({ isQuick: true })).toMatchObject({ failed: 0 });
  });

  it("holds in small: clock-steps", { timeout: 90_000 }, async () => {
    expect(await clockSteps({ isQuick: true })).toMatchObject({ failed: 0 });
  });

  it("holds in small: delivery-window", { timeout: 60_000 }, async () => {
    expect(await deliveryWindow({ isQuick: true })).toMatchObject({ failed: 0 });
  });

  it("holds in small: forget", { timeout: 60_000 }, async () => {
    expect(await forget({ isQuick: true })).toMatchObject({ failed: 0 });
  });

  it("holds in small: delivery", { timeout: 60_000 }, async () => {
    expect(await delivery({ isQuick: true, kills: 10 })).toMatchObject({ failed: 0 });
  });

  it("holds in small: delivery-commands", { timeout: 90_000 }, async () => {
    const proof = await deliveryCommands({ isQuick: true, kills: 2, isWaitedFor: false });
    expect(proof).toMatchObject({ failed: 0 });
  });

  it("holds in small: latency", { timeout: 120_000 }, async () => {
    const size = { answered: 120, withinMs: 6_000, out: 12, scale: 120 };
    expect(await latency({ isQuick: true, size })).toMatchObject({ failed: 0 });
  });

  it("holds in small: presses", { timeout: 60_000 }, async () => {
    expect(await presses({ isQuick: true, people: 30 })).toMatchObject({ failed: 0 });
  });
});

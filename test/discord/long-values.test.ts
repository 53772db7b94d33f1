import { expect, test } from "vitest";

import { toPieces } from "../../src/discord/reply/pieces.ts";
import { select } from "../../src/discord/reply/build.ts";
import { valueIn, Wire } from "../../src/discord/reply/wire.ts";
import type { RenderContext } from "../../src/discord/reply/render-context.ts";
import type { ActionCall } from "../../src/discord/reply/reply.ts";

test("what is too long for a select is stood for by a short value that its control's state knows", () => {
  const calls: ActionCall[] = [];
  const customId = (call: ActionCall) => {
    calls.push(call);
    return "id";
  };
  const wire = new Wire({ customId } as unknown as RenderContext);
  const long = `uid:${"x".repeat(120)}`;
  const entries = ["short", long, "~1", "~odd"].map((value) => ({ label: value.slice(0, 20), value }));
  const call = { command: "profile", action: "open", state: { player: "1" } };
  const [piece] = toPieces(select("Pick", call, entries), "Unnamed");
  if (piece === undefined) throw new Error("no piece");
  const row = wire.piece(piece) as unknown as { components: { options: { value: string }[] }[] };
  const values = row.components[0]?.options.map(({ value }) => value) ?? [];
  expect(values.every((value) => value.length <= 100)).toBe(true);
  expect(values[0]).toBe("short");
  const state = calls[0]?.state ?? {};
  expect(state).toMatchObject({ player: "1" });
  expect(values.map((value) => valueIn(state, value))).toEqual(["short", long, "~1", "~odd"]);
  expect(valueIn({}, "~gone")).toBe("~gone");
});

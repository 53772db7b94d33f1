import { ComponentType } from "discord-api-types/v10";
import { expect, it } from "vitest";

import { filledModal } from "../../../src/playground/discord/local-api/component-input.ts";

const options = ["soon", "later"].map((value) => ({ label: value, value }));
const radio = { type: ComponentType.RadioGroup, custom_id: "when", required: false, options };
const modal = { custom_id: "form", components: [{ type: ComponentType.Label, component: radio }] };

const sent = (when: string | readonly string[]) =>
  (filledModal(modal, { when })["components"] as { component: object }[])[0]?.component;

it.each([[[]], [""]])("sends null for a radio group in which %j is chosen", (nothing) => {
  expect(sent(nothing)).toMatchObject({ custom_id: "when", value: null });
});

it("sends the chosen entry of a radio group, and refuses one it doesn't have", () => {
  expect(sent(["later"])).toMatchObject({ value: "later" });
  expect(() => sent(["never"])).toThrow("when has no entry never");
});

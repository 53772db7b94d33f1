import { ComponentType } from "discord-api-types/v10";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { channelField, type Field, type ModalView, roleField } from "../../src/discord/command/controls.ts";
import { readFields, renderModal } from "../../src/discord/reply/render-modal.ts";
import { FaultList } from "../../src/playground/discord/validation/api-error.ts";
import { checkModal } from "../../src/playground/discord/validation/component-rules.ts";
import { checkBody } from "../../src/playground/discord/validation/schemas.ts";
import { HALF, hostile, markdown } from "./any-reply.ts";

const fields = { where: channelField({ required: true }), ping: roleField() };
const CHANNEL = "730000000000000001";
const ROLE = "720000000000000004";

describe("fields for a channel and a role", () => {
  it("are Discord's own selects, with what was chosen before", () => {
    const view = {
      title: "Announce",
      fields: { where: { label: "Where", value: CHANNEL }, ping: { label: "Mention" } },
    };
    const { components } = renderModal(fields, view, { customId: "x", unnamed: "Unnamed" });
    expect(components.map(({ component }) => component)).toEqual([
      {
        type: ComponentType.ChannelSelect,
        custom_id: "where",
        required: true,
        default_values: [{ id: CHANNEL, type: "channel" }],
      },
      { type: ComponentType.RoleSelect, custom_id: "ping", required: false, min_values: 0 },
    ]);
  });

  it("give ids, and nothing for a role nobody chose", () => {
    const filled = [
      { type: 18, component: { type: 8, custom_id: "where", values: [CHANNEL] } },
      { type: 18, component: { type: 6, custom_id: "ping", values: [] } },
    ];
    expect(readFields(fields, { components: filled })).toEqual({ where: CHANNEL, ping: undefined });
  });

  it.each([
    ["a required channel is missing", { where: [], ping: [ROLE] }],
    ["a client sent something that is no id", { where: ["#general"], ping: [] }],
  ])("are refused when %s", (_, { where, ping }) => {
    const filled = [
      { type: 18, component: { type: 8, custom_id: "where", values: where } },
      { type: 18, component: { type: 6, custom_id: "ping", values: ping } },
    ];
    expect(() => readFields(fields, { components: filled })).toThrow("where");
  });
});

const introduced = (names: readonly string[]) => {
  const view = {
    title: "Form",
    intro: md`Read this.`,
    fields: Object.fromEntries(names.map((name) => [name, { label: name }])),
  };
  const table = Object.fromEntries(names.map((name) => [name, roleField()]));
  return renderModal(table, view, { customId: "x", unnamed: "Unnamed" }).components.map(({ type }) => type);
};

describe("a form's text", () => {
  it("stands above four fields", () => {
    expect(introduced(["a", "b", "c", "d"])).toEqual([
      ComponentType.TextDisplay,
      ...Array(4).fill(ComponentType.Label),
    ]);
  });

  it("gives way to a fifth field: Discord takes five parts", () => {
    expect(introduced(["a", "b", "c", "d", "e"])).toEqual(Array(5).fill(ComponentType.Label));
  });
});

const anyField: fc.Arbitrary<Field> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom("line", "paragraph"),
      required: fc.boolean(),
      maxLength: fc.integer({ min: 1, max: 4000 }),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    { type: fc.constantFrom("channel", "role", "file", "radio"), required: fc.boolean() },
    { requiredKeys: ["type"] },
  ),
);
const anyEntry = fc.record({ label: hostile, value: hostile, description: hostile, chosen: fc.boolean() });
/** Two that are left whatever the others are: with fewer there is nothing to choose from. */
const ENTRIES = ["week", "month"].map((value) => ({ label: value, value }));
const anyLook = fc.record(
  {
    label: hostile,
    description: hostile,
    placeholder: hostile,
    value: hostile,
    entries: fc.array(anyEntry, { maxLength: 14 }).map((entries) => [...ENTRIES, ...entries]),
  },
  { requiredKeys: ["label", "entries"] },
);
const anyForm = fc.record(
  {
    title: hostile,
    intro: markdown,
    parts: fc.array(fc.tuple(anyField, anyLook), { minLength: 1, maxLength: 5 }),
  },
  { requiredKeys: ["title", "parts"] },
);

describe("a form", () => {
  it("cuts what it is filled with between characters", () => {
    const text: Field = { type: "line", maxLength: 4 };
    const modalWith = (value: string) =>
      renderModal(
        { text },
        { title: "Note", fields: { text: { label: "Text", value } } },
        { customId: "x", unnamed: "Unnamed" },
      );
    expect(modalWith("abc🎉")).toMatchObject({ components: [{ component: { value: "abc" } }] });
    expect(modalWith("abcd")).toMatchObject({ components: [{ component: { value: "abcd" } }] });
    expect(JSON.stringify(modalWith("👩‍💻👩‍💻"))).not.toContain('"value"');
  });

  it("is something Discord takes whatever its texts are", async () => {
    await fc.assert(
      fc.asyncProperty(anyForm, async ({ parts, ...texts }) => {
        const fields = Object.fromEntries(parts.map(([field], at) => [`field${at}`, field]));
        const looks = Object.fromEntries(parts.map(([, look], at) => [`field${at}`, look]));
        const view: ModalView<typeof fields> = { ...texts, fields: looks };
        const modal = renderModal(fields, view, { customId: "x", unnamed: "Unnamed" });
        const faults = new FaultList();
        await checkBody("ModalInteractionCallbackRequestDataSchema", modal, faults);
        checkModal(modal, [], faults);
        expect(faults.all).toEqual([]);
        expect(JSON.stringify(modal)).not.toMatch(HALF);
      }),
      { numRuns: 300 },
    );
  });
});

import { ComponentType } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { channelField, roleField } from "../../src/discord/command/modal.ts";
import { readFields, renderModal } from "../../src/discord/reply/render-modal.ts";

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
      { type: ComponentType.RoleSelect, custom_id: "ping", required: false },
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

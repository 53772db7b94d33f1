import { MessageFlags } from "discord-api-types/v10";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { md, plain } from "../../src/base/markdown.ts";
import type { Rendered, WireComponent } from "../../src/discord/reply/message.ts";
import { render } from "../../src/discord/reply/render.ts";
import type { RenderContext } from "../../src/discord/reply/render-context.ts";
import type { Block, Button } from "../../src/discord/reply/reply.ts";
import { runtime } from "../../src/messages/en/runtime.ts";
import { FaultList } from "../../src/playground/discord/validation/api-error.ts";
import { checkMessage } from "../../src/playground/discord/validation/message-rules.ts";
import { checkBody } from "../../src/playground/discord/validation/schemas.ts";
import { anyReply, HALF, markdown } from "./any-reply.ts";

function context(changes: Partial<RenderContext> = {}): RenderContext {
  return {
    texts: runtime,
    customId: (call, index) => `${index}/${call.action}`,
    signal: new AbortController().signal,
    drawWithinMs: 200,
    onPictureFailed: () => {},
    ...changes,
  };
}

const show = (...blocks: readonly Block[]) => render({ blocks }, context());
const text = (content: string): Block => ({ type: "text", text: plain(content) });
const press = { command: "trending", action: "page" };
const button = (label: string): Button => ({ type: "action", label, press });

function inside({ body }: Rendered): readonly WireComponent[] {
  return body.components[0]?.["components"] as readonly WireComponent[];
}

/** Every component of a message, nested ones too. */
function all(components: readonly WireComponent[]): WireComponent[] {
  return components.flatMap((component) => {
    const nested = (component["components"] ?? []) as readonly WireComponent[];
    const accessory = component["accessory"] === undefined ? [] : [component["accessory"] as WireComponent];
    return [component, ...all(nested), ...accessory];
  });
}

/** Discord's published schema and the rules it can't say, both as the local Discord holds them; then our own. */
async function expectAllowed({ body, files }: Rendered): Promise<void> {
  const faults = new FaultList();
  await checkBody("IncomingWebhookUpdateRequestPartialSchema", body, faults);
  const uploads = new Map(files.map(({ id, name }) => [id, name]));
  checkMessage({ ...body }, { flags: MessageFlags.IsComponentsV2, uploads, keepsSomething: false }, faults);
  expect(faults.all).toEqual([]);
  const components = all(body.components);
  expect(components.length).toBeLessThanOrEqual(40);
  const texts = components.map((component) => (component["content"] as string | undefined) ?? "");
  expect(texts.join("").length).toBeLessThanOrEqual(4000);
  const ids = components.map((component) => component["custom_id"]).filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  expect(files.map(({ id, name }) => [id, name])).toEqual(
    body.attachments.map(({ id, filename }) => [id, filename]),
  );
  for (const component of components) expectWhole(component);
  expect(JSON.stringify(body)).not.toMatch(HALF);
}

function expectWhole(component: WireComponent): void {
  const words = component["content"] ?? component["label"] ?? "none";
  expect((words as string).trim()).not.toBe("");
  const { min_values: least = 1, max_values: most = 1 } = component as {
    min_values?: number;
    max_values?: number;
  };
  expect(least).toBeLessThanOrEqual(most);
  if (component.type !== 3) return;
  const options = component["options"] as { value: string; default?: boolean }[];
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options.filter((option) => option.default === true).length).toBeLessThanOrEqual(most);
}

const section = (beside: Extract<Block, { type: "section" }>["beside"]): Block => ({
  type: "section",
  text: plain("kept"),
  beside,
});
const feast = (value: string, date?: string) => ({ label: "Feast".repeat(20), value, date });
const primary = (label: string): Button => ({ type: "action", label, press, style: "primary" });
const file = (name: string): Block => ({ type: "file", file: { name, bytes: new Uint8Array([1]) } });

describe("the renderer", () => {
  // oxlint-disable-next-line vitest/expect-expect -- expectAllowed expects
  it("makes something Discord takes of any reply", async () => {
    await fc.assert(
      fc.asyncProperty(anyReply, fc.option(markdown, { nil: undefined }), async (reply, lead) =>
        expectAllowed(await render(reply, context({ lead }))),
      ),
      { numRuns: 300 },
    );
  });

  it("puts everything in one container with the tone's edge and pings nobody", async () => {
    const { body } = await render({ tone: "alert", blocks: [text("a")] }, context());
    expect(body).toEqual({
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 17, accent_color: 0xd83c3e, components: [{ type: 10, content: "a" }] }],
      attachments: [],
      allowed_mentions: { parse: [] },
    });
  });

  it("says so when there is nothing to show", async () => {
    const rendered = await show({ type: "divider" }, text(" "), { type: "buttons", buttons: [] });
    expect(inside(rendered)).toEqual([{ type: 10, content: runtime.nothingToShow }]);
  });

  it("keeps short texts whole and shortens the long ones", async () => {
    const rendered = await show(
      text("first"),
      text("x ".repeat(3000)),
      text("y ".repeat(3000)),
      text("last"),
    );
    const [first, second, third, last] = inside(rendered).map((component) => component["content"] as string);
    expect([first, last]).toEqual(["first", "last"]);
    expect(second?.length).toBeGreaterThan(1900);
    expect(third?.endsWith("…")).toBe(true);
    await expectAllowed(rendered);
  });

  it("gives up dividers and thumbnails before texts, and controls last", async () => {
    const row: Block[] = Array.from({ length: 13 }, (_, index) => [
      {
        type: "section" as const,
        text: md`${`t${index}`}`,
        beside: { type: "thumbnail" as const, url: "https://a.example/", description: "" },
      },
      { type: "divider" as const },
    ]).flat();
    const rendered = await show(...row, { type: "buttons", buttons: [button("a"), button("b")] });
    const shown = all(rendered.body.components);
    expect(shown.filter(({ type }) => type === 10)).toHaveLength(13);
    expect(shown.filter(({ type }) => type === 14)).toHaveLength(0);
    expect(shown.filter(({ type }) => type === 2)).toHaveLength(2);
    await expectAllowed(rendered);
  });

  it("keeps a section's text when its picture or link can't be used", async () => {
    const rendered = await show(
      section({ type: "thumbnail", url: "javascript:alert(1)", description: "" }),
      section({ type: "link", label: "go", url: `https://a.example/${"x".repeat(600)}` }),
    );
    expect(inside(rendered)).toEqual([
      { type: 10, content: "kept" },
      { type: 10, content: "kept" },
    ]);
  });

  it("breaks buttons into rows of five and lets one be primary", async () => {
    const rendered = await show({ type: "buttons", buttons: ["a", "b", "c", "d", "e", "f"].map(primary) });
    const rows = inside(rendered).map((row) => row["components"] as WireComponent[]);
    expect(rows.map((row) => row.length)).toEqual([5, 1]);
    expect(rows.flat().map((made) => made["style"])).toEqual([1, 2, 2, 2, 2, 2]);
    expect(new Set(rows.flat().map((made) => made["custom_id"])).size).toBe(6);
  });

  it("tells entries of one name apart by their dates, else by their number", async () => {
    const list = [
      feast("1", "May 20"),
      feast("2", "May 27"),
      feast("3"),
      feast("4"),
      { label: "Fair", value: "5" },
    ];
    const dated = { ...feast("6", "May 20"), label: "Fair 2", date: "May 20" };
    const entries = [...list, dated];
    const rendered = await show({ type: "select", placeholder: "Pick", choose: press, entries });
    const options = all(rendered.body.components).flatMap(
      (one) => (one["options"] ?? []) as { label: string }[],
    );
    const labels = options.map(({ label }) => label);
    expect(labels[0]).toMatch(/^Feast.*… · May 20$/);
    expect(labels[1]).toMatch(/ · May 27$/);
    expect(new Set(labels.slice(0, 4)).size).toBe(4);
    expect(labels.slice(4)).toEqual(["Fair", "Fair 2"]);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(100);
  });

  it("cleans labels of invisible characters and leaves none blank", async () => {
    const rendered = await show({ type: "buttons", buttons: [button("a\u202E\u200Bb"), button("\u200B")] });
    expect(
      all(rendered.body.components).flatMap(({ label }: Record<string, unknown>) => label ?? []),
    ).toEqual(["ab", runtime.unnamed]);
  });

  it("waits for custom ids that have to be kept first", async () => {
    const rendered = await render(
      { blocks: [{ type: "buttons", buttons: [button("a")] }] },
      context({ customId: () => Promise.resolve("kept") }),
    );
    expect(all(rendered.body.components).at(-1)).toMatchObject({ custom_id: "kept" });
  });

  it("attaches a drawn picture with its alt text, and its text under it where nothing shows that", async () => {
    const drawn = { name: "card.png", bytes: new Uint8Array([1]) };
    const rendered = await show({
      type: "picture",
      picture: { alt: "A card", twin: plain("twin"), draw: () => Promise.resolve(drawn) },
    });
    expect(inside(rendered)).toEqual([
      { type: 12, items: [{ media: { url: "attachment://card.png" }, description: "A card" }] },
      { type: 10, content: "twin" },
    ]);
    expect(rendered.body.attachments).toEqual([{ id: "0", filename: "card.png", description: "A card" }]);
    expect(rendered.files).toEqual([{ id: "0", ...drawn }]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("no canvas"))],
    ["never ends", () => new Promise<never>(() => {})],
    ["is too large", () => Promise.resolve({ name: "a.png", bytes: new Uint8Array(11 * 1024 * 1024) })],
  ])("shows a picture's text twin where drawing %s", async (_, draw) => {
    const failures: unknown[] = [];
    const rendered = await render(
      { blocks: [{ type: "picture", picture: { alt: "A card", twin: plain("twin"), draw } }] },
      context({ drawWithinMs: 5, onPictureFailed: (error) => failures.push(error) }),
    );
    expect(inside(rendered)).toEqual([{ type: 10, content: "twin" }]);
    expect(rendered.files).toEqual([]);
  });

  it("stops drawing when the run is over", async () => {
    const run = new AbortController();
    const rendering = render(
      {
        blocks: [
          {
            type: "picture",
            picture: { alt: "", twin: plain("twin"), draw: () => new Promise<never>(() => {}) },
          },
        ],
      },
      context({ signal: run.signal, drawWithinMs: 60_000 }),
    );
    run.abort(new Error("over"));
    await expect(rendering).rejects.toThrow("over");
  });

  it("lets several channels be chosen, with those that are chosen already", async () => {
    const rendered = await show({
      type: "channels",
      placeholder: "Where",
      choose: press,
      chosen: ["730000000000000001", "no id", "730000000000000001"],
      min: 0,
      max: 25,
      channelTypes: [0, 5],
    });
    expect(inside(rendered)[0]?.["components"]).toEqual([
      {
        type: 8,
        custom_id: "0/page",
        placeholder: "Where",
        default_values: [{ id: "730000000000000001", type: "channel" }],
        channel_types: [0, 5],
        min_values: 0,
        max_values: 25,
      },
    ]);
    await expectAllowed(rendered);
  });

  it("lets a person be chosen", async () => {
    const rendered = await show({ type: "people", placeholder: "Who", choose: press });
    expect(inside(rendered)[0]?.["components"]).toEqual([
      { type: 5, custom_id: "0/page", placeholder: "Who" },
    ]);
    await expectAllowed(rendered);
  });

  it("says which file is too large", async () => {
    const rendered = await show({
      type: "file",
      file: { name: "big.csv", bytes: new Uint8Array(11 * 1024 * 1024) },
    });
    expect(inside(rendered)).toEqual([{ type: 10, content: runtime.fileTooLarge("big.csv") }]);
  });

  it("numbers attachments as Discord finds them, also after one was left out", async () => {
    const rendered = await show(...Array.from({ length: 12 }, (_, index) => file(`f${index}.txt`)));
    expect(rendered.files).toHaveLength(10);
    await expectAllowed(rendered);
  });
});

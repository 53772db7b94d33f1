import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { Markdown, md, plain } from "../../src/base/markdown.ts";
import { fields, toned } from "../../src/discord/reply/build.ts";
import type { Rendered } from "../../src/discord/reply/message.ts";
import { renderClassic } from "../../src/discord/reply/render-classic.ts";
import type { RenderContext } from "../../src/discord/reply/render-context.ts";
import type { Block, Button, Reply } from "../../src/discord/reply/reply.ts";
import { runtime } from "../../src/messages/en/runtime.ts";
import { FaultList } from "../../src/playground/discord/validation/api-error.ts";
import { checkMessage } from "../../src/playground/discord/validation/message-rules.ts";
import { checkBody } from "../../src/playground/discord/validation/schemas.ts";
import { anyReply, HALF, markdown } from "./any-reply.ts";

const press = { command: "trending", action: "page" };
const text = (content: string): Block => ({ type: "text", text: plain(content) });
const button = (label: string): Button => ({ type: "action", label, press });
const buttons = (...labels: readonly string[]): Block => ({ type: "buttons", buttons: labels.map(button) });

const beside = (label: string): Block => ({ type: "section", text: plain(label), beside: button(label) });

function context(lead?: Markdown): RenderContext {
  return {
    texts: runtime,
    lead,
    customId: (call, index) => `${index}/${call.action}`,
    signal: new AbortController().signal,
    drawWithinMs: 200,
    onPictureFailed: () => {},
  };
}

const show = (lead: Markdown | undefined, ...blocks: readonly Block[]) =>
  renderClassic({ blocks }, context(lead));

/** Labels of the buttons in each row. */
function labels({ body }: Rendered): readonly (readonly unknown[])[] {
  return body.components.map((row) =>
    (row["components"] as readonly Record<string, unknown>[]).map(({ label }) => label),
  );
}

/** Discord's published schemas of a new message and of an edit, and the rules they can't say. */
async function faultsOf({ body, files }: Rendered): Promise<readonly unknown[]> {
  const faults = new FaultList();
  await checkBody("MessageCreateRequestSchema", body, faults);
  await checkBody("IncomingWebhookUpdateRequestPartialSchema", body, faults);
  const uploads = new Map(files.map(({ id, name }) => [id, name]));
  checkMessage({ ...body }, { flags: 0, uploads, keepsSomething: false }, faults);
  return faults.all;
}

describe("the renderer of classic messages", () => {
  it("makes something Discord takes of any reply", async () => {
    await fc.assert(
      fc.asyncProperty(anyReply, fc.option(markdown, { nil: undefined }), async (reply, lead) => {
        const rendered = await renderClassic(reply, context(lead));
        expect(await faultsOf(rendered)).toEqual([]);
        expect(JSON.stringify(rendered.body)).not.toMatch(HALF);
      }),
      { numRuns: 300 },
    );
  });

  it.each([2000, 2001, 4096, 4097, 6000, 6001, 40_000])(
    "keeps the limits of texts of %i letters",
    async (length) => {
      const long = Markdown.trusted("x".repeat(length));
      const named = Array.from({ length: 30 }, (): readonly [string, Markdown] => ["n".repeat(length), long]);
      const rendered = await show(long, { type: "text", text: long }, fields(...named));
      expect(await faultsOf(rendered)).toEqual([]);
      const [embed] = rendered.body.embeds ?? [];
      expect(embed?.description?.length).toBeGreaterThan(100);
      expect(rendered.body.content?.length).toBe(2000);
    },
  );

  it("says the lead where a phone looks, and the rest in an embed of the tone's colour", async () => {
    const picture = { type: "thumbnail", url: "https://a.example/p.png", description: "A picture" } as const;
    const reply: Reply = toned(
      "notice",
      { type: "section", text: plain("about"), beside: picture },
      fields(["Ends", md`soon`], ["Nothing", undefined]),
      buttons("One", "Two"),
    );
    const { body } = await renderClassic(reply, context(md`**Harvest** ends in 1 hour.`));
    expect(body).toMatchObject({
      flags: 0,
      content: "**Harvest** ends in 1 hour.",
      embeds: [
        {
          color: 0xe0a030,
          description: "about",
          fields: [{ name: "Ends", value: "soon" }],
          thumbnail: { url: "https://a.example/p.png" },
        },
      ],
      components: [{ type: 1, components: [{ label: "One" }, { label: "Two" }] }],
      allowed_mentions: { parse: [] },
    });
    expect(body.embeds?.[0]?.fields).toHaveLength(1);
  });

  it("says the first text where there is no lead, and takes an earlier embed away", async () => {
    const { body } = await show(undefined, text("Done."), buttons("Off"));
    expect(body).toMatchObject({ content: "Done.", embeds: [], attachments: [] });
  });

  it("says so when there is nothing to show", async () => {
    const { body } = await show(undefined, { type: "divider" }, text(" "));
    expect(body.content).toBe(runtime.nothingToShow);
  });

  it("keeps five rows, with every button that fits in them", async () => {
    const rows = ["a", "b", "c", "d", "e", "f"].map((letter) => buttons(`${letter}1`, `${letter}2`));
    const rendered = await show(md`x`, ...rows);
    expect(labels(rendered).map((row) => row.length)).toEqual([5, 5, 2]);
    const many = Array.from({ length: 9 }, (_, row) =>
      buttons(...[1, 2, 3, 4, 5].map((at) => `${row}${at}`)),
    );
    expect(labels(await show(md`x`, ...many)).map((row) => row.length)).toEqual([5, 5, 5, 5, 5]);
  });

  it("puts the buttons that stood beside texts into rows", async () => {
    const rendered = await show(md`x`, ...["a", "b", "c", "d", "e", "f"].map(beside));
    expect(labels(rendered)).toEqual([["a", "b", "c", "d", "e"], ["f"]]);
    expect(rendered.body.embeds?.[0]?.description).toBe("a\nb\nc\nd\ne\nf");
  });
});

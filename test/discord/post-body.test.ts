import { expect, test } from "vitest";

import { requestOf, withoutFiles } from "../../src/discord/post/post-writer.ts";

const files = [{ id: "0", name: "week.png", bytes: Buffer.from("a picture") }];
const attachments = [{ id: "0", filename: "week.png" }];

test("a body without files is JSON as it is", () => {
  expect(requestOf({ content: "Now", attachments: [] })).toEqual({
    body: { content: "Now", attachments: [] },
  });
});

test("a body with files is of several parts, its own JSON among them", () => {
  const request = requestOf({ content: "Now", attachments, files });
  const sent = Buffer.from(request.body as Uint8Array).toString();
  expect(request.headers?.["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent).toContain('name="files[0]"; filename="week.png"\r\nContent-Type: image/png\r\n\r\na picture');
  expect(sent).toContain(JSON.stringify({ content: "Now", attachments }));
});

test("the same without files shows nothing of them, in an embed or in components, and keeps the rest", () => {
  const embeds = [{ description: "What is on", image: { url: "attachment://week.png" }, color: 1 }];
  const gallery = { type: 12, items: [{ media: { url: "attachment://week.png" } }] };
  const remote = { type: 12, items: [{ media: { url: "https://content.example/a.png" } }] };
  const components = [{ type: 17, components: [{ type: 10, content: "What is on" }, gallery, remote] }];
  expect(withoutFiles({ content: "Now", attachments, files, embeds, components })).toEqual({
    content: "Now",
    attachments: [],
    embeds: [{ description: "What is on", color: 1 }],
    components: [{ type: 17, components: [{ type: 10, content: "What is on" }, remote] }],
  });
});

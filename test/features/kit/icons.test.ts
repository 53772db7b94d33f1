import { expect, it } from "vitest";

import { md } from "../../../src/base/markdown.ts";
import { withIcons } from "../../../src/features/kit/view/parts.ts";
import { contextOf } from "../../support/run-command.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";

const { view } = contextOf(fakeServices({ platform: fakePlatform({}, []) }));
const known = new Map([["/a.png", { name: "a", id: "1" }]]);
const context = {
  ...view,
  icon: (shown?: { readonly iconUrl?: string | undefined }) => known.get(shown?.iconUrl ?? ""),
};
const thing = (url: string | undefined, text: string) => ({
  shown: { name: text, iconUrl: url },
  text: md`${text}`,
});
const listed = (...things: readonly ReturnType<typeof thing>[]) => withIcons(context, things).map(String);

it("gives a list's things their icons where each has one", () => {
  expect(listed(thing("/a.png", "Spear"), thing("/a.png", "Mask"))).toEqual(["<:a:1> Spear", "<:a:1> Mask"]);
});

it("gives none where one of them has no icon yet", () => {
  expect(listed(thing("/a.png", "Spear"), thing("/b.png", "Mask"))).toEqual(["Spear", "Mask"]);
  expect(listed(thing("/a.png", "Spear"), thing(undefined, "Mask"))).toEqual(["Spear", "Mask"]);
});

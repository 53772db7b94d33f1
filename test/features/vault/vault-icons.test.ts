import { expect, it } from "vitest";

import { type NamedThing, vaultReply } from "../../../src/features/vault/view/vault.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf, markdownIn } from "../../support/run-command.ts";

const known = new Map([
  ["a", { id: "1", name: "mp_a" }],
  ["b", { id: "2", name: "mp_b" }],
]);
const thing = (name: string, iconUrl: string, section: string): NamedThing => ({
  name,
  iconUrl,
  section,
  quantity: 2,
});

it("shows the icons of a section where there is one for each of its things", () => {
  const { view } = contextOf(fakeServices({ platform: fakePlatform({}, []) }));
  const page = {
    sections: [],
    things: [
      thing("Lumen", "a", "Currencies"),
      thing("Salt", "b", "Currencies"),
      thing("Rope", "a", "Goods"),
      thing("Tar", "c", "Goods"),
    ],
    found: 4,
    unknown: 0,
    isUnread: false,
    isCut: false,
    page: 0,
    hasMore: false,
  };
  const shown = markdownIn(vaultReply(page, { ...view, icon: (shown) => known.get(shown?.iconUrl ?? "") }));
  expect(shown).toContain("### Currencies\n<:mp_a:1> Lumen × 2\n<:mp_b:2> Salt × 2");
  expect(shown).toContain("### Goods\nRope × 2\nTar × 2");
  expect(markdownIn(vaultReply(page, view))).not.toContain("<:");
});

import { expect, it } from "vitest";

import { vaultReply } from "../../../src/features/vault/view/vault.ts";
import type { NamedThing } from "../../../src/features/vault/view/vault-card.ts";
import { drawOnly, withCards } from "../../support/drawn-cards.ts";
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

it("draws a page as a card, and says every name and number of it to whoever doesn't see it", async () => {
  const { services, cards } = withCards(fakeServices({ platform: fakePlatform({}, []) }));
  const things = [thing("Lumen", "a", "Currencies"), { ...thing("Rope", "b", "Goods"), quantity: 1 }];
  const page = {
    sections: [],
    things,
    found: 2,
    unknown: 0,
    isUnread: false,
    isCut: false,
    page: 0,
    hasMore: false,
  };
  const reply = vaultReply(page, contextOf(services).view);
  const { alt, twin } = await drawOnly(reply);
  expect(cards).toMatchObject([
    {
      card: "vault",
      sections: [
        { name: "Currencies", things: [{ name: "Lumen", amount: "× 2" }] },
        { name: "Goods", things: [{ name: "Rope" }] },
      ],
    },
  ]);
  expect(alt).toContain("Currencies: Lumen × 2. Goods: Rope");
  expect(twin.toString()).toContain("### Goods\nRope");
  expect(markdownIn(reply)).not.toContain("Rope");
});

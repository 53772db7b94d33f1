import type { Markdown } from "../../../base/markdown.ts";
import { listWords } from "../../../base/list-words.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { altText } from "../../kit/view/parts.ts";
import { type ViewContext, count, inName } from "../../kit/view/view-context.ts";
import type { VaultCard } from "../../../pictures/card.ts";

export interface NamedThing {
  readonly name: string;
  readonly iconUrl?: string | undefined;
  readonly quantity: number;
  readonly section: string;
}

export function sectionsOf(
  things: readonly NamedThing[],
): readonly (readonly [section: string, things: readonly NamedThing[]])[] {
  return [...Map.groupBy(things, ({ section }) => section)];
}

/** Returns a page of the vault as a picture, `twin` being its text; nothing where pictures are off. */
export function vaultCardBlock(
  { things, account }: { readonly things: readonly NamedThing[]; readonly account?: string | undefined },
  twin: Markdown,
  context: ViewContext,
): readonly Block[] {
  const { vault, trending, shared, language } = context.texts;
  const sections = sectionsOf(things);
  const said = sections.map(([section, own]) => {
    const names = own.map(({ name, quantity }) =>
      quantity === 1 ? inName(name) : trending.quantity(inName(name), count(context, quantity)),
    );
    return shared.onCard.labelled(section, listWords(names, language));
  });
  return cardBlock(
    context,
    { alt: altText(said, language), twin },
    async (look, picture): Promise<VaultCard> => {
      const thingOf = async ({ name, quantity, iconUrl }: NamedThing) => ({
        name: inName(name),
        ...(quantity !== 1 && { amount: `× ${count(context, quantity)}` }),
        icon: await picture(iconUrl),
      });
      return {
        ...look,
        card: "vault",
        title: vault.title,
        ...(account !== undefined && { detail: inName(account) }),
        sections: await Promise.all(
          sections.map(async ([name, own]) => ({ name, things: await Promise.all(own.map(thingOf)) })),
        ),
      };
    },
  );
}

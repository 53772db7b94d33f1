import type { Rendered, WireComponent } from "../reply/message.ts";

type Body = Rendered["body"];

/** An embed's URL is visible only when it has a title, which ours don't. */
const MARK = "https://discord.com/#milepost-";

/**
 * Returns the body with the delivery id where it can be found again: in a control's custom id, else as the embed's URL.
 */
export function markWith(deliveryId: string | undefined, body: Body): Body {
  const { components, embeds: [embed, ...others] = [] } = body;
  if (deliveryId === undefined || embed === undefined || anyHolds(components, deliveryId)) return body;
  return { ...body, embeds: [{ ...embed, url: `${MARK}${deliveryId}` }, ...others] };
}

/** The parts we read of a message. */
export interface MarkedMessage {
  readonly components?: readonly MarkedComponent[];
  readonly embeds?: readonly { readonly url?: string }[];
}

interface MarkedComponent {
  readonly custom_id?: string;
  readonly components?: readonly MarkedComponent[];
  readonly accessory?: MarkedComponent;
}

/** Returns whether a message carries this delivery id. */
export function isMarkedWith({ components = [], embeds = [] }: MarkedMessage, deliveryId: string): boolean {
  return embeds.some(({ url }) => url === `${MARK}${deliveryId}`) || anyHolds(components, deliveryId);
}

function anyHolds(components: readonly (MarkedComponent | WireComponent)[], deliveryId: string): boolean {
  return components.some((component) => {
    const { custom_id: id, components: inner = [], accessory } = component as MarkedComponent;
    if (id?.includes(deliveryId) === true) return true;
    return anyHolds(accessory === undefined ? inner : [...inner, accessory], deliveryId);
  });
}

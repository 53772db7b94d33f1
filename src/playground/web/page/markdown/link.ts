import { h, type Child } from "../dom.ts";
import { webAddress } from "./inline.ts";

/** Returns the page's own address of a channel or message this person sees. */
export type OwnAddress = (channel: string, message: string | undefined) => string | undefined;

const IN_DISCORD = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** Returns a link's attributes: what leads to a channel or message stays in the page, as in Discord's clients. */
export function linkTo(url: string, own: OwnAddress) {
  const [, channel, message] = IN_DISCORD.exec(url) ?? [];
  if (channel !== undefined) return { href: own(channel, message) };
  return { href: webAddress(url), target: "_blank", rel: "noopener noreferrer nofollow" };
}

/** Returns a link; its text alone where the address is none. */
export function linked(content: Child | readonly Child[], url: string | undefined, own: OwnAddress) {
  const props = url === undefined ? undefined : linkTo(url, own);
  return props?.href === undefined ? h("span", content) : h("a", props, content);
}

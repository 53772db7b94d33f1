import { dots, h } from "../dom.ts";
import { emojiElement } from "../emoji.ts";
import { icon } from "../icons.ts";
import { linkTo, type OwnAddress } from "../markdown/link.ts";
import type { APIButtonComponent, APIButtonComponentWithURL } from "discord-api-types/v10";
import type { Controls } from "./components.ts";

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

export function button(component: APIButtonComponent, controls: Controls) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const label = "label" in component ? (component.label ?? "") : "";
  const emoji = "emoji" in component ? component.emoji : undefined;
  const content = [emoji && emojiElement(emoji), label && h("span.button-label", label)];
  if ("url" in component) return linkButton(component, content, controls.view.own);
  const customId = "custom_id" in component ? component.custom_id : "";
  const isBusy = controls.isBusy(customId);
  return h(
    "button",
    {
      class: `button button-${style}${isBusy ? " busy" : ""}`,
      "data-key": customId,
      "aria-busy": isBusy ? "true" : undefined,
      "aria-label": label === "" ? (emoji?.name ?? "Button") : undefined,
      disabled: component.disabled === true,
      // Unlike `disabled` it keeps the focus.
      "aria-disabled": controls.isBlocked ? "true" : undefined,
      onclick: () => controls.press(customId),
    },
    content,
    isBusy && dots(),
  );
}

function linkButton(
  component: APIButtonComponentWithURL,
  content: (Node | string | undefined | false)[],
  own: OwnAddress,
) {
  const link = component.disabled === true ? undefined : linkTo(component.url, own);
  const disabled = link?.href === undefined ? "true" : undefined;
  return h(
    "a.button.button-secondary",
    { ...link, "aria-disabled": disabled },
    content,
    icon("external", 16),
  );
}

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { webAddress } from "../markdown/inline.js";

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

/**
 * A button, or a link that looks like one.
 * @param {import("discord-api-types/v10").APIButtonComponent} component
 * @param {import("./components.js").Controls} controls
 */
export function button(component, controls) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const label = "label" in component ? (component.label ?? "") : "";
  const emoji = "emoji" in component && component.emoji?.id === undefined ? component.emoji?.name : undefined;
  const content = [emoji && h("span.emoji", {}, emoji), label && h("span.button-label", {}, label)];
  if ("url" in component) return linkButton(component, content);
  const customId = "custom_id" in component ? component.custom_id : "";
  const isBusy = controls.isBusy(customId);
  return h(
    "button",
    {
      type: "button",
      class: `button button-${style}${isBusy ? " busy" : ""}`,
      "data-key": customId,
      "aria-busy": isBusy ? "true" : undefined,
      "aria-label": label === "" ? (emoji ?? "Button") : undefined,
      disabled: component.disabled === true,
      // Not `disabled`: a control that is being answered keeps the focus.
      "aria-disabled": controls.isBlocked ? "true" : undefined,
      onclick: () => controls.press(customId),
    },
    content,
    isBusy && h("span.dots", {}, h("i"), h("i"), h("i")),
  );
}

/**
 * @param {import("discord-api-types/v10").APIButtonComponentWithURL} component
 * @param {(Node | string | undefined | false)[]} content
 */
function linkButton(component, content) {
  const address = component.disabled === true ? undefined : webAddress(component.url);
  return h(
    "a.button.button-secondary",
    {
      href: address,
      target: "_blank",
      rel: "noopener noreferrer nofollow",
      "aria-disabled": address === undefined ? "true" : undefined,
    },
    content,
    icon("external", 16),
  );
}

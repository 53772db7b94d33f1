import { fileUrl } from "../api.js";
import { h } from "../dom.js";
import { openButton } from "../browser/open-button.js";
import { icon } from "../icons.js";
import { markdown } from "../markdown/build.js";
import { webAddress } from "../markdown/inline.js";
import { picture } from "../message/picture.js";
import { select } from "./select.js";

/** @typedef {import("discord-api-types/v10").APIMessageTopLevelComponent | import("discord-api-types/v10").APIComponentInContainer | import("discord-api-types/v10").APIComponentInActionRow | import("discord-api-types/v10").APISectionAccessoryComponent} Component */
/** @typedef {import("discord-api-types/v10").APIMessage} APIMessage */
/**
 * What the controls of a message need.
 * @typedef {object} Controls
 * @property {import("../markdown/build.js").View} view
 * @property {(customId: string) => boolean} isBusy
 * @property {boolean} isBlocked another control of this message is being answered
 * @property {(customId: string) => void} press
 * @property {(customId: string, values: string[]) => void} choose
 * @property {(kind: "user" | "role" | "channel" | "mentionable", component: unknown) => import("./select.js").Choice[]} entities
 * @property {readonly import("discord-api-types/v10").APIAttachment[]} attachments
 */

/** Discord's component types. */
const TYPE = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
};

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

/**
 * The components of a message, Components V2 and action rows alike. One this page doesn't know is named.
 * @param {readonly Component[]} components
 * @param {Controls} controls
 * @returns {HTMLElement[]}
 */
export function componentElements(components, controls) {
  return components.map((component) => componentElement(component, controls));
}

/** @type {Readonly<Record<number, (component: any, controls: Controls) => HTMLElement>>} */
const MAKERS = {
  [TYPE.ROW]: (row, controls) => h("div.action-row", {}, componentElements(row.components, controls)),
  [TYPE.BUTTON]: button,
  [TYPE.STRING_SELECT]: (component, controls) => selectElement(component, stringChoices(component), controls),
  [TYPE.USER_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("user", component), controls),
  [TYPE.ROLE_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("role", component), controls),
  [TYPE.MENTIONABLE_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("mentionable", component), controls),
  [TYPE.CHANNEL_SELECT]: (component, controls) =>
    selectElement(component, controls.entities("channel", component), controls),
  [TYPE.SECTION]: section,
  [TYPE.TEXT]: (component, controls) => markdown(component.content, controls.view),
  [TYPE.THUMBNAIL]: (component) =>
    veiled(component, picture({ ...component, url: component.media.url }, "thumbnail")),
  [TYPE.GALLERY]: gallery,
  [TYPE.FILE]: (component, controls) => fileElement(component, controls),
  [TYPE.SEPARATOR]: separator,
  [TYPE.CONTAINER]: container,
};

/**
 * @param {Component} component
 * @param {Controls} controls
 */
function componentElement(component, controls) {
  const make = MAKERS[component.type];
  if (make === undefined)
    return h("p.unknown-component", {}, `This page can't show a component of type ${component.type}.`);
  return make(component, controls);
}

/**
 * @param {import("discord-api-types/v10").APIContainerComponent} component
 * @param {Controls} controls
 */
function container(component, controls) {
  const accent = component.accent_color;
  const element = h("div.container", {}, componentElements(component.components, controls));
  if (accent !== undefined && accent !== null) {
    element.classList.add("has-accent");
    element.style.setProperty("--accent", `#${accent.toString(16).padStart(6, "0")}`);
  }
  return veiled(component, element);
}

/**
 * @param {import("discord-api-types/v10").APISectionComponent} component
 * @param {Controls} controls
 */
function section(component, controls) {
  return h(
    "div.section",
    {},
    h("div.section-text", {}, componentElements(component.components, controls)),
    h("div.section-accessory", {}, componentElement(component.accessory, controls)),
  );
}

/** @param {import("discord-api-types/v10").APIMediaGalleryComponent} component */
function gallery(component) {
  const items = component.items.map((item) =>
    veiled(
      item,
      picture(
        {
          url: item.media.url,
          description: item.description,
          width: item.media.width,
          height: item.media.height,
        },
        "gallery-item",
      ),
    ),
  );
  return h("div", { class: `gallery gallery-${Math.min(items.length, 10)}` }, items);
}

/** @param {import("discord-api-types/v10").APISeparatorComponent} component */
function separator(component) {
  const size = component.spacing === 2 ? "large" : "small";
  return component.divider === false
    ? h("div", { class: `gap gap-${size}` })
    : h("hr", { class: `separator separator-${size}` });
}

/**
 * @param {import("discord-api-types/v10").APIButtonComponent} component
 * @param {Controls} controls
 */
function button(component, controls) {
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

/**
 * @param {import("discord-api-types/v10").APISelectMenuComponent} component
 * @param {import("./select.js").Choice[]} choices
 * @param {Controls} controls
 */
function selectElement(component, choices, controls) {
  const placeholder = component.placeholder ?? "Make a selection";
  const element = select({
    label: placeholder,
    placeholder,
    choices,
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    isDisabled: component.disabled === true,
    isBlocked: controls.isBlocked,
    key: component.custom_id,
    onChoose: (values) => controls.choose(component.custom_id, values),
  });
  if (controls.isBusy(component.custom_id)) element.classList.add("busy");
  return element;
}

/**
 * @param {import("discord-api-types/v10").APIStringSelectComponent} component
 * @returns {import("./select.js").Choice[]}
 */
export function stringChoices(component) {
  return component.options.map((option) => ({
    label: option.label,
    value: option.value,
    isDefault: option.default === true,
    ...(option.description && { description: option.description }),
    ...(option.emoji?.name && !option.emoji.id && { emoji: option.emoji.name }),
  }));
}

/**
 * @param {import("discord-api-types/v10").APIFileComponent} component
 * @param {Controls} controls
 */
function fileElement(component, controls) {
  const named = controls.attachments.find(
    (each) => component.file.url.includes(each.id) || component.file.url.endsWith(each.filename),
  );
  const name = component.name ?? named?.filename ?? component.file.url.split(/[/?]/).at(-1) ?? "file";
  return veiled(component, fileCard(named?.url ?? component.file.url, name, component.size ?? named?.size));
}

/**
 * @param {string} url
 * @param {string} name
 * @param {number} [size]
 */
export function fileCard(url, name, size) {
  return h(
    "div.file",
    {},
    icon("file", 32),
    h(
      "div.file-text",
      {},
      h("a", { href: fileUrl(url), download: name }, name),
      size !== undefined && h("small", {}, fileSize(size)),
    ),
    /\.html?$/i.test(name) && openButton({ url, name }),
    h(
      "a.icon-button",
      { href: fileUrl(url), download: name, "aria-label": `Download ${name}` },
      icon("download"),
    ),
  );
}

/** @param {number} bytes */
function fileSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  const isMega = bytes >= 1024 * 1024;
  return `${(bytes / (isMega ? 1024 * 1024 : 1024)).toFixed(2)} ${isMega ? "MB" : "KB"}`;
}

/**
 * What is marked as a spoiler stays covered until it is pressed.
 * @param {{spoiler?: boolean}} marked
 * @param {HTMLElement} element
 */
function veiled(marked, element) {
  if (marked.spoiler !== true) return element;
  const cover = h(
    "button.veil",
    { type: "button", onclick: () => cover.parentElement?.replaceWith(element) },
    "Spoiler",
  );
  element.inert = true;
  cover.addEventListener("click", () => (element.inert = false));
  return h("div.veiled", {}, element, cover);
}

import { h } from "./dom.ts";

const PATHS = {
  hash: "M9 3 7 21 M17 3l-2 18 M4 8.5h17 M3 15.5h17",
  announce: "M4 9v6h3l9 4V5L7 9z M19 9.5a3.5 3.5 0 0 1 0 5 M8 15.5l1 4.5",
  forum: "M4 5h16v10H11l-4 4v-4H4z M8 9h8 M8 12h5",
  thread: "M4 6h16 M4 11h11 M9 16h11",
  lock: "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  menu: "M4 6h16 M4 12h16 M4 18h16",
  people:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c.5-4 3-6 6.500-6s6 2 6.500 6 M16 4.500a3.500 3.500 0 0 1 0 6.500 M18 14.500c2 .8 3.200 2.700 3.500 5.500",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M12 2v2.500 M12 19.500V22 M2 12h2.500 M19.500 12H22 M5 5l1.700 1.700 M17.300 17.300 19 19 M5 19l1.700-1.700 M17.300 6.700 19 5",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  chevron: "M6 9l6 6 6-6",
  close: "M6 6l12 12 M18 6 6 18",
  send: "M4 12 3 4l18 8-18 8z M4 12h8",
  eye: "M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12z M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M3 12h18 M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3z",
  external: "M13 4h7v7 M20 4l-9 9 M17 14v6H4V7h6",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  download: "M12 4v11 M7 11l5 5 5-5 M5 20h14",
  warning: "M12 4 2.500 20h19z M12 10v4.500 M12 17v.5",
  swap: "M4 8h14l-3.500-3.500 M20 16H6l3.500 3.500",
  message: "M4 5h16v11H12l-4.500 4v-4H4z",
  slash: "M5 4h14v16H5z M14 8l-4 8",
  reply: "M9 6 4 11l5 5 M4 11h9c4 0 7 2 7 7",
  wrench:
    "M14.500 6a4 4 0 0 0-5.200 5.200L3.500 17l3.500 3.500 5.800-5.800A4 4 0 0 0 18 9.500l-2.700 2.700-3.500-3.500z",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M9.500 9.500a2.500 2.500 0 1 1 3.600 2.200c-.8.400-1.100.900-1.100 1.800 M12 16.500v.300",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
  calendar: "M4 5h16v15H4z M4 10h16 M8 3v4 M16 3v4",
  pin: "M12 21c4-4.500 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6.500 6 11z M12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  check: "M5 12.500 10 17 19 7",
};

/** Returns a decorative icon; the control around it needs a label. */
export function icon(name: keyof typeof PATHS, size: number = 20) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = {
    viewBox: "0 0 24 24",
    width: String(size),
    height: String(size),
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "2",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
    class: "icon",
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Returns a button with only an icon; `label` is its accessible name. */
export function iconButton(label: string, name: keyof typeof PATHS, onclick: () => void, size?: number) {
  return h("button.icon-button", { "aria-label": label, onclick }, icon(name, size));
}

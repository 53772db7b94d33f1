import { h } from "./dom.ts";
import { icon, iconButton } from "./icons.ts";
import type { Step } from "./panel/story.ts";
import type { Notification } from "./visit.ts";

export function refusalNotice(step: Step, show: () => void) {
  const [what = "", ...paths] = step.faults;
  const box = h(
    "div.refusal",
    { role: "alert" },
    icon("warning", 18),
    h(
      "div.refusal-text",
      h("p", h("strong", "Discord refused what the bot sent. "), what),
      h("p", h("code", step.technical)),
      paths.length > 0 &&
        h(
          "ul",
          paths.slice(0, 4).map((path) => h("li", h("code", path))),
        ),
      h("button.link", { onclick: () => (box.remove(), show()) }, "Show the requests"),
    ),
    iconButton("Dismiss", "close", () => box.remove(), 16),
  );
  return box;
}

/** Returns a notification as a phone's lock screen shows it: a message's text without cards. */
export function phoneNotice({ title, text }: Notification, open: () => void) {
  const box = h(
    "div.phone-notice",
    { role: "status" },
    icon("message", 18),
    h(
      "div.refusal-text",
      h("p", h("strong", title)),
      text === "" ? h("p.empty", "This message has no text.") : h("p", text),
      h("button.link", { onclick: () => (box.remove(), open()) }, "Open message"),
    ),
    iconButton("Dismiss", "close", () => box.remove(), 16),
  );
  return box;
}

/** Two short notes, a fifth apart. */
const NOTES_HZ = [660, 990];
const NOTE_S = 0.12;
const LOUDNESS = 0.06;

let audio: AudioContext | undefined;

/** Plays the sound of a new message. Browsers play none before the first press in the page. */
export function chime() {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [index, hertz] of NOTES_HZ.entries()) {
    const from = currentTime + index * NOTE_S;
    const [note, volume] = [
      new OscillatorNode(audio, { frequency: hertz }),
      new GainNode(audio, { gain: 0 }),
    ];
    volume.gain.setValueAtTime(LOUDNESS, from).exponentialRampToValueAtTime(0.001, from + NOTE_S);
    note.connect(volume).connect(destination);
    note.start(from);
    note.stop(from + NOTE_S);
  }
}

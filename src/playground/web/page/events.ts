import { fill, freshId, h } from "./dom.ts";
import { icon, iconButton } from "./icons.ts";
import { markdown } from "./markdown/build.ts";
import { showSpan } from "./time.ts";
import type { SeenServer } from "../../discord/local-api.ts";

interface EventsView {
  events: SeenServer["events"];
  locale: string;
  now: () => number;
}

const no = () => undefined;
/** Calendar descriptions get no names for mentions. */
const NOBODY = {
  own: no,
  userName: no,
  role: no,
  channelName: no,
  openChannel: no,
  openCommand: no,
};

/** The open list, to be updated. */
let open: { list: HTMLElement; count: HTMLElement } | undefined;

/** Returns the row that opens a server's calendar; nothing where it is empty. */
export function eventsRow(view: EventsView) {
  show(view);
  return (
    view.events.length > 0 &&
    h(
      "button.channel-row.events-row",
      { "aria-haspopup": "dialog", onclick: () => openEvents(view) },
      icon("calendar"),
      h("span.channel-name", counted(view.events.length)),
    )
  );
}

function openEvents(view: EventsView) {
  const id = freshId("events-title");
  const count = h("h2", { id });
  const list = h("ul.modal-body.events", { tabIndex: 0, "aria-label": "Events" });
  const dialog = h(
    "dialog.modal.events-dialog",
    { "aria-labelledby": id, onclose: () => (dialog.remove(), (open = undefined)) },
    h(
      "header",
      count,
      iconButton("Close", "close", () => dialog.close()),
    ),
    list,
  );
  open = { list, count };
  show(view);
  document.body.append(dialog);
  dialog.showModal();
}

function show(view: EventsView) {
  if (open === undefined) return;
  const { events } = view;
  fill(open.count, counted(events.length));
  fill(
    open.list,
    events.map((event) =>
      h(
        "li.event",
        h("p.event-when", icon("calendar", 16), when(event, view)),
        event.recurs &&
          h("p.event-place", icon("swap", 16), h("span", `Repeats ${event.recurs.toLowerCase()}`)),
        h("h3", event.name),
        event.hasCover && h("img.event-cover", { src: `guild-events/${event.id}.png`, alt: "" }),
        markdown(event.description, { ...NOBODY, locale: view.locale, now: view.now }),
        h("p.event-place", icon("pin", 16), h("span", event.location)),
      ),
    ),
  );
}

/** Of a running event only the end matters. */
function when({ startsAt, endsAt }: EventsView["events"][number], { locale, now }: EventsView) {
  if (startsAt > now()) return [h("span", showSpan(startsAt, endsAt, locale))];
  return [h("strong", "Happening now"), h("span", `until ${showSpan(endsAt, endsAt, locale)}`)];
}

function counted(count: number) {
  return count === 1 ? "1 Event" : `${count} Events`;
}

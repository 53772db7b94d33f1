import { type Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import { listedOf } from "./agenda-words.ts";
import { cardTerm, eventBlock } from "../../kit/view/event-card.ts";
import { mosaicBlock } from "../../kit/view/mosaic-card.ts";
import type { PostPart } from "./post-parts.ts";
import { count, inOneLine, inPlain, TITLE_LENGTH, type ViewContext } from "../../kit/view/view-context.ts";
import { weekBlock } from "../../kit/view/week-card.ts";

const TAGLINE_LENGTH = 100;

/**
 * Returns the picture of a post's subject, `words` being its text; nothing where there is none, or pictures are off.
 */
export function postCard(
  { title, subject }: Pick<PostPart, "title" | "subject">,
  words: Markdown,
  context: ViewContext,
): readonly Block[] {
  switch (subject.kind) {
    case "agenda":
    case "reset": {
      const left = listedOf(subject).filter(({ isOver = false }) => !isOver);
      const entries = left.map(({ title: name, starts, ends, picture }) => ({
        name: inPlain(name, TITLE_LENGTH),
        starts,
        ends,
        icon: picture,
      }));
      return weekBlock(entries, words, context);
    }
    case "dated": {
      const { pictureUrl: picture, isBanner = false, about, edge, at, endAt } = subject;
      if (picture === undefined) return [];
      const term = cardTerm({ starts: edge === "start" ? at : undefined, ends: endAt }, context);
      const kindName = context.texts.trending.kinds.event;
      const content = {
        kind: "event",
        kindName,
        title: inPlain(title, TITLE_LENGTH),
        about,
        picture,
        isIcon: !isBanner,
        ...term,
      };
      return eventBlock(content, words, context);
    }
    case "entries": {
      const tiles = subject.entries.map(
        ({ kind, kindName, tagline, pictureUrl, isIcon = false, ...entry }) => ({
          title: inOneLine(entry.title, TITLE_LENGTH),
          kind,
          kindName,
          tagline: tagline && inOneLine(tagline, TAGLINE_LENGTH),
          picture: pictureUrl,
          isIcon,
        }),
      );
      const hasPictures = tiles.some(({ picture }) => picture !== undefined);
      // What an agenda is called is up to its admins.
      const total = subject.entries.length + subject.more;
      const heading = total > 1 ? context.texts.posts.newEntries(count(context, total)) : undefined;
      return hasPictures ? mosaicBlock(heading, { tiles, twin: words }, context) : [];
    }
    case "note":
    case "own":
      return [];
  }
}

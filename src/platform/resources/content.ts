import { z } from "zod";

import { GeneralUser } from "./user.ts";
import { boolean, dateTime, dictionaryOf, int32, int64, listOf, maybe, record } from "./wire.ts";

/** ContentItemPublicContract: `name`, `path` and a string to validate the file by. */
const ContentRepresentation = record("ContentRepresentation", {
  name: maybe(z.string()),
  path: maybe(z.string()),
  validationString: maybe(z.string()),
});

/** ContentItemPublicContract: the forum topic under an article and how many comments it has. */
const CommentSummary = record("CommentSummary", {
  topicId: maybe(int64),
  commentCount: maybe(int32),
});

/**
 * ContentItemPublicContract: a news or support article. `properties` is what the content type
 * (`cType`) defines: title, subtitle, summary, body text as HTML, addresses of pictures. Ages in years.
 */
export type ContentItemPublicContract = z.output<typeof ContentItemPublicContract>;
export const ContentItemPublicContract = record("ContentItemPublicContract", {
  contentId: int64,
  cType: maybe(z.string()),
  cmsPath: maybe(z.string()),
  creationDate: maybe(dateTime),
  modifyDate: maybe(dateTime),
  allowComments: maybe(boolean),
  hasAgeGate: maybe(boolean),
  minimumAge: maybe(int32),
  ratingImagePath: maybe(z.string()),
  author: maybe(GeneralUser),
  autoEnglishPropertyFallback: maybe(boolean),
  properties: dictionaryOf(z.unknown()),
  representations: listOf(ContentRepresentation),
  tags: listOf(z.string()),
  commentSummary: maybe(CommentSummary),
});

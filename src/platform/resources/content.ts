import { z } from "zod";

import { GeneralUser } from "./user.ts";
import {
  booleanField,
  dateTimeField,
  dictionaryOf,
  int32Field,
  int64Field,
  listOf,
  maybe,
  record,
} from "./wire.ts";

/** interface.md, ContentItemPublicContract: `name`, `path` and a string to validate the file by. */
const ContentRepresentation = record("ContentRepresentation", {
  name: maybe(z.string()),
  path: maybe(z.string()),
  validationString: maybe(z.string()),
});

/** interface.md, ContentItemPublicContract: the forum topic under an article and how many comments it has. */
const CommentSummary = record("CommentSummary", {
  topicId: maybe(int64Field),
  commentCount: maybe(int32Field),
});

/**
 * interface.md, ContentItemPublicContract: a news or support article. `properties` is what the content type
 * (`cType`) defines: title, subtitle, summary, body text as HTML, addresses of pictures. Ages in years.
 */
export type ContentItemPublicContract = z.output<typeof ContentItemPublicContract>;
export const ContentItemPublicContract = record("ContentItemPublicContract", {
  contentId: int64Field,
  cType: maybe(z.string()),
  cmsPath: maybe(z.string()),
  creationDate: maybe(dateTimeField),
  modifyDate: maybe(dateTimeField),
  allowComments: maybe(booleanField),
  hasAgeGate: maybe(booleanField),
  minimumAge: maybe(int32Field),
  ratingImagePath: maybe(z.string()),
  author: maybe(GeneralUser),
  autoEnglishPropertyFallback: maybe(booleanField),
  properties: dictionaryOf(z.unknown()),
  representations: listOf(ContentRepresentation),
  tags: listOf(z.string()),
  commentSummary: maybe(CommentSummary),
});

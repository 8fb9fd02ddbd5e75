/** Texts in questions of gateways. */
import { z } from "zod";

/**
 * Whether the database stores a text as it is, wherever it is written. It refuses NUL, and in JSON half
 * a surrogate pair: such a name would fail the questions that are answered in one statement with it,
 * other machines' too. No name has control characters.
 */
const isStorable = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** A name or an id. */
export const linkText = (most: number) => z.string().max(most).refine(isStorable, "no name");

/** No id of ours has capitals; PostgreSQL would read them as the same id, shares by its text would not. */
export const isLinkId = (text: string): boolean => text.length <= maxId && !/[A-Z]/.test(text);
const maxId = 100;

/** An id. One that does not exist finds nothing, and blocks nothing that is sent with it. */
export const linkId = linkText(maxId).refine(isLinkId, "no id");

/** A text for people, which is cut and cleaned rather than refused. */
export const freeText = (most: number) =>
  z.string().transform((text) =>
    text
      .slice(0, most)
      .replace(/\p{Cc}/gu, " ")
      .toWellFormed(),
  );

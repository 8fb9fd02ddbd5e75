/**
 * Marks the fields of answers that hold secrets. Whoever may not have a secret gets it covered: the
 * staff's view of an account, and for `address` also keys and the console.
 */
import { z } from "zod";

/**
 * What is left to see: nothing (`whole`), the host and the last four characters of an address that
 * works like a password (`address`), or all of an address but its token (`query`).
 */
export type Cover = "whole" | "address" | "query";

const covers = z.registry<{ cover: Cover }>();

/** Marks a field as a secret. */
export function secret<T extends z.ZodType>(field: T, cover: Cover = "whole"): T {
  covers.add(field, { cover });
  return field;
}

/** How a field is covered; undefined if it holds no secret. */
export const coverOf = (field: z.ZodType): Cover | undefined => covers.get(field)?.cover;

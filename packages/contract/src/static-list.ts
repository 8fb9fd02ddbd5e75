/** How lists of static IPs are filtered and ordered (spec/static#static-ip). */
import { z } from "zod";
import { optional } from "./fields.ts";

export const staticStatus = z.enum(["active", "expiring", "expired", "unreachable"], "badField");

/** What counts say (`expiringSoon`) is understood as a status too; `all` is none. */
const statusMeant = (value: unknown) => (value === "expiringSoon" ? "expiring" : value);
export const statusField = z.preprocess(
  (value) => (value === "all" ? undefined : statusMeant(value)),
  optional(staticStatus),
);

export const staticSorts = [
  "expiresAt",
  "startedAt",
  "ip",
  "country",
  "city",
  "account",
  "remark",
] as const;
export type StaticSort = (typeof staticSorts)[number];
/** What an answer's fields that order alike are called. */
const alike: Record<string, StaticSort> = { remainingHours: "expiresAt", host: "ip" };
const known = [...staticSorts, ...Object.keys(alike)];
const names = known.join("|");
/** A `+` in an address arrives as a space. */
const SORT = new RegExp(`^(?:([-+ ]?)(${names})|(${names})[ :_]?(asc|desc))$`, "i");

/** What a list is ordered by; `-` before it, or `desc` after it: downwards. Told as `-name`. */
export const sortField = optional(
  z
    .string("badField")
    .regex(SORT, "badField")
    .transform((value) => {
      const [, sign, signed, worded, way] = SORT.exec(value) ?? [];
      const asked = (signed ?? worded ?? "").toLowerCase();
      const spelled = known.find((each) => each.toLowerCase() === asked) ?? "";
      const name = alike[spelled] ?? spelled;
      return sign === "-" || way?.toLowerCase() === "desc" ? `-${name}` : name;
    }),
);

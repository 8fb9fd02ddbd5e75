/** Request fields of sub-accounts: the allotment and the limits set by the owner. */
import { z } from "zod";
import { integer, number } from "./fields.ts";

/** Total GB ever allotted: at least 0, at most 3 decimals (spec/traffic-plan#allotment). */
export const trafficGb = number("trafficNotNumber")
  .refine((value) => value >= 0 && value <= 1_000_000, "trafficNotNumber")
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, "trafficNotNumber");
/** A limit: empty removes it, absent leaves it unchanged. */
const clearable = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === "" ? null : value), field.nullable().optional());
/** `trafficNotNumber` tells people that 0 is allowed, which is not true for limits. */
const limitGb = trafficGb.refine((value) => value !== 0, "badNumber");
/** Comma-separated; `rules/sub-account-limits.ts` reads each entry. Empty removes the list. */
const domains = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split(/[,\s]+/).filter(Boolean) : value),
    z.array(z.string("badDomain").max(300, "badDomain"), "badDomain").max(1000, "tooManyDomains"),
  )
  .optional();
/** A budget in a request: for the UTC day, the UTC month, or both. */
const targetBudgetField = z
  .object(
    {
      target: z
        .string("badDomain")
        .max(300, "badDomain")
        .describe("The domain, with its subdomains; `*.example.com` means those alone."),
      dayGb: clearable(limitGb).describe(
        "Traffic to it in a UTC day, in GB of 1,000,000,000 bytes; null for none.",
      ),
      monthGb: clearable(limitGb).describe(
        "Traffic to it in a UTC month, in GB of 1,000,000,000 bytes; at least one of the two is required.",
      ),
    },
    "badField",
  )
  .refine(({ dayGb, monthGb }) => Boolean(dayGb ?? monthGb), "badNumber");
export type TargetBudgetField = z.output<typeof targetBudgetField>;
/** A form sends the list as JSON text; empty removes all budgets. */
const targetBudgets = z
  .preprocess(
    (value) => (typeof value === "string" ? asList(value) : value),
    z.array(targetBudgetField, "badField").max(1000, "tooManyDomains"),
  )
  .optional();

function asList(text: string): unknown {
  if (text.trim() === "") return [];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Limits that an owner can set for a sub-account, in GB per UTC day and per UTC month. */
export const limitFields = {
  maxConnections: clearable(integer(1, 100_000)).describe(
    "The largest number of open connections; empty text removes the limit.",
  ),
  dayGb: clearable(limitGb).describe(
    "Traffic it may use in a UTC day, in GB of 1,000,000,000 bytes; empty text removes the limit.",
  ),
  monthGb: clearable(limitGb).describe(
    "Traffic it may use in a UTC month, in GB of 1,000,000,000 bytes; empty text removes the limit.",
  ),
  allowDomains: domains.describe(
    "The only targets allowed, separated by commas in a form; `*.example.com` means its subdomains alone. Empty text allows all.",
  ),
  denyDomains: domains.describe(
    "Targets that are blocked, separated by commas in a form; empty text blocks none.",
  ),
  targetBudgets: targetBudgets.describe(
    "Budgets of targets, `{target, dayGb, monthGb}`; JSON text in a form. They replace the list, empty text removes all.",
  ),
};

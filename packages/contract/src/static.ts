/** Long-term static ISP proxies (spec/static#calls). For short term see `static-short.ts`. */
import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { z } from "zod";
import {
  at,
  bytes,
  cents,
  id,
  integer,
  list,
  oneOf,
  optional,
  paging,
  requestId,
  requiredText,
  text,
} from "./fields.ts";
import { order } from "./order.ts";
import { country } from "./place-fields.ts";
import { secret } from "./secret.ts";

/** Filters and sort orders of static IP lists (spec/static#static-ip). */
const staticStatus = z.enum(["active", "expiring", "expired", "unreachable"], "badField");

/** Accepts the name of the count (`expiringSoon`) as a status too; `all` means no filter. */
const statusMeant = (value: unknown) => (value === "expiringSoon" ? "expiring" : value);
const statusField = z.preprocess(
  (value) => (value === "all" ? undefined : statusMeant(value)),
  optional(staticStatus),
);

const staticSorts = [
  "expiresAt",
  "startedAt",
  "ip",
  "country",
  "city",
  "account",
  "remark",
] as const;
export type StaticSort = (typeof staticSorts)[number];
/** Response fields that sort like another field. */
const alike: Record<string, StaticSort> = { remainingHours: "expiresAt", host: "ip" };
const known = [...staticSorts, ...Object.keys(alike)];
const names = known.join("|");
/** A `+` in a URL is decoded to a space. */
const SORT = new RegExp(`^(?:([-+ ]?)(${names})|(${names})[ :_]?(asc|desc))$`, "i");

/** Sort order: descending with a leading `-` or a trailing `desc`. Documented as `-name`. */
const sortField = optional(
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

/** 6-22 letters and digits (spec/sign-in#credentials). */
const credential = (missing: string, reason: string, judge: (text: string) => boolean) =>
  requiredText(200, missing).pipe(z.string(reason).refine(judge, reason));
export const staticAccount = credential("missingField", "badAccountName", isProxyCredential);
export const staticPassword = credential("enterPassword", "badProxyPassword", isProxyPassword);
/** A city's token or name; all but letters and digits is ignored (spec/pool#places). */
export const staticCity = text(100);
/** Maximum number of addresses in one static IP's whitelist. */
export const maxWhitelistPerStatic = 50;
/** Client addresses that need no password; empty clears the list, absent leaves it unchanged. */
export const whitelistField = list(maxWhitelistPerStatic, "tooManyAddresses").optional();
/** Maximum number of static IPs per call, the same number as credits per order. */
export const maxStaticsTaken = 10_000;
const num = integer(1, maxStaticsTaken, "badQuantity", "enterQuantity");

export const longDays = oneOf([7, 30, 90], "badDays");

/** A static IP, long or short term. */
export const staticIp = z
  .object({
    id: z.string().describe("The static IP's ID."),
    host: z
      .string()
      .describe("The host that clients connect to: the static IP's own address or a gateway's."),
    exitIp: z.string().describe("The address that targets see."),
    port: z.int().describe("The first of `ports`; 0 while no gateway has opened any."),
    ports: z.array(z.int()).describe("The ports that a gateway has open."),
    country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
    countryName: z.string().describe("The country's name, in the language of the call."),
    city: z.string().describe("The city's token, as filters take it."),
    cityName: z.string().describe("The city's name."),
    isp: z.string().describe("The network provider's token, as filters take it."),
    asn: z.int().describe("The network's number (ASN)."),
    validDays: z.int().describe("The period that was bought or renewed last, in days."),
    startedAt: at.describe("The time it began."),
    expiresAt: at.describe("The time it ends."),
    remainingHours: z.int().describe("Hours until it ends, rounded up; 0 once it has ended."),
    expired: z.boolean().describe("True if it has expired."),
    renewableUntil: at.describe("The time until which it can be renewed: 24 hours after its end."),
    autoRenew: z.boolean().describe("True if it has auto-renew."),
    autoRenewFailed: z
      .boolean()
      .describe("True if auto-renew failed for lack of money before the coming end."),
    account: z.string().describe("The username to connect with."),
    password: secret(z.string().describe("The password to connect with.")),
    whitelist: z.array(z.string()).describe("Client addresses that need no password."),
    remark: z.string().describe("The customer's description; empty without one."),
    reachable: z.boolean().describe("True if its exit is reachable."),
    stateSince: at
      .nullable()
      .describe(
        "The time of the last change of its state that a gateway reported; null before the first.",
      ),
    replacements: z.int().describe("The number of times its address was replaced."),
    swapsLeft: z.int().describe("The number of swaps left until it is renewed."),
    usedBytes: bytes.describe(
      "Traffic of the last 30 days, both directions, in bytes; not billed.",
    ),
    dayUsedBytes: bytes.describe("Traffic since midnight UTC, both directions, in bytes."),
    rotateToken: secret(
      z
        .string()
        .nullable()
        .describe(
          "The token of `GET /rotate?token=`, which changes the address without a session; a new password replaces it. Null if the address cannot be changed at will.",
        ),
    ),
    rotateRetryAfter: z
      .int()
      .nullable()
      .describe("In how many seconds the address may be changed; 0: now. Null without a token."),
    rotating: z
      .boolean()
      .describe("True while a new address is awaited; `exitIp` is the one before."),
  })
  .meta({ id: "StaticIp", description: "A static IP, long or short term." });
export type StaticIp = z.output<typeof staticIp>;

export const staticEventAction = z.enum([
  "taken",
  "renewed",
  "autoRenewed",
  "autoRenewFailed",
  "replaced",
  "swapped",
  "credentials",
  "expired",
  "deleted",
]);
export const staticEvent = z
  .object({
    id: z.string().describe("The event's ID."),
    at: at.describe("The time it happened."),
    action: staticEventAction.describe("The kind of event."),
    ip: z.string().describe("The static IP's address."),
    days: z.int().describe("The period in days."),
    detail: z
      .string()
      .describe("Both addresses of a replacement or swap, as `old → new`; otherwise often empty."),
  })
  .meta({ id: "StaticEvent", description: "An event of a static IP." });

export const stock = z
  .object({
    country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
    countryName: z.string().describe("The country's name, in the language of the call."),
    state: z.string().describe("The state's token, as filters take it."),
    stateName: z.string().describe("The state's name."),
    city: z.string().describe("The city's token, as filters take it."),
    cityName: z.string().describe("The city's name."),
    available: z.int().describe("The number of free IPs there."),
  })
  .meta({ id: "StaticStock", description: "The number of free static IPs at a place." });

export const takeFields = {
  country,
  city: optional(staticCity).describe("The city: its token (`newyork`) or its name (`New York`)."),
  num: num.describe("The number of static IPs to take, all at one place."),
  account: optional(staticAccount).describe(
    "A username of your choice, 6 to 22 letters and digits. Random if absent.",
  ),
  password: optional(staticPassword).describe(
    "A password of your choice, 6 to 22 letters and digits, at least 10 if only digits. Random if absent.",
  ),
  pay: optional(z.enum(["wallet"], "badMethod")).describe(
    "`wallet` to buy missing credits from the wallet.",
  ),
  requestId,
};
export const takenResponse = {
  items: z.array(staticIp).describe("The static IPs that were taken."),
  creditsUsed: z.int().describe("The number of credits used."),
  walletCents: cents.describe("The sum paid from the wallet, in US cents."),
  order: order.optional().describe("The order, if credits were bought."),
};

export const listFields = {
  ...paging,
  id: optional(id()).describe("Only the static IP with this ID."),
  country: optional(country),
  city: optional(staticCity).describe("The city: its token (`newyork`) or its name (`New York`)."),
  status: statusField.describe("Only static IPs with this status; `all` shows all."),
  search: optional(text(100)).describe("Part of an address, a place, a username or a remark."),
  sort: sortField.describe("The field to sort by; with `-` before it in descending order."),
};

/** Editable fields; absent ones stay unchanged. */
export const editFields = {
  account: optional(staticAccount).describe("A new username, 6 to 22 letters and digits."),
  password: optional(staticPassword).describe(
    "A new password, 6 to 22 letters and digits; at least 10 if only digits.",
  ),
  whitelist: whitelistField.describe(
    "Client addresses that need no password, 50 at most; they replace the list, empty text clears it.",
  ),
  remark: text(200).optional().describe("A description; empty text removes it."),
};

/** Descriptions shared by the calls for both terms. */
export const creditsFirst =
  "Takes one credit of the period for each IP. With `pay=wallet` the wallet buys missing credits; otherwise the call is refused with 402. All are taken, or none.";
export const oldCredentialsRefused =
  "The old username and password are refused once the call returns. With `ids` all change, or none.";
export const replaceOrSwap =
  "A reachable IP is replaced only with `reason=swap` (409 `reachable` otherwise): by another address of the same city, `swapsLeft` times until it is renewed. The old address does not come back; username, password, whitelist and remaining time stay. An unreachable one is replaced without using a swap, in the same country if the city has none.";
export const replaceWhileUnreachable =
  "Only possible while its exit is unreachable (409 `reachable` otherwise). The address changes; username, password, whitelist and remaining time stay.";

/**
 * Defines API calls: path, access, request fields (`request`), response fields (`response`) and
 * documentation. Routes, OpenAPI, the reference page, the clients and tests derive from this.
 */
import { type Scope, scopes } from "@turnpike/rules/api-key.ts";
import type { Spending } from "@turnpike/rules/arrears.ts";
import type { TeamRole } from "@turnpike/rules/team.ts";
import { z } from "zod";
import type { RefusalReason } from "./refusals.ts";

/** Groups of calls in the API documentation, in display order. */
export const tags = {
  "Sign-in":
    "Sign up, sign in by password or with a third party, recover a password. Signing in returns a session's token, which later calls send as `session`.",
  Account: "The account holder, balances at a glance, settings, alerts, and closing the account.",
  Security:
    "Passwords, the second factor, linked logins, sessions and the access key. If a second factor is bound, every change that would weaken the account needs `mfaCode`.",
  Team: "People who act for the account of somebody else, each with an own sign-in and a role.",
  "API keys":
    "Keys for programs, each with scopes, an expiry, allowed networks and a monthly limit. Only a session creates and deletes them.",
  Money:
    "Prices, orders, payments into the wallet, coupons and the ledger. Sums are whole cents, unit prices are millionths of the currency; a total is rounded half up to the cent, once.",
  Affiliate: "Invitations, the profit they earn, and its withdrawal.",
  CDKeys:
    "Codes that are redeemed for traffic or IPs. Enterprise customers make them from their own balance; anybody can redeem one, once.",
  Geography:
    "Places that have exits now, for the ISP pool and for the traffic plan. Filters take tokens (`newyork`) or names (`New York`); names of countries are returned in `lang`.",
  "ISP pool":
    "Single exits, opened for 1 to 5 hours at a port of their own. Each costs one IP of balance; its traffic is not billed.",
  Extraction:
    "Addresses that return proxies to programs at whitelisted addresses, without a session or a key: the link's token is enough. Each call opens new proxies.",
  "Traffic plan":
    "Traffic by the byte, sent under a sub-account's name and password or from whitelisted addresses: balance, usage reports, and live connections.",
  "Sub-accounts":
    "Names and passwords that traffic is sent under, each with an allocation and limits. The main one uses all traffic that is not allocated.",
  Whitelist: "Client addresses that need no password, and ports opened for them.",
  "Static IPs":
    "Static ISP proxies for 7, 30 or 90 days: each is an exit that no other customer uses. Credits that were bought ahead pay first, then the wallet.",
  "Short-term static IPs":
    "The same for 1, 3 or 7 days, with credits of their own. They cannot be renewed.",
  "Unlimited plans":
    "Traffic without a meter, in one region for 7, 30 or 90 days: ports of 5 Mbps each, or a bandwidth in steps of 100 Mbps that all connections share.",
  Monitor:
    "Bandwidth and connections of an unlimited plan, and the load of the gateway workers that carry it.",
  Webhooks:
    "Events of an account, sent to the customer's own programs and signed by Standard Webhooks. The requests themselves are described under `webhooks`.",
  Files: "Downloads by GET. Each is opened once by a fresh ticket (`/v1/ticket`).",
  "Lookup service":
    "Facts about addresses, and IPs that are opened and held for programs. The service listens at a port of its own.",
  "Local manager":
    "The local proxy manager on the customer's own machine, whose ports need no password. It serves programs there, and this provider's dashboards.",
  Health: "The product's state, for load balancers and probes.",
} as const;

export type Tag = keyof typeof tags;

/** Who may make a call: anyone, only a signed-in customer, or also an API key with this scope. */
export type Access = "visitor" | "session" | Scope;

/** The access that a call needs by the value of one of its fields. */
export type AccessByValue = Partial<Record<string, Access>>;

export interface Call<Q extends z.ZodObject = z.ZodObject, A extends z.ZodObject = z.ZodObject> {
  path: `/v${1 | 2 | 3}/${string}`;
  access: Access;
  /** Fields that change the access a call needs: when they are present, or by their value. */
  accessWith: Partial<Record<string, Access | AccessByValue>>;
  /**
   * True if the call takes a `requestId` (spec/api#requestid): it spends money, or creates a name
   * that can never be used again.
   */
  takesRequestId: boolean;
  /**
   * When a money call counts as spending, which arrears forbid (spec/money#arrears); null: never.
   */
  spends: Spending | null;
  /**
   * True for orders, recharges and renewals: they are refused without the consent that a legal
   * document asks for (spec/law#consent).
   */
  buys: boolean;
  /** True if the account's e-mail address has to be verified (spec/sign-in#verified-e-mail). */
  needsVerifiedEmail: boolean;
  /** True if the staff's read-only view of an account may make the call (spec/console#view). */
  allowedInStaffView: boolean;
  /** Roles of a team that may make the call although no key may (spec/accounts#roles). */
  roles: readonly TeamRole[];
  /** True if the response waits until gateways have the change: new credentials work at once. */
  waitsForGateways: boolean;
  /** True if the response is a stream of events (`text/event-stream`), each of them an `response`. */
  events: boolean;
  /** One sentence. */
  summary: string;
  /** Further documentation: costs, side effects, how soon changes take effect. Often empty. */
  description: string;
  /** The group under which the documentation lists the call. */
  tag: Tag;
  request: Q;
  response: A;
  /** Refusals of the handler. Refusals common to all calls, or caused by fields, are derived. */
  refusals: readonly RefusalReason[];
  example: Example<Q, A>;
}

/** All examples show one imaginary customer on one day (`examples/customer.ts`). */
export interface Example<Q extends z.ZodObject, A extends z.ZodObject> {
  request: z.input<Q>;
  response: z.output<A>;
}

/** Fields as a caller may send them: text, or already typed. */
export type RequestInput<C extends Call> = z.input<C["request"]>;
/** Fields as a handler receives them: parsed and typed. */
export type CallRequest<C extends Call> = z.output<C["request"]>;
/** The `data` of a call's response. */
export type CallResponse<C extends Call> = z.output<C["response"]>;

interface Definition<Q extends z.ZodRawShape, A extends z.ZodRawShape> {
  path: Call["path"];
  access?: Access;
  accessWith?: { [field in keyof Q]?: Access | AccessByValue };
  takesRequestId?: boolean;
  spends?: Spending;
  buys?: boolean;
  needsVerifiedEmail?: boolean;
  /** Defaults to true if a key with the scope `read` may make the call. */
  allowedInStaffView?: boolean;
  /** Besides the owner; for calls that no key may make. */
  roles?: readonly TeamRole[];
  /** Defaults to true for calls that change something, except money calls: few affect gateways. */
  waitsForGateways?: boolean;
  summary: string;
  description?: string;
  tag: Tag;
  request?: Q;
  /**
   * Refuses fields that are valid one by one but not together; null if there is no such rule. It
   * runs with the other field checks, before the account and its `requestId` are checked.
   */
  crossFieldCheck?: (request: z.output<z.ZodObject<Q>>) => FieldRefusal | null;
  /** Single fields, or a whole named object. */
  response?: A | z.ZodObject<A>;
  refusals?: readonly RefusalReason[];
  example: NoInfer<Example<z.ZodObject<Q>, z.ZodObject<A>>>;
}
export interface FieldRefusal {
  field: string;
  reason: RefusalReason;
}

/** Defines a call. By default it needs a session, so no API key may make it. */
export function call<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Definition<Q, A>,
): Call<z.ZodObject<Q>, z.ZodObject<A>> {
  const {
    path,
    access = "session",
    takesRequestId = false,
    needsVerifiedEmail = false,
    summary,
    tag,
    crossFieldCheck,
    example,
  } = definition;
  const { response = {} as A } = definition;
  const request = z.object(definition.request ?? ({} as Q));
  return {
    path,
    access,
    accessWith: definition.accessWith ?? {},
    takesRequestId,
    spends: definition.spends ?? null,
    buys: definition.buys ?? false,
    needsVerifiedEmail,
    allowedInStaffView: definition.allowedInStaffView ?? access === "read",
    roles: definition.roles ?? [],
    waitsForGateways:
      definition.waitsForGateways ??
      (access !== "visitor" && access !== "read" && access !== "buy" && !takesRequestId),
    events: false,
    summary,
    description: definition.description ?? "",
    tag,
    request: crossFieldCheck ? request.superRefine(refinementOf(crossFieldCheck)) : request,
    response: response instanceof z.ZodObject ? response : z.object(response),
    refusals: [
      ...(definition.refusals ?? []),
      ...(definition.spends ? arrearsRefusals : []),
      ...(definition.buys ? buyingRefusals : []),
    ],
    example,
  };
}

const arrearsRefusals = ["inArrears"] as const;
const buyingRefusals = ["consentNeeded", "identityNeeded", "verifyEmail"] as const;

/** Returns the access that a call with these fields needs. */
export function accessOf({ access, accessWith }: Call, request: Record<string, unknown>): Access {
  for (const [field, needed] of Object.entries(accessWith)) {
    const value = request[field];
    // A flag set to 0 counts as present: it may turn something off.
    if (value === undefined || needed === undefined) continue;
    const own = typeof needed === "string" ? needed : needed[String(value)];
    if (own !== undefined) return own;
  }
  return access;
}

/** Returns the fields that change the access of a call (`what=invoice`: by value), each with it. */
export const accessByField = ({ access, accessWith }: Call): [field: string, Access][] =>
  Object.entries(accessWith).flatMap(([field, needed = access]) =>
    typeof needed === "string"
      ? [[field, needed] as [string, Access]]
      : Object.entries(needed).map(([value, one = access]): [string, Access] => [
          `${field}=${value}`,
          one,
        ]),
  );

/** Returns whether the staff's read-only view of an account may make a call with these fields. */
export const isViewable = (call: Call, request: Record<string, unknown> = {}): boolean =>
  call.allowedInStaffView && accessOf(call, request) === call.access;

/** Returns the API key scope that grants an access, or null if no key can have it. */
export const scopeOf = (access: Access): Scope | null =>
  scopes.find((scope) => scope === access) ?? null;

/** Wraps a check as a zod refinement; as in `fields.ts`, the message is the refusal's name. */
function refinementOf<Q>(check: (request: Q) => FieldRefusal | null) {
  return (request: Q, context: z.RefinementCtx) => {
    const found = check(request);
    if (!found) return;
    context.addIssue({ code: "custom", message: found.reason, path: [found.field] });
  };
}

/** A call that streams events until the client disconnects or the session ends. */
export type EventCall<Q extends z.ZodObject, A extends z.ZodObject> = Call<Q, A> & { events: true };

/** Defines a streaming call. A refusal before the first event is an ordinary JSON response. */
export function eventCall<Q extends z.ZodRawShape, A extends z.ZodRawShape>(
  definition: Omit<Definition<Q, A>, "takesRequestId">,
): EventCall<z.ZodObject<Q>, z.ZodObject<A>> {
  return { ...call(definition), events: true };
}

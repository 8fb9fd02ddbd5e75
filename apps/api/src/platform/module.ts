/**
 * A module is one concept of the product: a folder in one of the layers. It declares in its
 * `module.ts` what the generic parts (the dispatcher, the schedule, the hub, search, closure,
 * verification) need of it, so that none of them names a concept. `app.ts` lists all modules.
 */
import type { PublicBrand } from "@turnpike/contract/brand.ts";
import type { CallResponse, CallRequest } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { WebhookData } from "@turnpike/contract/webhook-events.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { FastifyInstance } from "fastify";
import type { RawBuilder } from "kysely";
import type { ArrearsListener } from "./arrears.ts";
import type { Authentication } from "./authentication.ts";
import type { Db, Tx } from "./db/database.ts";
import type { HolderPart } from "./holder-facts.ts";
import type { AfterCommitHooks, Caller, Handlers } from "./http/handler.ts";
import type { Job } from "./jobs.ts";
import type { Partitioned } from "./partitions/partitioned.ts";
import type { ResourcePage } from "./resource-page.ts";
import type { FoundRow, SearchQuery } from "./search.ts";
import type { Services } from "./services.ts";
import type { AnySetting } from "./setting/setting.ts";

export interface Module {
  /** Handlers of the module's calls. */
  calls?: (services: Services) => Partial<Handlers>;
  /** What calls wait for before they start and before they respond. */
  hooks?: (services: Services) => CallHooks;
  /** Routes besides calls: exports, pages, webhooks of providers. */
  routes?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  jobs?: Job[];
  /** Its tables that are partitioned by time. */
  partitions?: Partitioned[];
  /** Its rows of which gateways keep a copy. */
  resources?: Resource[];
  /** Refunds the leased ports `ids`, which no gateway could open. */
  refundUnopenedPorts?: {
    kind: FactKind;
    run: (services: Services, tx: Tx, ids: string[]) => Promise<void>;
  };
  /** Its part of the account holder's overview. */
  overview?: Overview;
  /** Checks tickets for its downloads; without a check, anybody signed in may have a ticket. */
  tickets?: Partial<Record<TicketRequest["what"], TicketCheck>>;
  /** What closing an account ends and deletes. */
  erase?: Erase;
  /** What a recovery of the account by a mailed code ends and deletes. */
  recovery?: Recovery;
  /** Undoes security-relevant changes of an account, from the link in the mail about them. */
  undo?: Undoers;
  /** Checks and hashes a new password of an account; declared by one module. */
  preparePassword?: PreparePassword;
  /** What tells that accounts are one person's, such as a card or identity (spec/money#trials). */
  personKeys?: (tx: Tx, accountId: string) => Promise<string[]>;
  /** Queries of an account's own rows that contain a text (`/v1/find`). */
  search?: (query: SearchQuery) => RawBuilder<FoundRow>[];
  /** Delivers an order after a provider has confirmed its payment. */
  fulfil?: Fulfil;
  /** Takes back what an order delivered, when it is refunded. */
  refund?: ProductRefund;
  /** Its objects that expire, by the name that alerts use in sentences. */
  expiries?: Partial<Record<ExpiryKind, Expiry>>;
  /** Handles arrears that begin, grow or end. */
  arrears?: ArrearsListener;
  /** Consistency checks of its tables, for `verify`. */
  verify?: Check[];
  /** Receives events in the transaction that causes them. */
  events?: EventListener;
  /** What the operator sets while the installation runs (`platform/setting`). */
  settings?: AnySetting[];
  /** Pages of its own that the brand links, unless the operator has named others. */
  brandLinks?: (services: Services) => Promise<PublicBrand["links"]>;
  /** Declares metrics that are read at each scrape. */
  watch?: (services: Services) => void;
  /** Parts of the authentication of calls; each is declared by one module. */
  authentication?: Partial<Authentication>;
}

export interface CallHooks {
  /** Runs a call's work when its turn comes, before it takes a database connection. */
  inTurn?: { [K in CallName]?: <T>(accountId: string, work: () => Promise<T>) => Promise<T> };
  /** What is asked of an outside party before a call's work begins; undefined: nothing. */
  first?: { [K in CallName]?: (accountId: string) => Promise<unknown> | undefined };
  /** What a call waits for between its commit and its response. */
  after?: AfterCommitHooks;
}

/** What gateways ask for before they refuse a client (`LookupKeys`), validated. */
export interface LookupLists {
  names: string[];
  addresses: string[];
  exitIds: string[];
  portIds: string[];
}

/** A kind of row of which gateways keep a copy. */
export interface Resource {
  kind: FactKind;
  /** Live rows with an id above `id`, in order of id, at most `limit`. */
  after: (services: Services, id: string, limit: number) => Promise<ResourcePage>;
  /** The live rows among `ids`. */
  byIds: (services: Services, ids: string[]) => Promise<Owned<Fact>[]>;
  /** Ids of the rows that match clients by these keys, which may come from several questions. */
  lookUp?: (services: Services, by: LookupLists) => Promise<string[]>;
  /** Ids of an account's live rows, if they change when the account is disabled or in arrears. */
  ofAccount?: (tx: Tx, accountId: string) => Promise<string[]>;
}

/** The data of the header of every page, and of the home page. */
export type Header = CallResponse<Calls["headerInit"]>;
export type Home = CallResponse<Calls["indexInit"]>;

/**
 * What an account's holder sees at a glance. Each module returns the parts that it knows; all are
 * called at once, and `identity/account` merges the parts.
 */
export interface Overview {
  /** Of the account holder, as returned by `/v1/member` and every sign-in. */
  user?: HolderPart;
  header?: (services: Services, caller: Caller) => Promise<Partial<Header>>;
  home?: (services: Services, caller: Caller) => Promise<Partial<Home>>;
}

export type TicketRequest = CallRequest<Calls["ticket"]>;

/** What a ticket stores, to be read when it is used. */
export type TicketFields = Record<string, string | number | boolean>;

/**
 * Checks whether the caller may have a download, before the ticket for it is created. Returns what
 * the ticket stores.
 */
export type TicketCheck = (
  services: Services,
  question: TicketRequest,
  caller: Caller,
) => Promise<TicketFields>;

/** The counts of `/v1/cancelInfo`. */
export type ClosureCounts = CallResponse<Calls["cancelInfo"]>;

export interface Closing {
  accountId: string;
  /** The account's e-mail addresses, the primary one first. */
  addresses: string[];
}

/**
 * Each step runs for all modules in their order, which is therefore the order of their locks,
 * before the next step begins: `lock`, `close`, then `clear`.
 */
export interface Erase {
  /** Deletes what belongs to sub-accounts that are being deleted. */
  withSubAccounts?: (tx: Tx, subAccountIds: string[]) => Promise<void>;
  /** Counts what closing would end. */
  count?: (services: Services, accountId: string) => Promise<Partial<ClosureCounts>>;
  /** Locks what must not change until the closure is committed. */
  lock?: (tx: Tx, closing: Closing) => Promise<void>;
  /** Ends what the account has. */
  close?: (services: Services, tx: Tx, closing: Closing) => Promise<void>;
  /**
   * Deletes the credentials of closed accounts and the records of their use; runs again for what
   * arrives after the closure. Returns false if part of it is left for the next run.
   */
  clear?: (
    services: Services,
    tx: Tx,
    closed: { accountIds: string[]; addresses: string[] },
  ) => Promise<boolean | void>;
}

type OfAccount = (services: Services, tx: Tx, accountId: string) => Promise<void>;

/** Each step runs for all modules in their order, with the account's row locked. */
export interface Recovery {
  /** At every recovery: ends other access than the password, such as sessions and keys. */
  end?: OfAccount;
  /**
   * Deletes what was set before the e-mail address was verified, perhaps by someone who does not
   * own the mailbox.
   */
  removeUnverified?: OfAccount;
}

/**
 * Checks a new password by the rules of the settings and hashes it; returns what saves it.
 * @throws Refusal enterPassword, badSettingsPassword, commonPassword, tooManyTries
 */
export type PreparePassword = (
  services: Services,
  request: { accountId: string; password: string; ip: string },
) => Promise<(tx: Tx) => Promise<void>>;

/** A security-relevant change of an account, with what is needed to undo it. */
export type UndoableChange =
  | { change: "secureMail"; details: { was: string | null; is: string } }
  | { change: "login"; details: { provider: string; issuer: string; subject: string } }
  | { change: "mfa"; details: Record<string, never> };
export type Undoers = {
  [K in UndoableChange["change"]]?: (
    services: Services,
    tx: Tx,
    undone: { accountId: string; details: Extract<UndoableChange, { change: K }>["details"] },
  ) => Promise<void>;
};

/** The fields of a paid order that its product needs. */
export interface PaidOrder {
  id: string;
  orderNo: string;
  accountId: string;
  sku: string;
  kind: string;
  /** For plans, which are sold by region. */
  region: string | null;
  /** The period that one unit lasts; null without one. */
  days: number | null;
  quantity: number;
  asset: string | null;
  granted: number;
  amountCents: number;
  renewal: boolean;
}

/**
 * Locks what a paid order needs before it is booked. Returns the function that delivers it after
 * the booking, null if the order belongs to another product, or "impossible" if it can no longer be
 * delivered: then the money goes to the wallet.
 */
export type Fulfil = (
  services: Services,
  tx: Tx,
  order: PaidOrder,
) => Promise<(() => Promise<void>) | null | "impossible">;

/** What refunds need of a product whose orders deliver more than the buyer's balance shows. */
export interface ProductRefund {
  /** Locks what every transaction locks before the account. */
  lockBeforeAccount?: (tx: Tx, order: PaidOrder) => Promise<void>;
  /** Moves what the buyer has passed on back to their balance, until it holds `amount`. */
  reclaim?: (
    services: Services,
    tx: Tx,
    part: { order: PaidOrder; amount: number },
  ) => Promise<void>;
  /** Locks, after the order, what it delivered apart from balances; null for another product. */
  lockDelivery?: (services: Services, tx: Tx, order: PaidOrder) => Promise<Delivery | null>;
}

/** What an order delivered apart from balances, such as the time of a plan; it is locked. */
export interface Delivery {
  /** How much of `amount` can still be taken back. */
  left: (amount: number) => number;
  takeBack: (amount: number) => Promise<void>;
  /** Restores what a refund took, when it is undone; `closed`: the account is closed. */
  restore: (amount: number, account: { closed: boolean }) => Promise<void>;
  /** The orders that delivered to the same object: their refunds share what is left of it. */
  orderIds: () => Promise<string[]>;
}

/** The kinds of objects that expire, as in `/v1/forecast`. */
export type ExpiryKind = CallResponse<Calls["forecast"]>["endings"][number]["kind"];

export interface Expiry {
  /** A query of account_id, id, ends_at; if `bounded` also of the intervals `long` and `late`. */
  rows: RawBuilder<unknown>;
  /** An alert that an account wants `long` or more ahead is sent only `late` ahead. */
  bounded?: true;
  /** Names by id, as used in sentences. */
  names: (db: Db, ids: string[], lang: Lang) => Promise<Map<string, string>>;
  /** The screen where the account can act. */
  to: string;
  /** A query of account_id, id, ends_at of what renews automatically. */
  renewing?: RawBuilder<unknown>;
}

export interface Check {
  /** What is inconsistent if the query finds a row. */
  title: string;
  /** SQL that returns the first differing row, as `where`, or nothing. */
  find: string;
}

/** An event of an account with its data. */
export type Emitted = { [E in WebhookEvent]: { event: E; data: WebhookData[E] } }[WebhookEvent];
export type EventListener = (
  services: Services,
  tx: Tx,
  accountId: string,
  events: Emitted[],
) => Promise<void>;

/** Declares a module. */
export const defineModule = (module: Module): Module => module;

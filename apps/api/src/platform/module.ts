/**
 * A module is a noun of the product: a folder in one of the layers. What the generic parts (the
 * dispatcher, the schedule, the hub, search, closure, verification) need of it is declared in its
 * `module.ts`, so that none of them names a noun. `app.ts` lists the modules, once.
 */
import type { Answer, Question } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { Fact, FactKind } from "@turnpike/contract/data-plane.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { User } from "@turnpike/contract/session.ts";
import type { WebhookData } from "@turnpike/contract/webhook-events.ts";
import type { Owned } from "@turnpike/rules/ownership.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { FastifyInstance } from "fastify";
import type { RawBuilder } from "kysely";
import type { ArrearsListener } from "./arrears.ts";
import type { Authentication } from "./authentication.ts";
import type { Db, Tx } from "./db/database.ts";
import type { Afterwards, Asker, Handlers } from "./http/handler.ts";
import type { Job } from "./jobs.ts";
import type { Partitioned } from "./partitions/partitioned.ts";
import type { FoundRow, Sought } from "./search.ts";
import type { Services } from "./services.ts";

export interface Module {
  /** Handlers of the noun's calls. */
  calls?: (services: Services) => Partial<Handlers>;
  /** What calls wait for before they start and before they answer. */
  hooks?: (services: Services) => CallHooks;
  /** Routes besides calls: exports, pages, webhooks of providers. */
  routes?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  jobs?: Job[];
  /** Its tables that are split by time. */
  partitions?: Partitioned[];
  /** What gateways know of the noun. */
  resources?: Resource[];
  /** Refunds leased ports that no gateway could open, by their ids. */
  returnPorts?: {
    kind: FactKind;
    run: (services: Services, tx: Tx, ids: string[]) => Promise<void>;
  };
  /** What the account's holder sees of the noun at a glance. */
  overview?: Overview;
  /** Checks of tickets for the noun's downloads; without one anybody signed in may have a ticket. */
  tickets?: Partial<Record<TicketQuestion["what"], TicketCheck>>;
  /** What closing an account ends and removes. */
  erase?: Erase;
  /** What a recovery of the account by a mailed code ends and removes. */
  recovery?: Recovery;
  /** How changes of what guards the account are undone by the link that was mailed. */
  undo?: Undoers;
  /** Judges and hashes a new password for an account; declared by one module. */
  preparePassword?: PreparePassword;
  /** Queries of an account's own rows that contain a text (`/v1/find`). */
  search?: (sought: Sought) => RawBuilder<FoundRow>[];
  /** Delivers what was ordered, once it was paid by a provider. */
  fulfil?: Fulfil;
  /** Takes back what an order delivered, once it is refunded. */
  refund?: ProductRefund;
  /** What expires, by its name in the alerts' sentences. */
  endings?: Partial<Record<EndingKind, Ending>>;
  /** What arrears that begin, grow or end do to the noun. */
  arrears?: ArrearsListener;
  /** Consistency checks of `verify` over the noun's tables. */
  verify?: Check[];
  /** Receives events in the transaction that causes them. */
  events?: EventListener;
  /** Declares metrics that are read at each scrape. */
  watch?: (services: Services) => void;
  /** Authenticates calls; each part of it is declared by one module. */
  authentication?: Partial<Authentication>;
}

export interface CallHooks {
  /** Runs a call's work when its turn comes, before it takes a database connection. */
  inTurn?: { [K in CallName]?: <T>(accountId: string, work: () => Promise<T>) => Promise<T> };
  /** What a call waits for between its commit and its answer. */
  after?: Afterwards;
}

/** What gateways ask for before they refuse a client (`LookupKeys`), checked. */
export interface LookupLists {
  names: string[];
  addresses: string[];
  exitIds: string[];
  portIds: string[];
}

/** A kind of row that gateways keep a copy of. */
export interface Resource {
  kind: FactKind;
  /** Live rows with an id above `id`, in order of id, at most `limit`. */
  after: (services: Services, id: string, limit: number) => Promise<Owned<Fact>[]>;
  /** The live rows among `ids`. */
  named: (services: Services, ids: string[]) => Promise<Owned<Fact>[]>;
  /** Ids of the rows by which a client is known: those of several questions. */
  lookUp?: (services: Services, by: LookupLists) => Promise<string[]>;
  /** Ids of an account's live rows, where they change when the account is disabled or in arrears. */
  ofAccount?: (tx: Tx, accountId: string) => Promise<string[]>;
}

/** What the header of every page shows, and the home page. */
export type Header = Answer<Calls["headerInit"]>;
export type Home = Answer<Calls["indexInit"]>;

/**
 * What an account's holder sees at a glance. Each module answers the parts that it knows, all are
 * asked at once, and `identity/account` puts them together.
 */
export interface Overview {
  /** Of the account holder, as `/v1/member` and every sign-in answer it. */
  user?: (services: Services, accountId: string) => Promise<Partial<User>>;
  header?: (services: Services, asker: Asker) => Promise<Partial<Header>>;
  home?: (services: Services, asker: Asker) => Promise<Partial<Home>>;
}

export type TicketQuestion = Question<Calls["ticket"]>;

/** What a ticket keeps, to be read when it is used. */
export type TicketFields = Record<string, string | number | boolean>;

/**
 * Judges whether the asker may have a download, before the ticket for it is made. Answers what the
 * ticket keeps.
 */
export type TicketCheck = (
  services: Services,
  question: TicketQuestion,
  asker: Asker,
) => Promise<TicketFields>;

/** The counts of `/v1/cancelInfo`. */
export type ClosureCounts = Answer<Calls["cancelInfo"]>;

export interface Closing {
  accountId: string;
  /** The account's e-mail addresses, the primary one first. */
  addresses: string[];
}

/**
 * Each step runs for all modules in their order, which is therefore the order of their locks, before
 * the next step begins: `hold`, `close`, then `clear`.
 */
export interface Erase {
  /** Removes what belongs to sub-accounts that are being deleted. */
  withSubAccounts?: (tx: Tx, subAccountIds: string[]) => Promise<void>;
  /** Counts what closing would end. */
  count?: (services: Services, accountId: string) => Promise<Partial<ClosureCounts>>;
  /** Locks what must not change until the closure is committed. */
  hold?: (tx: Tx, closing: Closing) => Promise<void>;
  /** Ends what the account has. */
  close?: (services: Services, tx: Tx, closing: Closing) => Promise<void>;
  /**
   * Removes the credentials of closed accounts and the records of their use; runs again for what
   * arrives after the closure. Returns false where a part is left for the next run.
   */
  clear?: (
    services: Services,
    tx: Tx,
    closed: { accountIds: string[]; addresses: string[] },
  ) => Promise<boolean | void>;
}

type OfAccount = (services: Services, tx: Tx, accountId: string) => Promise<void>;

/** Each step runs for all modules in their order. The account's row is locked. */
export interface Recovery {
  /** Ends what opens the account beside its password: sessions and keys. At every recovery. */
  end?: OfAccount;
  /**
   * Removes what was set while nobody had proved the e-mail, because whoever set it may be somebody
   * else than the holder of the mailbox.
   */
  removeUnproved?: OfAccount;
}

/**
 * Judges a new password by the settings' rule and hashes it; returns what saves it.
 * @throws Refusal enterPassword, badSettingsPassword, commonPassword, tooManyTries
 */
export type PreparePassword = (
  services: Services,
  request: { accountId: string; password: string; ip: string },
) => Promise<(tx: Tx) => Promise<void>>;

/** A change of what guards an account, with what is needed to undo it. */
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

/** A paid order, as its product needs it. */
export interface PaidOrder {
  id: string;
  orderNo: string;
  accountId: string;
  sku: string;
  kind: string;
  quantity: number;
  asset: string | null;
  granted: number;
  amountCents: number;
  renewal: boolean;
}

/**
 * Locks what a paid order needs before it is booked. Returns the function that delivers it after the
 * booking, null where the order belongs to another product, or "impossible" where it cannot be
 * delivered any more: then the money goes to the wallet.
 */
export type Fulfil = (
  services: Services,
  tx: Tx,
  order: PaidOrder,
) => Promise<(() => Promise<void>) | null | "impossible">;

/** What refunds need of a product whose orders deliver more than the buyer's own balance shows. */
export interface ProductRefund {
  /** Locks what everybody locks before the account. */
  holdFirst?: (tx: Tx, order: PaidOrder) => Promise<void>;
  /** Moves what the buyer has passed on back to their balance, until that holds `amount`. */
  reclaim?: (
    services: Services,
    tx: Tx,
    part: { order: PaidOrder; amount: number },
  ) => Promise<void>;
  /**
   * Locks, after the order, what it delivered and no balance holds; null where it is none of this
   * product's.
   */
  holdDelivery?: (services: Services, tx: Tx, order: PaidOrder) => Promise<Delivery | null>;
}

/** What an order delivered and no balance holds, such as the time of a plan; it is locked. */
export interface Delivery {
  /** How much of `amount` can still be taken back. */
  left: (amount: number) => number;
  takeBack: (amount: number) => Promise<void>;
  /** Restores what a refund took that is undone; `closed`: its account is. */
  restore: (amount: number, account: { closed: boolean }) => Promise<void>;
  /** The orders that delivered the same thing: their refunds share what is left of it. */
  orderIds: () => Promise<string[]>;
}

/** What expires, as `/v1/forecast` names it. */
export type EndingKind = Answer<Calls["forecast"]>["endings"][number]["kind"];

export interface Ending {
  /** A query of account_id, id, ends_at; with `bounded` also of the intervals `long` and `late`. */
  rows: RawBuilder<unknown>;
  /** An account that wants its alert `long` or more ahead gets it `late` ahead. */
  bounded?: true;
  /** Names by id, as used in sentences. */
  names: (db: Db, ids: string[], lang: Lang) => Promise<Map<string, string>>;
  /** The screen where the account can act. */
  to: string;
  /** A query of account_id, id, ends_at of what renews automatically. */
  renewing?: RawBuilder<unknown>;
}

export interface Check {
  /** What is wrong where the query finds a row. */
  title: string;
  /** SQL that returns the first differing row, as `where`, or nothing. */
  find: string;
}

/** An event of an account with its own data. */
export type Emitted = { [E in WebhookEvent]: { event: E; data: WebhookData[E] } }[WebhookEvent];
export type EventListener = (
  services: Services,
  tx: Tx,
  accountId: string,
  events: Emitted[],
) => Promise<void>;

/** Declares a module. */
export const defineModule = (module: Module): Module => module;

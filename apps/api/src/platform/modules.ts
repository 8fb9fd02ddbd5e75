/** Collects what the listed modules declare. */
import { calls } from "@turnpike/contract/calls.ts";
import type { FactKind } from "@turnpike/contract/data-plane.ts";
import type { Authentication } from "./authentication.ts";
import type { Tx } from "./db/database.ts";
import type { AfterCommitHooks, Handlers } from "./http/handler.ts";
import type { Job } from "./jobs.ts";
import type {
  CallHooks,
  Check,
  Emitted,
  Expiry,
  ExpiryKind,
  Erase,
  Fulfil,
  Module,
  ProductRefund,
  PreparePassword,
  Recovery,
  Undoers,
  Overview,
  Resource,
} from "./module.ts";
import type { Partitioned } from "./partitions/partitioned.ts";
import type { Services } from "./services.ts";
import type { AnySetting } from "./setting/setting.ts";

export interface Modules {
  list: Module[];
  jobs: Job[];
  partitions: Partitioned[];
  /** In the order in which a snapshot sends them. */
  resources: Map<FactKind, Resource>;
  refundUnopenedPorts: NonNullable<Module["refundUnopenedPorts"]>[];
  overview: Overview[];
  tickets: NonNullable<Module["tickets"]>;
  erase: Erase[];
  recovery: Recovery[];
  undo: Undoers;
  preparePassword: PreparePassword;
  personKeys: NonNullable<Module["personKeys"]>[];
  search: NonNullable<Module["search"]>[];
  fulfil: Fulfil[];
  refund: ProductRefund[];
  expiries: Map<ExpiryKind, Expiry>;
  verify: Check[];
  settings: AnySetting[];
  authentication: Authentication;
}

/** Merges the modules' declarations, in the order of the list. */
export function collect(list: Module[]): Modules {
  const each = <K extends keyof Module>(field: K) =>
    list.flatMap((module) => (module[field] === undefined ? [] : [module[field]])) as NonNullable<
      Module[K]
    >[];
  const authentication = Object.assign({}, ...each("authentication")) as Partial<Authentication>;
  if (!isComplete(authentication)) throw new Error("no module authenticates calls");
  const [preparePassword] = each("preparePassword");
  if (!preparePassword) throw new Error("no module hashes passwords");
  return {
    list,
    jobs: each("jobs").flat(),
    partitions: each("partitions").flat(),
    resources: new Map(
      each("resources")
        .flat()
        .map((resource) => [resource.kind, resource]),
    ),
    refundUnopenedPorts: each("refundUnopenedPorts"),
    overview: each("overview"),
    tickets: Object.assign({}, ...each("tickets")) as Modules["tickets"],
    erase: each("erase"),
    recovery: each("recovery"),
    undo: Object.assign({}, ...each("undo")) as Undoers,
    preparePassword,
    personKeys: each("personKeys"),
    search: each("search"),
    fulfil: each("fulfil"),
    refund: each("refund"),
    expiries: new Map(
      each("expiries").flatMap((expiries) => Object.entries(expiries) as [ExpiryKind, Expiry][]),
    ),
    verify: each("verify").flat(),
    settings: each("settings").flat(),
    authentication,
  };
}

/** Whether modules have declared all required parts, such as sessions and keys. */
const isComplete = (parts: Partial<Authentication>): parts is Authentication =>
  parts.bySession !== undefined && parts.byView !== undefined && parts.byKey !== undefined;

/** Returns the handlers of all calls; throws if a call of the contract has none, or two. */
export function handlersOf(services: Pick<Services, "modules">): Handlers {
  const handlers = new Map<string, unknown>();
  for (const module of services.modules.list) {
    for (const [name, handler] of Object.entries(module.calls?.(services as Services) ?? {})) {
      if (handlers.has(name)) throw new Error(`two modules handle the call ${name}`);
      handlers.set(name, handler);
    }
  }
  const missing = Object.keys(calls).filter((name) => !handlers.has(name));
  if (missing.length > 0) throw new Error(`no module handles ${missing.join(", ")}`);
  return Object.fromEntries(handlers) as Handlers;
}

/** Merges the hooks of all modules. */
export function hooksOf(services: Services): Required<CallHooks> {
  const hooks = services.modules.list.map((module) => module.hooks?.(services) ?? {});
  return {
    inTurn: Object.assign({}, ...hooks.map(({ inTurn }) => inTurn)) as CallHooks["inTurn"] & object,
    first: Object.assign({}, ...hooks.map(({ first }) => first)) as CallHooks["first"] & object,
    after: Object.assign({}, ...hooks.map(({ after }) => after)) as AfterCommitHooks,
  };
}

/**
 * Passes events of an account to all listeners (webhooks), in the transaction that causes them, so
 * that neither exists without the other.
 */
export async function emitEvents(
  services: Services,
  tx: Tx,
  accountId: string,
  events: Emitted[],
): Promise<void> {
  if (events.length === 0) return;
  for (const { events: listener } of services.modules.list) {
    await listener?.(services, tx, accountId, events);
  }
}

/** Same as `emitEvents`, for one event. */
export function emitEvent(
  services: Services,
  tx: Tx,
  { accountId, ...event }: Emitted & { accountId: string },
): Promise<void> {
  return emitEvents(services, tx, accountId, [event as Emitted]);
}

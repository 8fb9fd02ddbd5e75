/** Reads unlimited plans and their ports (spec/unlimited#calls). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { portOrders } from "@turnpike/contract/unlimited-plan.ts";
import type { portOrder } from "@turnpike/contract/unlimited-port.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { countriesNamed } from "../../platform/geo/country-names.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findListedPlan, planSummaryOf, pageOfPlans, pageOfPorts } from "./store/lists.ts";
import { presentPlan, presentPlans, presentPorts } from "./present.ts";
import { maxUsageSum, usedBytesOfPlans } from "./store/usage.ts";

type Calls = Pick<Handlers, "portOrders" | "bandwidthOrders" | "portOrder" | "bandwidthOrder">;

export function readCalls(services: Services): Calls {
  return {
    portOrders: (request, caller) => listPlans(services, "port", request, caller),
    bandwidthOrders: (request, caller) => listPlans(services, "bandwidth", request, caller),
    portOrder: (request, caller) => showPlan(services, "port", request, caller),
    bandwidthOrder: (request, caller) => showPlan(services, "bandwidth", request, caller),
  };
}

async function listPlans(
  services: Services,
  kind: UnlimitedKind,
  { page, limit, status }: CallRequest<typeof portOrders>,
  { accountId, lang }: Caller,
) {
  const { db, world } = services;
  const of = { accountId, kind, now: world.now() };
  const offset = (page - 1) * limit;
  const { rows, total } = await pageOfPlans(db, of, { status, offset, limit });
  const { ids, ...counts } = await planSummaryOf(db, of);
  const used = await usedBytesOfPlans(db, ids, world.now());
  const items = await presentPlans(services, db, rows, lang, used);
  const usedBytes = Math.min(
    [...used.values()].reduce((sum, bytes) => sum + bytes, 0),
    maxUsageSum,
  );
  return { plans: items, items, total, page, limit, glance: { ...counts, usedBytes } };
}

/** @throws Refusal planNotFound */
async function showPlan(
  services: Services,
  kind: UnlimitedKind,
  { planId, page, limit, search }: CallRequest<typeof portOrder>,
  { accountId, lang }: Caller,
) {
  const { db, world } = services;
  const row = await findListedPlan(db, { accountId, kind, now: world.now() }, planId);
  if (row === null) throw new Refusal("planNotFound", { field: "planId" });
  const searchedCountries = search === undefined ? [] : countriesOf(search, lang);
  const request = { search, searchedCountries, offset: (page - 1) * limit, limit };
  const { rows, total } = await pageOfPorts(db, row.id, request);
  const ports = await presentPorts(services, db, { plans: [row], ports: rows }, lang);
  return {
    answeredAt: new Date(world.now()).toISOString(),
    plan: await presentPlan(services, db, row, lang),
    ports,
    items: ports,
    total,
    page,
    limit,
  };
}

/** Countries whose name contains the text, or whose code it is. */
const countriesOf = (search: string, lang: Caller["lang"]) => [
  ...countriesNamed(lang, search),
  search.toUpperCase(),
];

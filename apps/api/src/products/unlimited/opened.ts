/** Waits until gateways have opened the ports of a plan that was just bought. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "@turnpike/contract/call.ts";
import type { orderUnlimit } from "@turnpike/contract/unlimited-plan.ts";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";

type Ordered = Answer<typeof orderUnlimit>;

const TIMEOUT_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** The answer with how many are open then: what was bought works at once. */
export async function opened(services: Services, answer: Ordered): Promise<Ordered> {
  const { plan } = answer;
  if (!plan || !services.gateways?.()) return answer;
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { open, waited } = await statesOf(services, plan.id).catch(() => unknown);
    if (waited === 0 || performance.now() >= end) return { ...answer, plan: { ...plan, open } };
    await sleep(LOOK_EVERY_MS);
  }
}

const unknown = { open: 0, waited: 1 };

/** How many ports are open, and of how many nobody has told yet. */
async function statesOf({ db }: Services, planId: string): Promise<typeof unknown> {
  const { rows } = await sql<typeof unknown>`
    select count(*) filter (where open)::int as open,
      count(*) filter (where not open and trouble = '')::int as waited
    from unlimited_port where plan_id = ${planId} and released_at is null`.execute(db);
  return rows[0] ?? unknown;
}

/** Helpers for tests of opened IPs: customers with IPs, port reports of gateways, busy ports. */
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import type { OpenedIpFact } from "@turnpike/contract/port-facts.ts";
import type { OpenedIp } from "@turnpike/contract/pool.ts";
import { give } from "../cdkey/testing.ts";
import { recordPortStates } from "../../inventory/listening-port/port-states.ts";
import { leasedPortRange } from "../../inventory/listening-port/store/leased-ports.ts";
import { balanceOf } from "../../ledger/balances.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { sql } from "kysely";
import { type Customer, lastFact, type TestTraffic } from "../traffic/testing.ts";

export const hourMs = 3_600_000;

export interface Opener extends Customer {
  /** Opens IPs through the API; throws if the call is refused. */
  open: (fields?: Record<string, string | number>) => Promise<OpenedIp[]>;
  /** The IP balance. */
  ips: () => Promise<number>;
}

/** Creates a customer with `ips` IPs of balance. */
export async function opener(api: TestTraffic, ips = 0): Promise<Opener> {
  const customer = await api.customer();
  if (ips > 0) await give(api.services, customer.id, { asset: "ip", amount: ips });
  return {
    ...customer,
    open: async (fields = {}) => {
      const which = "ids" in fields ? {} : { num: 1 };
      const answer = await customer.call("ipOpen", { ...which, hours: 1, auth: "user", ...fields });
      if (answer.code !== 0) throw new Error(JSON.stringify(answer));
      return answer.data.items;
    },
    ips: () => balanceOf(api.services.db, { owner: customer.id, asset: "ip", bucket: "main" }),
  };
}

/** Advances the lab clock and runs the jobs that became due. */
export async function advance(api: TestTraffic, ms: number): Promise<void> {
  const body = new URLSearchParams({ advanceSeconds: String(ms / 1_000) });
  const answer = await fetch(`${api.url}/lab/clock`, { method: "POST", body });
  if (!answer.ok) throw new Error(`the clock: ${answer.status} ${await answer.text()}`);
}

/** Reports ports of opened IPs as a gateway does; by default as open. */
export async function reportOpenedPorts(
  services: Services,
  items: Pick<OpenedIp, "id" | "port">[],
  { open = true, code = "" }: { open?: boolean; code?: string } = {},
): Promise<void> {
  const ports = items.map(({ id, port }) => ({
    kind: "openedIp" as const,
    portId: id,
    port,
    open,
    code,
    detail: code,
  }));
  await recordPortStates(services, leasedPortRange, { gateway: "test-1", ports });
}

/** The last fact about a port that a gateway received, or "gone". */
export const lastPortFact = (link: { news: HubMessage[] }, id: string) =>
  lastFact(link, id, "openedIp", "whitePort", "unlimitedPort");
/** As `lastPortFact`, for an opened IP that is live. */
export function lastOpenedIpFact(
  link: { news: HubMessage[] },
  id: string,
): OpenedIpFact | undefined {
  const fact = lastPortFact(link, id);
  return typeof fact === "object" && fact.kind === "openedIp" ? fact : undefined;
}
/** How soon gateways must receive a change. */
export const soon = { timeout: 5_000, interval: 10 };

/** Listens on a port, like an unrelated program. */
export async function occupy(host: string, port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port });
  await once(server, "listening");
  return server;
}
export const vacate = (server: Server) => new Promise((done) => server.close(done));

/** Opens IPs, which must be refused; returns code, reason, field and what is short. */
export async function refusedOpening(
  who: Opener,
  fields: Record<string, string | number>,
): Promise<(string | number | undefined)[]> {
  const { code, data } = await who.call("ipOpen", { num: 1, hours: 1, auth: "user", ...fields });
  return [code, data.reason, data.field, data.short];
}

/** The ids of exits of the pool, in their order. */
export async function somePoolIds({ db }: Services, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exit where product = 'pool' order by id limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds so many exits of one place to the pool. */
export async function growPool(db: Db, exits: number): Promise<void> {
  await sql`
    insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name, postal,
      isp, isp_name, asn, lab, product, created_at)
    select gen_random_uuid(), how, '11.0.0.0'::inet + n, host, port, country, state, state_name,
      city, city_name, postal, isp, isp_name, asn, lab, product, created_at
    from (select * from exit where product = 'pool' order by id limit 1) one,
      generate_series(1, ${sql.lit(exits)}) n`.execute(db);
}

/** How many lists of the pool the database orders at once, at most while `work` runs. */
export async function listsAtOnce(
  { autocommitDb }: Pick<Services, "autocommitDb">,
  work: Promise<unknown>,
): Promise<number> {
  let most = 0;
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active'
        and query like '%latency_ms nulls last%' and pid <> pg_backend_pid()`.execute(autocommitDb);
    most = Math.max(most, rows[0]?.n ?? 0);
  }
  return most;
}

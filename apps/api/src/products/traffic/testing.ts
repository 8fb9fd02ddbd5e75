/** Helpers for traffic tests: an API with a hub, customers with bytes, a gateway's link. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Fact, HubMessage, UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Random } from "@turnpike/net/testing/random.ts";
import { type Db, transaction } from "../../platform/db/database.ts";
import { post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import { type Envelope, startTestApi, type TestApi } from "../../../testing/api.ts";

export const GB = 1_000_000_000;
type Fields = Record<string, string | number | undefined>;

export interface Customer {
  id: string;
  /** Makes a call; signs in again if the session expired because the clock was moved. */
  call<K extends CallName>(name: K, fields?: Fields): Promise<Envelope<CallResponse<Calls[K]>>>;
}

export interface TestTraffic {
  services: Services;
  db: Db;
  url: string;
  customer(gb?: number): Promise<Customer>;
  /** As `TestApi.startAnother`. */
  another: TestApi["startAnother"];
  /** Grants traffic from the operator's stock. */
  grant(accountId: string, bytes: number): Promise<void>;
  /**
   * Connects a gateway that receives news and reports nothing by itself. Unless `awaited`, calls do
   * not wait a second for it to open ports. By default it is worker 1 of the local node in run
   * `e1`, and of the previous release: it receives fast verifiers.
   */
  link(more?: {
    awaited?: boolean;
    worker?: number;
    epoch?: string;
    protocol?: number;
  }): Promise<GatewayLink & { news: HubMessage[] }>;
  stop(): Promise<void>;
}

/** Starts the API with its hub; `more` are environment variables. */
export async function startTraffic(more: Record<string, string> = {}): Promise<TestTraffic> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hub-test-"));
  const linkPath = path.join(folder, "hub.sock");
  const api = await startTestApi({ linkPath }, more);
  const { services } = api;
  const links: GatewayLink[] = [];
  const grant = async (owner: string, bytes: number) => {
    const of = (who: string | null, bucket: string, amount: number) =>
      ({ owner: who, asset: "traffic", bucket, amount }) as const;
    const lines = [of(owner, "main", bytes), of(null, "stock", -bytes)];
    const [key, at] = [`test:${services.world.id()}`, services.world.now()];
    await transaction(services.db, (tx) =>
      post(tx, { key, kind: "order", ref: "test", at, lines }),
    );
  };
  return {
    services,
    db: services.db,
    url: api.url,
    another: (changed) => api.startAnother(changed),
    grant,
    customer: async (gb = 0) => {
      const customer = await signUp(api);
      if (gb > 0) await grant(customer.id, gb * GB);
      return customer;
    },
    link: async ({ awaited = true, worker = 1, epoch = "e1", protocol = 1 } = {}) => {
      if (!awaited) {
        services.hub.gateways = () => 0;
        services.hub.gatewaysAnywhere = async () => 0;
      }
      const link = connectIpc(linkPath, { worker, epoch, protocol });
      links.push(link);
      const news: HubMessage[] = [];
      link.onMessage((each) => news.push(each));
      await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
      return Object.assign(link, { news });
    },
    stop: async () => {
      for (const link of links) await link.stop();
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signUp(api: TestApi): Promise<Customer> {
  const { id, email, session: first } = await api.register();
  let session = first;
  return {
    id,
    call: async (name, fields = {}) => {
      const given = Object.entries(fields).filter((field) => field[1] !== undefined);
      const sent = Object.fromEntries(given) as Record<string, string | number>;
      const answer = await api.send(name, { ...sent, session });
      if (answer.code !== 300) return answer;
      const again = await api.send("signin", { email, password: "Passw0rd!x", agree: 1 });
      session = again.data.session;
      return api.send(name, { ...sent, session });
    },
  };
}

/** Creates a sub-account through the API. */
export async function createSubAccount(customer: Customer, account: string, fields: Fields) {
  const answer = await customer.call("addSubUser", { account, password: "secret77", ...fields });
  if (answer.code !== 0) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** A usage row with defaults for everything that a test does not set. */
export function usageRow(
  given: Pick<UsageRow, "leaseId" | "accountId" | "subAccountId"> & Partial<UsageRow>,
): UsageRow {
  return {
    product: "traffic",
    hour: Date.now() - (Date.now() % 3_600_000),
    domain: "example.com",
    country: "DE",
    city: "berlin",
    upBytes: 0,
    downBytes: 0,
    requests: 1,
    ...given,
  };
}

/** Sends each report five times, shuffled, over two links at once. */
export async function reportFiveTimes(
  links: readonly [GatewayLink, GatewayLink],
  reports: UsageReport[],
  { shuffled }: Random,
): Promise<void> {
  const sent = shuffled(Array.from({ length: 5 }, () => reports).flat());
  const batches: Promise<unknown>[] = [];
  for (let at = 0; at < sent.length; at += 7)
    batches.push(links[at % 2 ? 0 : 1].ask("report", { reports: sent.slice(at, at + 7) }, 30_000));
  await Promise.all(batches);
}

/** What comes first while something is made: the delivery to gateways, 0.1 s late, or its return. */
export async function deliveredOrReturned<T>(
  { services: { hub } }: TestTraffic,
  make: () => Promise<T>,
) {
  const delivered = hub.changesDelivered;
  const steps: string[] = [];
  hub.changesDelivered = async () => {
    await delivered();
    await new Promise((resolve) => setTimeout(resolve, 100));
    steps.push("delivered");
  };
  const made = await make().finally(() => (hub.changesDelivered = delivered));
  return { made, steps: [...steps, "returned"] };
}

/** The last fact of one of these kinds that a gateway received of this id, or "gone". */
export function lastFact<K extends Fact["kind"]>(
  { news }: { news: HubMessage[] },
  id: string,
  ...kinds: K[]
): Extract<Fact, { kind: K }> | "gone" | undefined {
  const isOf = (of: { kind: string; id: string }) => of.id === id && kinds.includes(of.kind as K);
  let last: Extract<Fact, { kind: K }> | "gone" | undefined;
  for (const each of news) {
    if (each.kind !== "change") continue;
    for (const fact of each.puts) if (isOf(fact)) last = fact as Extract<Fact, { kind: K }>;
    if (each.drops.some(isOf)) last = "gone";
  }
  return last;
}

/** Helpers for tests of the request log: the API with a hub, a gateway's link, log rows. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { startTestApi, type TestApi } from "../../../testing/api.ts";

export interface TestHubApi extends TestApi {
  /** The socket that gateways connect to. */
  linkPath: string;
  /** Connects another gateway. */
  gateway(worker?: number): Promise<GatewayLink>;
  /** Moves the product's clock and runs the jobs that are due. */
  advance(seconds: number): Promise<void>;
}

/** Starts the API with its hub; `more` are environment variables. */
export async function startHubApi(more: Record<string, string> = {}): Promise<TestHubApi> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hub-api-"));
  const linkPath = path.join(folder, "hub.sock");
  const api = await startTestApi({ linkPath }, more);
  const links: GatewayLink[] = [];
  return {
    ...api,
    linkPath,
    gateway: async (worker = 1) => {
      const link = connectIpc(linkPath, { worker, epoch: "e1" });
      links.push(link);
      await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
      return link;
    },
    advance: async (advanceSeconds) => {
      const body = new URLSearchParams({ advanceSeconds: String(advanceSeconds) });
      await fetch(`${api.url}/lab/clock`, { method: "POST", body });
    },
    stop: async () => {
      for (const link of links) await link.stop();
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Registers a customer with one sub-account that has no traffic allotted yet. */
export async function withSubAccount(api: TestApi, account: string) {
  const owner = await api.register();
  const { session } = owner;
  const fields = { session, account, password: "secret123", trafficGb: 0 };
  const { code, data } = await api.send("addSubUser", fields);
  if (code !== 0) throw new Error(JSON.stringify(data));
  return { ...owner, account, sub: data.id };
}

let made = 0;
/** Returns a log row with default values for everything that is not given. */
export function requestRow(
  given: Pick<RequestRow, "accountId" | "subAccountId"> & Partial<RequestRow>,
): RequestRow {
  made += 1;
  return {
    id: `${made.toString(16).padStart(24, "0")}`,
    at: Date.now(),
    client: "203.0.113.7",
    target: "example.com:443",
    protocol: "connect",
    exitIp: "127.1.0.1",
    country: "DE",
    upBytes: 100,
    downBytes: 200,
    ms: 30,
    outcome: "ok",
    reason: "",
    detail: "",
    ...given,
  };
}

/** Reports connections as the gateway `g1`. */
export const reportConnections = (link: GatewayLink, rows: RequestRow[]) =>
  link.ask("connections", {
    gateway: "g1",
    epoch: "e1",
    rows: rows.map(connectionLine),
    dropped: 0,
  });

/** Checks whether tunnels are cut at the ports of a `LeasedPortStage`. */
import { expect } from "vitest";
import { type Client, connectTo, eventually, statusOf } from "./test-gateway.ts";
import type { LeasedPortStage } from "./leased-ports.ts";

/** What cuts the tunnel, the status of the next attempt (null: nobody listens), and the reason. */
export type CutCases = Record<string, [by: () => unknown, next: number | null, why: string]>;

export interface TunnelRequest {
  user?: string;
  password?: string;
  from?: string;
}

/** Opens a tunnel. */
export async function open(
  { endpoint: door, origin }: LeasedPortStage,
  login: TunnelRequest,
): Promise<Client> {
  const { client, head } = await connectTo(door, { ...login, authority: origin.authority });
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  return client;
}

/** The status of one more attempt; null if the port is closed. */
export const status = async ({ endpoint, origin }: LeasedPortStage, login: TunnelRequest) =>
  (await statusOf(endpoint, { ...login, authority: origin.authority })) || null;

/** Waits until the tunnel is cut. */
export async function waitUntilCut(client: Client): Promise<void> {
  await eventually("it is cut", () => client.ended || client.closed, 2_000);
}

/** Checks that the tunnel still carries a request and its response. */
export async function expectOpen(client: Client): Promise<void> {
  expect(client.ended || client.closed).toBe(false);
  client.socket.write("GET /bytes/70000 HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await client.head()).toMatch(/ 200 OK/);
  await client.exactly(70_000);
}

/** The reasons for which tunnels were cut, from the request log. */
export function cutReasons({ hub }: LeasedPortStage): string[] {
  return hub.requests.filter(({ outcome }) => outcome === "cut").map(({ reason }) => reason);
}

/** Checks that the request log has exactly these reasons for cut tunnels. */
export async function expectCutReasons(
  stage: LeasedPortStage,
  ...reasons: string[]
): Promise<void> {
  await eventually("the lines", () => cutReasons(stage).length === reasons.length);
  expect(cutReasons(stage)).toEqual(reasons);
}

/** A whitelist entry for an address. */
export const entryOf = (ip: string, subAccountId: string, expiresAt: number | null = null) =>
  ({ kind: "whitelist", id: `entry-${ip}`, ip, subAccountId, expiresAt }) as const;

/** Tunnels that are to be cut, or are not, at ports that `GateStage` opened. */
import { expect } from "vitest";
import { type Client, connectTo, eventually } from "./test-gateway.ts";
import type { LeasedPortStage } from "./leased-ports.ts";

/** By what, the status of the next try (null where nobody listens), and the reason. */
export type Cuts = Record<string, [by: () => unknown, next: number | null, why: string]>;

export interface TunnelRequest {
  user?: string;
  password?: string;
  from?: string;
}

/** An open tunnel. */
export async function open(
  { door, origin }: LeasedPortStage,
  login: TunnelRequest,
): Promise<Client> {
  const { client, head } = await connectTo(door, { ...login, authority: origin.authority });
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  return client;
}

/** The status of one more try; null where nobody listens any more. */
export async function status(
  { door, origin }: LeasedPortStage,
  login: TunnelRequest,
): Promise<number | null> {
  const { client, head } = await connectTo(door, { ...login, authority: origin.authority });
  client.socket.destroy();
  return head === "" ? null : Number(head.split(" ")[1]);
}

/** It is cut, in time. */
export async function cut(client: Client): Promise<void> {
  await eventually("it is cut", () => client.ended || client.closed, 2_000);
}

/** It still carries a request and its answer. */
export async function carries(client: Client): Promise<void> {
  expect(client.ended || client.closed).toBe(false);
  client.socket.write("GET /bytes/70000 HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await client.head()).toMatch(/ 200 OK/);
  await client.exactly(70_000);
}

/** Why tunnels were cut, by the request log. */
export function cutReasons({ hub }: LeasedPortStage): string[] {
  return hub.requests.filter(({ outcome }) => outcome === "cut").map(({ reason }) => reason);
}

/** The request log tells of so many cut tunnels, each for that reason. */
export async function logsReason(stage: LeasedPortStage, ...reasons: string[]): Promise<void> {
  await eventually("the lines", () => cutReasons(stage).length === reasons.length);
  expect(cutReasons(stage)).toEqual(reasons);
}

/** A whitelist entry for an address. */
export const entryOf = (ip: string, subAccountId: string, expiresAt: number | null = null) =>
  ({ kind: "whitelist", id: `entry-${ip}`, ip, subAccountId, expiresAt }) as const;

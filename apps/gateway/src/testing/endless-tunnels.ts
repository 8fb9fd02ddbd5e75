/** Tunnels over which an origin sends endlessly, for tests of what ends them. */
import { expect } from "vitest";
import { type Origin, pattern, rawOrigin } from "./origin.ts";
import { type Client, connectTo, type Endpoint, eventually, statusOf } from "./test-gateway.ts";
import type { TestHub } from "./test-hub.ts";

/** Sends endlessly, no faster than needed: both engines share the machine with other tests. */
export const endlessOrigin = (): Promise<Origin> =>
  rawOrigin((socket) => {
    const piece = pattern(65_536);
    const send = () => {
      if (socket.writable && socket.write(piece)) setTimeout(send, 2);
    };
    socket.on("drain", () => setTimeout(send, 2));
    send();
  });

interface Login {
  user?: string;
  password?: string;
  from?: string;
}

/** Opens a tunnel and waits until bytes flow. */
export async function openEndless(door: Endpoint, { authority }: Origin, login: Login) {
  const { client, head } = await connectTo(door, { ...login, authority });
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  await eventually("bytes flow", () => client.bytes > 100_000);
  return client;
}

/** The status of another attempt; null if the port is closed. */
export const statusAt = async (door: Endpoint, { authority }: Origin, login: Login) =>
  (await statusOf(door, { ...login, authority })) || null;

export const isCut = (client: Client) => client.ended || client.closed;

/** Waits until the tunnel has carried more. */
export async function flows(client: Client): Promise<void> {
  const before = client.bytes;
  await eventually("bytes flow on", () => client.bytes > before + 100_000);
}

/** The reason for which a tunnel was cut, from the request log. */
export const cutReason = ({ requests }: TestHub) =>
  requests.find(({ outcome }) => outcome === "cut")?.reason;

/** Gateways with a test hub, and clients that speak the proxy protocols byte by byte. */
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { connectIpc } from "@turnpike/link/ipc.ts";
import { newEpoch } from "@turnpike/link/epoch.ts";
import type { EngineChoice } from "../start/open-engine.ts";
import { type Log, openLog } from "../lib/log.ts";
import { type GatewayOptions, type RunningGateway, startGateway } from "../serve.ts";
import { realWorld } from "../lib/world.ts";
import type { TestHub } from "./test-hub.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** Nothing, unless LOG_LEVEL asks for it (docs/debugging.md). */
const log: Log = openLog(process.env["LOG_LEVEL"] ?? "silent", "test");

/** A gateway worker in this process, on a free port. */
export function gatewayAt(
  hub: TestHub,
  allow: string[],
  changed: Partial<GatewayOptions> = {},
): Promise<RunningGateway> {
  const { gateway = "g1", worker = 1, epoch = newEpoch() } = changed;
  return startGateway({
    host: "127.0.0.1",
    port: 0,
    gateway,
    epoch,
    worker,
    workers: 1,
    journalFolder: join(hub.folder, gateway),
    link: connectIpc(hub.path, { worker: Math.max(1, worker), epoch }),
    world: realWorld(),
    log,
    allow,
    ownNames: [],
    engine: (process.env["GATEWAY_ENGINE"] ?? "auto") as EngineChoice,
    ...changed,
  });
}

/** A client's socket with the bytes received so far. */
export class Client {
  socket: Socket;
  received: Buffer[] = [];
  bytes = 0;
  ended = false;
  closed = false;
  error: Error | null = null;

  constructor(port: number, localAddress?: string, host = "127.0.0.1") {
    // Binds an address only if needed, so as not to measure the kernel's search for a free port.
    const from = localAddress === undefined ? {} : { localAddress };
    this.socket = connect({ port, host, ...from, allowHalfOpen: true });
    this.socket.setNoDelay(true);
    this.socket.on("data", (chunk) => {
      this.received.push(chunk as Buffer);
      this.bytes += chunk.length;
    });
    this.socket.on("end", () => {
      this.ended = true;
    });
    this.socket.on("error", (error) => {
      this.error = error;
    });
    this.socket.on("close", () => {
      this.closed = true;
    });
  }

  all(): Buffer {
    return Buffer.concat(this.received);
  }

  /** Waits for and takes the bytes up to the empty line (included); resolves with the text. */
  async head(timeoutMs = 5_000): Promise<string> {
    let end = -1;
    await eventually(
      "a head",
      () => {
        end = this.all().indexOf("\r\n\r\n");
        return end >= 0 || this.closed;
      },
      timeoutMs,
    );
    return end < 0 ? "" : this.take(end + 4).toString("latin1");
  }

  /** Waits for this many bytes and takes them. */
  async exactly(bytes: number, timeoutMs = 10_000): Promise<Buffer> {
    await eventually(`${bytes} bytes`, () => this.bytes >= bytes || this.closed, timeoutMs);
    return this.take(bytes);
  }

  take(bytes: number): Buffer {
    const all = this.all();
    const rest = all.subarray(bytes);
    this.received = rest.length > 0 ? [rest] : [];
    this.bytes = rest.length;
    return all.subarray(0, bytes);
  }
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** A gateway's port, or the listener of a static IP. */
export interface Endpoint {
  port: number;
  host?: string;
}

/** Opens a tunnel by CONNECT; returns the client and the response's head. */
export async function connectTo(
  gateway: Endpoint,
  asked: { user?: string; password?: string; authority: string; from?: string; early?: Buffer },
): Promise<{ client: Client; head: string }> {
  const client = new Client(gateway.port, asked.from, gateway.host);
  const login =
    asked.user === undefined
      ? ""
      : `Proxy-Authorization: ${basic(asked.user, asked.password ?? "")}\r\n`;
  const head = `CONNECT ${asked.authority} HTTP/1.1\r\nHost: ${asked.authority}\r\n${login}\r\n`;
  client.socket.write(Buffer.concat([Buffer.from(head), asked.early ?? Buffer.alloc(0)]));
  return { client, head: await client.head() };
}

/** Opens a tunnel by CONNECT and closes it at once; returns the response's head. */
export async function headOf(...asked: Parameters<typeof connectTo>): Promise<string> {
  const { client, head } = await connectTo(...asked);
  client.socket.destroy();
  return head;
}

/** The same; returns the response's status, 0 without a response. */
export const statusOf = async (...asked: Parameters<typeof connectTo>): Promise<number> =>
  Number((await headOf(...asked)).split(" ")[1] ?? 0);

/** Opens a tunnel by SOCKS5; returns the client and the reply code (255 for a failed login). */
export async function socksTo(
  gateway: Endpoint,
  asked: { user: string; password: string; port: number; from?: string },
): Promise<{ client: Client; code: number }> {
  const client = new Client(gateway.port, asked.from, gateway.host);
  const text = (value: string) => [value.length, ...Buffer.from(value)];
  client.socket.write(Buffer.from([5, 1, 2]));
  await client.exactly(2);
  client.socket.write(Buffer.from([1, ...text(asked.user), ...text(asked.password)]));
  const login = await client.exactly(2);
  if (login[1] !== 0) return { client, code: 255 };
  const port = [asked.port >> 8, asked.port & 255];
  client.socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, ...port]));
  const reply = await client.exactly(10);
  return { client, code: reply[1] ?? 255 };
}

/** Waits until it holds; throws with `what` if it does not in time. */
export const eventually = waitFor;

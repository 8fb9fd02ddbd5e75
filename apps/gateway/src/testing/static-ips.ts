/** Listeners of static IPs for tests: ports of their own, and clients without a password. */
import { randomInt } from "node:crypto";
import type { ExitFact, StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  type Endpoint,
  socksTo,
} from "./test-gateway.ts";
import { labExit } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { httpOrigin, type Origin } from "./origin.ts";

/** A port for listeners: below the kernel's ephemeral range, and not the product's own. */
export function freeStaticPort(): number {
  return randomInt(20_000, 24_000);
}

/** The listener of an exit, once it is open. */
export async function staticListenerOf(
  hub: TestHub,
  exit: ExitFact,
  port: number,
): Promise<Endpoint> {
  const isOpen = () => hub.doors.get(exit.id)?.ports.includes(port) ?? false;
  await eventually(`the door of ${exit.ip}`, isOpen);
  return { host: exit.ip, port };
}

/** SOCKS5 without user and password; returns the reply code, or 255 if the method is refused. */
export async function socksBare(
  door: Endpoint,
  asked: { port: number; from?: string },
): Promise<{ client: Client; code: number }> {
  const client = new Client(door.port, asked.from, door.host);
  client.socket.write(Buffer.from([5, 1, 0]));
  const method = await client.exactly(2);
  if (method[1] !== 0) return { client, code: 255 };
  const port = [asked.port >> 8, asked.port & 255];
  client.socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, ...port]));
  const reply = await client.exactly(10);
  return { client, code: reply[1] ?? 255 };
}

/** Waits until an announced change has arrived. */
export function afterChange(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 60));
}

/** What a static IP's customer sends. */
export interface Login {
  user?: string;
  password?: string;
  from?: string;
  /** More header fields, each including its line end. */
  more?: string;
}
export const carol = { user: "carol1", password: "secret3" };
export const listed = "127.0.0.61";
export const perSubAccount = 3;

/**
 * A gateway with a plan's exits and alice1's plan, and a static IP in Paris that carol1 has bought;
 * `listed` needs no password there.
 */
export class StaticIpStage {
  readonly hub: TestHub;
  readonly origin: Origin;
  readonly gateway: RunningGateway;
  readonly exit: ExitFact;
  readonly sold: StaticIpFact;
  readonly port: number;
  /** Where the next client connects; initially the sold IP's listener. */
  endpoint: Endpoint;

  private constructor(made: Omit<StaticIpStage, "stop" | "ask" | "ipOf" | "refusals" | "change">) {
    this.hub = made.hub;
    this.origin = made.origin;
    this.gateway = made.gateway;
    this.exit = made.exit;
    this.sold = made.sold;
    this.port = made.port;
    this.endpoint = made.endpoint;
  }

  static async open(options: Partial<GatewayOptions>): Promise<StaticIpStage> {
    const hub = await new TestHub().listen();
    const origin = await httpOrigin();
    hub.addSubAccount("alice1", "secret1", 1e9);
    for (let count = 0; count < 3; count += 1) hub.upsert(labExit());
    const exit = labExit({ product: "static", country: "FR", city: "paris" });
    hub.upsert(exit);
    const sold = hub.addStaticIp(exit, carol.user, carol.password, { whitelist: [listed] });
    const port = freeStaticPort();
    const limits = { perSubAccount, all: 50 };
    const at = { staticPorts: [port], limits, ...options };
    const gateway = await gatewayAt(hub, [origin.authority], at);
    const door = await staticListenerOf(hub, exit, port);
    return new StaticIpStage({ hub, origin, gateway, exit, sold, port, endpoint: door });
  }

  async stop(): Promise<void> {
    await this.gateway.stop(100);
    await this.origin.stop();
    await this.hub.stop();
  }

  /** Asks for the client's address in an absolute-form request. */
  async ask(login: Login = {}): Promise<{ status: number; ip: string | undefined; text: string }> {
    const client = new Client(this.endpoint.port, login.from, this.endpoint.host);
    const { user, password = "", more = "" } = login;
    const credentials = user ? `Proxy-Authorization: ${basic(user, password)}\r\n` : "";
    const { authority } = this.origin;
    const fields = `Host: ${authority}\r\n${credentials}${more}Connection: close`;
    client.socket.write(`GET http://${authority}/ip HTTP/1.1\r\n${fields}\r\n\r\n`);
    await eventually("the answer", () => client.ended || client.closed);
    client.socket.destroy();
    const text = client.all().toString();
    return { status: Number(text.split(" ")[1]), ip: /"ip":"([^"]+)"/.exec(text)?.[1], text };
  }

  /** Returns the source address that the target sees of an open tunnel, and ends the tunnel. */
  async ipOf(client: Client): Promise<string | undefined> {
    const { authority } = this.origin;
    client.socket.write(`GET /ip HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`);
    await eventually("the answer", () => client.ended);
    client.socket.destroy();
    return /"ip":"([^"]+)"/.exec(client.all().toString())?.[1];
  }

  /** HTTP status, SOCKS5 reply (255: refused before the request) and reason of one attempt each. */
  async refusals(login: { user: string; password: string }, targetPort = this.origin.port) {
    const authority = `127.0.0.1:${targetPort}`;
    const { client, head } = await connectTo(this.endpoint, { ...login, authority });
    const socks = await socksTo(this.endpoint, { ...login, port: targetPort });
    client.socket.destroy();
    socks.client.socket.destroy();
    const reason = /\((\w+)\)/.exec(client.all().toString())?.[1];
    return [Number(head.split(" ")[1]), socks.code, reason];
  }

  /** Changes the sold IP, like a change announced by the hub. */
  async change(changed: Partial<StaticIpFact>): Promise<void> {
    this.hub.upsert({ ...this.sold, ...changed });
    await afterChange();
  }
}

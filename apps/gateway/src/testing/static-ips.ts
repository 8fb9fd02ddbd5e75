/** Listeners of static IPs for tests: ports of their own, and clients without a password. */
import type { ExitFact, StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { GatewayOptions } from "../serve.ts";
import { Client, eventually, gatewayAt, type Endpoint } from "./test-gateway.ts";
import { labExit } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";
import { ProxyStage, type StageParts } from "./proxy-stage.ts";
import { httpOrigin } from "./origin.ts";

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

export const carol = { user: "carol1", password: "secret3" };
export const listed = "127.0.0.61";
export const perSubAccount = 3;

/**
 * A gateway with a plan's exits and alice1's plan, and a static IP in Paris that carol1 has bought;
 * `listed` needs no password there.
 */
export class StaticIpStage extends ProxyStage {
  readonly exit: ExitFact;
  readonly sold: StaticIpFact;
  readonly port: number;

  private constructor(made: StageParts & Pick<StaticIpStage, "exit" | "sold" | "port">) {
    super(made, { host: made.exit.ip, port: made.port });
    this.exit = made.exit;
    this.sold = made.sold;
    this.port = made.port;
  }

  static async open(options: Partial<GatewayOptions>): Promise<StaticIpStage> {
    const hub = await new TestHub().listen();
    const origin = await httpOrigin();
    hub.addSubAccount("alice1", "secret1", 1e9);
    for (let count = 0; count < 3; count += 1) hub.upsert(labExit());
    const exit = labExit({ product: "static", country: "FR", city: "paris" });
    hub.upsert(exit);
    const sold = hub.addStaticIp(exit, carol.user, carol.password, { whitelist: [listed] });
    const port = await freePort();
    const limits = { perSubAccount, all: 50 };
    const at = { staticPorts: [port], limits, ...options };
    const gateway = await gatewayAt(hub, [origin.authority], at);
    await staticListenerOf(hub, exit, port);
    return new StaticIpStage({ hub, origin, gateway, exit, sold, port });
  }

  /** Changes the sold IP, like a change announced by the hub. */
  async change(changed: Partial<StaticIpFact>): Promise<void> {
    this.hub.upsert({ ...this.sold, ...changed });
    await afterChange();
  }
}

/** Shared by tests of listening ports: free numbers, gateways that open them, the hub's reports. */
import { connect } from "node:net";
import type { PortFact, UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { gatewayAt } from "./test-gateway.ts";
import { TestHub } from "./test-hub.ts";
import { unlimitedPort } from "./unlimited-ports.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

const head = "CONNECT a.example:80 HTTP/1.1\r\nHost: a.example:80\r\n\r\n";
/** How an open port responds to a client without credentials. */
export const asksForLogin = /^HTTP\/1.1 407 /;

/** Creates ports with free numbers. */
export async function portsOf(
  count: number,
  changed: Partial<UnlimitedPortFact> = {},
): Promise<UnlimitedPortFact[]> {
  const numbers = await freePorts(count);
  return numbers.map((port) => unlimitedPort({ port, ...changed }));
}

export async function onePort(changed: Partial<UnlimitedPortFact> = {}) {
  const [fact] = await portsOf(1, changed);
  if (!fact) throw new Error("no port is free");
  return fact;
}

/** What a port responds; null if nobody listens. */
export function firstAnswer(port: number, host = "127.0.0.1"): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host, port }, () => socket.write(head));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => resolve(null));
    socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
  });
}

/** Whether nothing listens at the port. */
export function isClosed(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A hub, and gateways that are stopped with it. */
export class ListeningPortsBench {
  readonly hub: TestHub;
  /** The gateways' logged warnings and errors. */
  readonly warned: string[] = [];
  /** Called in reverse order when the bench is taken down. */
  readonly undo: (() => unknown)[] = [];

  private constructor(hub: TestHub) {
    this.hub = hub;
  }

  static async open(): Promise<ListeningPortsBench> {
    return new ListeningPortsBench(await new TestHub().listen());
  }

  async stop(): Promise<void> {
    for (const step of this.undo.splice(0).toReversed()) await step();
    await this.hub.stop();
  }

  async gateway(changed: Partial<GatewayOptions> = {}, allow: string[] = []) {
    const note = (_fields: object, message: string) => void this.warned.push(message);
    const running: RunningGateway = await gatewayAt(this.hub, allow, {
      portRetryMs: 150,
      log: { debug: () => {}, info: () => {}, warn: note, error: note },
      ...changed,
    });
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= running.stop(0));
    this.undo.push(stop);
    return { ...running, stop };
  }

  /** The state of a port that the hub knows. */
  known({ id }: PortFact): PortState | undefined {
    return this.hub.ports.get(id);
  }
}

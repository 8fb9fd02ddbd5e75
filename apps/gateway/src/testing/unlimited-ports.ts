/** Ports of unlimited plans for tests: exits in Europe, and one port that dora01 has bought. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { PortFact, UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { GatewayOptions, RunningGateway } from "../serve.ts";
import { realWorld } from "../lib/world.ts";
import {
  basic,
  Client,
  connectTo,
  eventually,
  gatewayAt,
  type Endpoint,
  socksTo,
} from "./test-gateway.ts";
import { labExit, verifierOf } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { httpOrigin, type Origin } from "./origin.ts";
import { afterChange, type Login } from "./static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

export const dora = { user: "dora01", password: "secret6" };
export const listed = "127.0.0.81";
export const perPort = 6;
const minuteMs = 60_000;

let lastPort = 0;
/** A fast port of a worldwide plan, valid for an hour; its exit changes every ten minutes. */
export function unlimitedPort(changed: Partial<UnlimitedPortFact> = {}): UnlimitedPortFact {
  lastPort += 1;
  return {
    kind: "unlimitedPort",
    id: `port-${lastPort}`,
    accountId: "account-dora",
    planId: "plan-1",
    product: "port",
    port: 0,
    name: dora.user,
    verifier: verifierOf(dora.user, dora.password),
    whitelist: [],
    enabled: true,
    expiresAt: Date.now() + 3_600_000,
    mbps: 10_000,
    region: "global",
    country: null,
    rotation: { minutes: 10, from: Date.now() - minuteMs, turn: 0 },
    ...changed,
  };
}

export const unlimitedExit = (changed: Partial<ExitFact> = {}) =>
  labExit({ product: "unlimited", ...changed });

/** Waits until the hub knows that the port is open at its number. */
export async function whenOpen(hub: TestHub, fact: PortFact): Promise<Endpoint> {
  await eventually(`port ${fact.port} is open`, () => {
    const state = hub.ports.get(fact.id);
    return state?.open === true && state.port === fact.port;
  });
  return { port: fact.port };
}

/** A gateway with a traffic plan (alice1), three exits in Europe, and dora01's port. */
export class UnlimitedPortStage {
  readonly hub: TestHub;
  readonly origin: Origin & { up(): number; down(): number };
  readonly gateway: RunningGateway;
  readonly exits: ExitFact[];
  /** The port as last announced by the hub. */
  fact: UnlimitedPortFact;
  /** Where the next client connects; initially the port. */
  endpoint: Endpoint;
  /** By how many milliseconds the gateway's clock is ahead. */
  readonly clock: { ahead: number };

  private constructor(
    made: Pick<UnlimitedPortStage, "hub" | "origin" | "gateway" | "exits" | "clock">,
    fact: UnlimitedPortFact,
  ) {
    this.hub = made.hub;
    this.origin = made.origin;
    this.gateway = made.gateway;
    this.exits = made.exits;
    this.clock = made.clock;
    this.fact = fact;
    this.endpoint = { port: fact.port };
  }

  static async open(
    options: Partial<GatewayOptions>,
    changed: Partial<UnlimitedPortFact> = {},
  ): Promise<UnlimitedPortStage> {
    const hub = await new TestHub().listen();
    const origin = await httpOrigin();
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.upsert(labExit());
    const exits = ["DE", "DE", "FR"].map((country) => unlimitedExit({ country }));
    for (const exit of exits) hub.upsert(exit);
    const [port = 0] = await freePorts(1);
    const fact = unlimitedPort({ port, region: "europe", whitelist: [listed], ...changed });
    hub.upsert(fact);
    const clock = { ahead: 0 };
    const real = realWorld();
    const world = { ...real, now: () => real.now() + clock.ahead };
    const limits = { perSubAccount: perPort, all: 60 };
    const gateway = await gatewayAt(hub, [origin.authority], { world, limits, ...options });
    await whenOpen(hub, fact);
    return new UnlimitedPortStage({ hub, origin, gateway, exits, clock }, fact);
  }

  async stop(): Promise<void> {
    await this.gateway.stop(100);
    await this.origin.stop();
    await this.hub.stop();
  }

  /** Changes the port, like a change announced by the hub. */
  async change(changed: Partial<UnlimitedPortFact>): Promise<void> {
    this.fact = { ...this.fact, ...changed };
    this.hub.upsert(this.fact);
    await afterChange();
  }

  /** Asks for the client's address in an absolute-form request. */
  async ask(
    login: Login = dora,
  ): Promise<{ status: number; ip: string | undefined; text: string }> {
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

  /** The source address that the target sees of dora01's next tunnel. */
  async ip(): Promise<string | undefined> {
    return (await this.ask()).ip;
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
  async refusals(
    login: { user: string; password: string; from?: string },
    targetPort = this.origin.port,
  ) {
    const authority = `127.0.0.1:${targetPort}`;
    const { client, head } = await connectTo(this.endpoint, { ...login, authority });
    const socks = await socksTo(this.endpoint, { ...login, port: targetPort });
    client.socket.destroy();
    socks.client.socket.destroy();
    const reason = /\((\w+)\)/.exec(client.all().toString())?.[1];
    return [Number(head.split(" ")[1]), socks.code, reason];
  }
}

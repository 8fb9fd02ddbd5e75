/** Opened IPs and whitelisted ports for tests, and an account that owns them. */
import type { ExitFact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { OpenedIpFact, PortFact, WhitePortFact } from "@turnpike/contract/port-facts.ts";
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
import { labExit, noLimits, verifierOf } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { httpOrigin, type Origin } from "./origin.ts";
import { whenOpen } from "./unlimited-ports.ts";
import { afterChange, type Login } from "./static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

export const erin = { user: "erin01", password: "secret7" };
/** Addresses of erin's sub-accounts one and two, and of another account's. */
export const first = "127.0.0.91";
export const second = "127.0.0.92";
export const foreign = "127.0.0.93";
export const perPort = 6;
const hourMs = 3_600_000;

let made = 0;
/** An opened IP of erin's, valid for an hour. */
export function openedIp(exit: ExitFact, changed: Partial<OpenedIpFact> = {}): OpenedIpFact {
  made += 1;
  return {
    kind: "openedIp",
    id: `opened-${made}`,
    accountId: "account-erin",
    product: "ip",
    port: 0,
    exitId: exit.id,
    login: { name: erin.user, verifier: verifierOf(erin.user, erin.password) },
    enabled: true,
    expiresAt: Date.now() + hourMs,
    ...changed,
  };
}

/** A whitelisted port of erin's, for any place, valid for an hour. */
export function whitelistedPort(changed: Partial<WhitePortFact> = {}): WhitePortFact {
  made += 1;
  return {
    kind: "whitePort",
    id: `white-${made}`,
    accountId: "account-erin",
    port: 0,
    filter: {},
    minutes: 60,
    expiresAt: Date.now() + hourMs,
    ...changed,
  };
}

/** A sub-account with a whitelisted address. */
function subAccount(hub: TestHub, name: string, accountId: string, ip: string): SubAccountFact {
  const id = `sub-${name}`;
  const verifier = verifierOf(name, "secret8");
  hub.left.set(id, 1e9);
  const kind = "subAccount";
  const fact = { kind, id, accountId, name, verifier, enabled: true, limits: noLimits } as const;
  hub.upsert(fact);
  hub.upsert({ kind: "whitelist", id: `entry-${ip}`, ip, subAccountId: id, expiresAt: null });
  return fact;
}

/** A gateway with a pool of exits (two German ones, a French one) and erin's account. */
export class LeasedPortStage {
  readonly hub: TestHub;
  readonly origin: Origin & { up(): number; down(): number };
  readonly gateway: RunningGateway;
  readonly exits: [ExitFact, ExitFact, ExitFact];
  readonly subAccounts: { one: SubAccountFact; two: SubAccountFact; foreign: SubAccountFact };
  /** By how many milliseconds the gateway's clock is ahead. */
  readonly clock: { ahead: number };
  /** Where the next client connects; initially the port added last. */
  endpoint: Endpoint = { port: 0 };

  private constructor(
    given: Pick<LeasedPortStage, "hub" | "origin" | "gateway" | "exits" | "subAccounts" | "clock">,
  ) {
    this.hub = given.hub;
    this.origin = given.origin;
    this.gateway = given.gateway;
    this.exits = given.exits;
    this.subAccounts = given.subAccounts;
    this.clock = given.clock;
  }

  static async open(
    options: Partial<GatewayOptions>,
    allow: string[] = [],
  ): Promise<LeasedPortStage> {
    const hub = await new TestHub().listen();
    const origin = await httpOrigin();
    const exits: LeasedPortStage["exits"] = [labExit(), labExit(), labExit({ country: "FR" })];
    for (const exit of exits) hub.upsert(exit);
    const subAccounts = {
      one: subAccount(hub, "erinone", "account-erin", first),
      two: subAccount(hub, "erintwo", "account-erin", second),
      foreign: subAccount(hub, "zoe001", "account-zoe", foreign),
    };
    const clock = { ahead: 0 };
    const real = realWorld();
    const world = { ...real, now: () => real.now() + clock.ahead };
    const limits = { perSubAccount: perPort, all: 60 };
    const gateway = await gatewayAt(hub, [origin.authority, ...allow], {
      world,
      limits,
      ...options,
    });
    return new LeasedPortStage({ hub, origin, gateway, exits, subAccounts, clock });
  }

  async stop(): Promise<void> {
    await this.gateway.stop(100);
    await this.origin.stop();
    await this.hub.stop();
  }

  /** Adds a port with a free number and waits until it is open; clients now connect there. */
  async add<F extends PortFact>(wanted: F): Promise<F> {
    const [port = 0] = await freePorts(1);
    const fact = { ...wanted, port };
    this.hub.upsert(fact);
    this.endpoint = await whenOpen(this.hub, fact);
    return fact;
  }

  /** Changes a fact, like a change announced by the hub. */
  async change<F extends PortFact | SubAccountFact>(fact: F, changed: Partial<F>): Promise<F> {
    const now = { ...fact, ...changed };
    this.hub.upsert(now);
    await afterChange();
    return now;
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
  async refusals(login: { user: string; password: string; from?: string }) {
    const { authority, port } = this.origin;
    const { client, head } = await connectTo(this.endpoint, { ...login, authority });
    const socks = await socksTo(this.endpoint, { ...login, port });
    client.socket.destroy();
    socks.client.socket.destroy();
    const reason = /\((\w+)\)/.exec(client.all().toString())?.[1];
    return [Number(head.split(" ")[1]), socks.code, reason];
  }
}

/** Opened IPs and whitelisted ports for tests, and an account that owns them. */
import type { ExitFact, SubAccountFact } from "@turnpike/contract/data-plane.ts";
import type { OpenedIpFact, PortFact, WhitePortFact } from "@turnpike/contract/port-facts.ts";
import type { GatewayOptions } from "../serve.ts";
import { realWorld } from "../lib/world.ts";
import { gatewayAt } from "./test-gateway.ts";
import { labExit, noLimits, verifierOf } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { ProxyStage, type StageParts } from "./proxy-stage.ts";
import { httpOrigin } from "./origin.ts";
import { whenOpen } from "./unlimited-ports.ts";
import { afterChange } from "./static-ips.ts";
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
export class LeasedPortStage extends ProxyStage {
  readonly exits: [ExitFact, ExitFact, ExitFact];
  readonly subAccounts: { one: SubAccountFact; two: SubAccountFact; foreign: SubAccountFact };
  /** By how many milliseconds the gateway's clock is ahead. */
  readonly clock: { ahead: number };

  private constructor(
    given: StageParts & Pick<LeasedPortStage, "exits" | "subAccounts" | "clock">,
  ) {
    super(given, { port: 0 });
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
}

/** Ports of unlimited plans for tests: exits in Europe, and one port that dora01 has bought. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { PortFact, UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import type { GatewayOptions } from "../serve.ts";
import { realWorld } from "../lib/world.ts";
import { eventually, gatewayAt, type Endpoint } from "./test-gateway.ts";
import { labExit, verifierOf } from "./resources.ts";
import { TestHub } from "./test-hub.ts";
import { type Login, ProxyStage, type StageParts } from "./proxy-stage.ts";
import { httpOrigin } from "./origin.ts";
import { afterChange } from "./static-ips.ts";
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
export class UnlimitedPortStage extends ProxyStage {
  readonly exits: ExitFact[];
  /** The port as last announced by the hub. */
  fact: UnlimitedPortFact;
  /** By how many milliseconds the gateway's clock is ahead. */
  readonly clock: { ahead: number };

  private constructor(made: StageParts & Pick<UnlimitedPortStage, "exits" | "clock" | "fact">) {
    super(made, { port: made.fact.port });
    this.exits = made.exits;
    this.clock = made.clock;
    this.fact = made.fact;
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
    return new UnlimitedPortStage({ hub, origin, gateway, exits, clock, fact });
  }

  /** Changes the port, like a change announced by the hub. */
  async change(changed: Partial<UnlimitedPortFact>): Promise<void> {
    this.fact = { ...this.fact, ...changed };
    this.hub.upsert(this.fact);
    await afterChange();
  }

  override ask(login: Login = dora) {
    return super.ask(login);
  }

  /** The source address that the target sees of dora01's next tunnel. */
  async ip(): Promise<string | undefined> {
    return (await this.ask()).ip;
  }
}

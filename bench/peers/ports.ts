/** Turnpike's gateway with many ports of unlimited plans, for `--tests ports` (README.md). */
import { rmSync } from "node:fs";
import { openLog } from "@turnpike/gateway/lib/log.ts";
import { gatewayAt } from "@turnpike/gateway/testing/test-gateway.ts";
import { engines } from "@turnpike/gateway/testing/engines.ts";
import { verifierOf } from "@turnpike/gateway/testing/resources.ts";
import { TestHub } from "@turnpike/gateway/testing/test-hub.ts";
import { unlimitedExit, unlimitedPort } from "@turnpike/gateway/testing/unlimited-ports.ts";
import { answerParent } from "../process.ts";
import { password, user } from "./peer.ts";

export interface PortsOptions {
  originPort: number;
  /** The first port; the others follow it. */
  firstPort: number;
  ports: number;
  mbps: number;
}

const allOpenMs = 20_000;

/** Resolves once all ports are open; returns those that could not be opened. */
async function start({ originPort, firstPort, ports, mbps }: PortsOptions): Promise<number[]> {
  const engine = engines.at(-1);
  const hub = await new TestHub().listen();
  process.once("exit", () => rmSync(hub.folder, { recursive: true, force: true }));
  for (let count = 0; count < 8; count += 1) hub.upsert(unlimitedExit());
  const login = { name: user, verifier: verifierOf(user, password) };
  const numbers = Array.from({ length: ports }, (_, at) => firstPort + at);
  for (const port of numbers) hub.upsert(unlimitedPort({ port, mbps, ...login }));
  const gateway = await gatewayAt(hub, [`127.0.0.1:${originPort}`], {
    ...engine?.options,
    log: openLog("error", "bench"),
  });
  process.once("SIGTERM", () => void gateway.stop(0).then(() => process.exit(0)));
  await gateway.listenersReported(allOpenMs);
  const states = [...hub.ports.values()];
  const open = new Set(states.filter((state) => state.open).map(({ port }) => port));
  return numbers.filter((port) => !open.has(port));
}

answerParent({ start });

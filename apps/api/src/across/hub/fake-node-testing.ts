/** Gateway machines for tests: they join as an operator's line says, and speak the link themselves. */
import type { Fact, HubMessage } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { newNodeKey } from "@turnpike/link/proof.ts";
import { connectWs } from "@turnpike/link/ws-gateway.ts";
import type { Services } from "../../platform/services.ts";
import { operateJson } from "../operator/testing.ts";

export interface FakeMachine {
  id: string;
  name: string;
  privateKey: string;
}
export type FakeLink = GatewayLink & {
  news: HubMessage[];
  /** Reasons for which connections were lost or refused, with their close codes. */
  lost: string[];
  up: () => boolean;
};

interface NewMachine {
  name: string;
  region?: string;
  relay?: string;
}

/** Adds a node as the operator does, and joins it with a new key. */
export async function addMachine(
  services: Services,
  url: string,
  { name, region = "europe", relay }: NewMachine,
): Promise<FakeMachine> {
  const place = ["--region", region, "--host", `${name}.example`];
  const words = [name, ...place, ...(relay === undefined ? [] : ["--relay", relay])];
  const { said, error } = await operateJson(services, "node", "add", ...words);
  if (said === null) throw new Error(error);
  return joinMachine(url, name, said.join);
}

/** Joins with a line that `node add` or `node rejoin` printed. */
export async function joinMachine(url: string, name: string, line: string): Promise<FakeMachine> {
  const { privateKey, publicKey } = newNodeKey();
  const secret = new URL(line).pathname.replace("/link/", "");
  const answer = await fetch(`${url}/link/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, publicKey }),
  });
  const { id } = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(`${name} could not join: ${answer.status}`);
  return { id, name, privateKey };
}

/** Connects a worker of a machine; does not wait until it is connected. */
export function connectMachine(
  url: string,
  node: FakeMachine,
  { worker = 1, epoch = "e1" }: { worker?: number; epoch?: string } = {},
): FakeLink {
  const lost: string[] = [];
  const warn = (fields: object) => {
    lost.push(`${String(Reflect.get(fields, "code"))} ${String(Reflect.get(fields, "why"))}`);
  };
  const log = { warn, info: () => {} };
  const urls = [`${url.replace("http", "ws")}/link`];
  const link = connectWs({ urls, node, worker, epoch, log });
  let isUp = false;
  link.onConnection((up) => {
    isUp = up;
  });
  const news: HubMessage[] = [];
  link.onMessage((each) => news.push(each));
  return Object.assign(link, { news, lost, up: () => isUp });
}

/** Adds a machine whose worker 1 is connected; it can bind every port. */
export async function connectedMachine(
  { services, url }: { services: Services; url: string },
  machine: NewMachine,
): Promise<FakeLink & FakeMachine> {
  const added = await addMachine(services, url, machine);
  const link = connectMachine(url, added);
  link.onMessage((each) => {
    if (each.kind === "bind") void link.ask("bound", { id: each.id, unbindable: [] });
  });
  await new Promise<void>((resolve) => link.onConnection((up) => up && resolve()));
  return Object.assign(link, added);
}

/** All resources that a machine receives; pages are cached until the next change is sent. */
export async function snapshotOf(services: Services, link: GatewayLink): Promise<Fact[]> {
  await services.hub.changesDelivered();
  const facts: Fact[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: { facts: Fact[]; cursor: string | null } = await link.ask("snapshot", { cursor });
    facts.push(...page.facts);
    cursor = page.cursor;
    if (cursor === null) return facts;
  }
}

/** What this machine knows of itself and of the gateways: nodes, disk, certificates. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { AlertItem } from "../staff-alert/message.ts";
import { nodeLines } from "../operator/read/nodes.ts";
import type { Services } from "../../platform/services.ts";

const CERTIFICATE_MS = 21 * dayMs;

/** Items that name a machine begin with this; each machine judges its own. */
const here = `on ${hostname().slice(0, 100)} `;

/** Matches items of other machines, as a regular expression of PostgreSQL. */
export const elsewhere = `^on (?!${here.slice(3).replace(/[.+*?()[\]{}|\\^$]/g, "\\$&")})`;

export async function machineItems(services: Services): Promise<AlertItem[]> {
  return [...(await nodesDown(services)), ...disk(services), ...certificates(services)];
}

async function nodesDown({ db, env }: Services): Promise<AlertItem[]> {
  const nodes = await nodeLines(db);
  const down = nodes.filter(({ name, state }) => name !== "local" && state === "down");
  const items: AlertItem[] = down.map(({ name }) => ({
    topic: "nodes",
    item: `down ${name}`,
    title: `Node ${name} is down`,
  }));
  const workers = nodes.reduce((sum, node) => sum + node.workers, 0);
  // A lab without gateways is usual: nobody has bought anything there.
  if (workers === 0 && !env.lab)
    items.push({ topic: "nodes", item: "none", title: "No gateway worker is connected" });
  return items;
}

function disk({ disk: state }: Services): AlertItem[] {
  const now = state?.() ?? "ok";
  const title = `The disk of ${hostname()} is ${now}`;
  return now === "ok" ? [] : [{ topic: "nodes", item: `${here}disk ${now}`, title }];
}

function certificates({ env, world }: Services): AlertItem[] {
  return (["TLS_CERT", "GATEWAY_TLS_CERT"] as const).flatMap((name): AlertItem[] => {
    const file = env[name];
    const ends = file === undefined ? null : endOf(file);
    if (ends === null || (ends !== "unread" && Date.parse(ends) - world.now() > CERTIFICATE_MS))
      return [];
    const title = ends === "unread" ? `${name} cannot be read` : `${name} expires on ${ends}`;
    return [{ topic: "certificates", item: `${here}${name} ${ends}`, title }];
  });
}

function endOf(file: string): string {
  try {
    return new X509Certificate(readFileSync(file)).validTo;
  } catch {
    return "unread";
  }
}

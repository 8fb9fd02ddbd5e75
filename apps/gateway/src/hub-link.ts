/** How this machine reaches the hub: a unix socket beside the API, or as a node by WebSocket. */
import { join } from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { readApiUrls } from "@turnpike/link/addresses.ts";
import { connectIpc } from "@turnpike/link/ipc.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { hasNodeFile, nodeFilePath, readNodeFile } from "@turnpike/link/node-file.ts";
import { readFingerprint } from "@turnpike/link/pinned.ts";
import { connectWs } from "@turnpike/link/ws-gateway.ts";
import { localNode } from "@turnpike/rules/node.ts";
import type { Log } from "./lib/log.ts";

export interface HubLink {
  /** The name of the node that this machine is. */
  node: string;
  /** Where the API is: no target of tunnels. */
  hosts: string[];
  connect: (run: { worker: number; epoch: string; log: Log }) => GatewayLink;
}

/** @throws Error where `node.json` or a variable is wrong */
export function hubLinkOf(env: Environment): HubLink {
  if (!hasNodeFile(env.DATA_DIR)) {
    const path = process.env["TURNPIKE_LINK"] ?? join(env.DATA_DIR, "link.sock");
    const connect: HubLink["connect"] = ({ worker, epoch }) => connectIpc(path, { worker, epoch });
    return { node: localNode, hosts: [], connect };
  }
  const node = readNodeFile(nodeFilePath(env.DATA_DIR));
  const given = env.API_URLS === undefined ? [] : readApiUrls(env.API_URLS);
  const urls = given.length > 0 ? given : [node.url];
  const { LINK_FINGERPRINT: pin } = env;
  const fingerprint = pin === undefined ? undefined : readFingerprint(pin);
  return {
    node: node.name,
    hosts: urls.map((url) => new URL(url).hostname),
    connect: (run) => connectWs({ ...run, node, fingerprint, urls }),
  };
}

/** This machine's role (spec/nodes#roles), and how a gateway machine becomes a node. */
import type { Environment } from "@turnpike/contract/environment.ts";
import { readApiUrls } from "@turnpike/link/addresses.ts";
import { hashOfLine, joinAsNode } from "@turnpike/link/join.ts";
import {
  hasNodeFile,
  type NodeFile,
  nodeFilePath,
  readNodeFile,
  writeNodeFile,
} from "@turnpike/link/join.ts";
import { readFingerprint } from "@turnpike/link/pinned.ts";

export type Role = "all" | "api" | "gateway";

/** @throws Error if ROLE does not match the data directory */
export function roleOf(env: Environment): Role {
  const isNode = hasNodeFile(env.DATA_DIR);
  const role = env.ROLE ?? (isNode || env.TURNPIKE_JOIN !== undefined ? "gateway" : "all");
  if (isNode && role !== "gateway")
    throw new Error(
      `${env.DATA_DIR} is a gateway's (it has node.json): ROLE=${role} needs another`,
    );
  if (role === "gateway" && !isNode && env.TURNPIKE_JOIN === undefined)
    throw new Error("ROLE=gateway needs TURNPIKE_JOIN, the line that `operator node add` prints");
  return role;
}

/**
 * Returns this machine's node; joins first if it has an unused join line.
 * @throws Error if the line is refused or no API can be reached
 */
export async function ensureNode(env: Environment): Promise<NodeFile> {
  const { TURNPIKE_JOIN: line, LINK_FINGERPRINT: pin, API_URLS: apiUrls } = env;
  // Report an invalid variable here, not from each worker.
  const urls = apiUrls === undefined ? [] : readApiUrls(apiUrls);
  const fingerprint = pin === undefined ? undefined : readFingerprint(pin);
  const file = nodeFilePath(env.DATA_DIR);
  const existing = hasNodeFile(env.DATA_DIR) ? readNodeFile(file) : null;
  if (existing !== null && (line === undefined || existing.joined === hashOfLine(line)))
    return existing;
  const joined = await joinAsNode({ line: line ?? "", urls, fingerprint });
  writeNodeFile(file, joined);
  return joined;
}

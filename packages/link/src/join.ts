/** Turns a machine into a node: generates a key and sends its public half with the join line. */
import { createHash } from "node:crypto";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type JoinAnswer,
  type JoinQuestion,
  type JoinRefusal,
  joinRefusals,
} from "@turnpike/contract/node.ts";
import { joinUrl, readJoinLine } from "./addresses.ts";
import { PinnedAgent } from "./pinned.ts";
import { newNodeKey } from "./proof.ts";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** `DATA_DIR/node.json`: the identity of this machine (spec/nodes#joining). */
export interface NodeFile {
  id: string;
  name: string;
  /** The hub's URL in the join line. */
  url: string;
  /** Ed25519, PEM. */
  privateKey: string;
  /** SHA-256 of the join line, so that the same line is not used again. */
  joined: string;
}

export const nodeFilePath = (dataDir: string) => path.join(dataDir, "node.json");

/** Whether this data directory belongs to a gateway. */
export function hasNodeFile(dataDir: string): boolean {
  return existsSync(nodeFilePath(dataDir));
}

/** @throws Error if the file is missing or damaged */
export function readNodeFile(file: string): NodeFile {
  const read = JSON.parse(readFileSync(file, "utf8")) as Partial<NodeFile>;
  for (const name of ["id", "name", "url", "privateKey", "joined"] as const) {
    if (typeof read[name] !== "string") throw new Error(`${file} is damaged: no ${name}`);
  }
  return read as NodeFile;
}

/** Writes the file atomically, readable only by its owner. */
export function writeNodeFile(file: string, node: NodeFile): void {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(node, null, 2)}\n`, { mode: 0o600, flag: "w" });
  renameSync(fresh, file);
}

const tries = 10;
const retryDelayMs = 1_000;
const answerTimeoutMs = 10_000;
const maxAnswerLength = 10_000;

/** The API refused the join line. */
export class JoinRefused extends Error {}

export interface JoinOptions {
  /** TURNPIKE_JOIN. */
  line: string;
  /** API_URLS: the first one replaces the line's URL. */
  urls: string[];
  /** SHA-256 of the certificate in hex, if no authority signed it. */
  fingerprint?: string | undefined;
}

/** The hash of a line, as stored in `NodeFile.joined`. */
export const hashOfLine = (line: string) => createHash("sha256").update(line.trim()).digest("hex");

/**
 * Joins the API; retries for some seconds, with the same key, if it cannot be reached.
 * @throws JoinRefused, or Error if the API cannot be reached or the line is malformed
 */
export async function joinAsNode({ line, urls, fingerprint }: JoinOptions): Promise<NodeFile> {
  const { url, secret } = readJoinLine(line);
  const { privateKey, publicKey } = newNodeKey();
  const to = joinUrl(urls[0] ?? url);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { id, name } = await ask(to, { secret, publicKey }, fingerprint);
      return { id, name, url, privateKey, joined: hashOfLine(line) };
    } catch (error) {
      if (error instanceof JoinRefused || attempt >= tries) throw error;
      await sleep(retryDelayMs);
    }
  }
}

async function ask(
  url: string,
  question: JoinQuestion,
  fingerprint: string | undefined,
): Promise<JoinAnswer> {
  const { status, text } = await post(url, JSON.stringify(question), fingerprint);
  const said = parseJson(text) as Partial<JoinAnswer> & { reason?: JoinRefusal };
  if (status === 403 && said.reason !== undefined)
    throw new JoinRefused(joinRefusals[said.reason] ?? said.reason);
  if (status === 429) throw new Error(`${url}: too many join lines of this network were refused`);
  if (status !== 200 || typeof said.id !== "string" || typeof said.name !== "string")
    throw new Error(`${url} answers ${status}: is it the API?`);
  return { id: said.id, name: said.name };
}

function parseJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

function post(
  url: string,
  body: string,
  fingerprint: string | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const secure = url.startsWith("https:");
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      timeout: answerTimeoutMs,
      ...(secure && fingerprint !== undefined ? { agent: new PinnedAgent(fingerprint) } : {}),
    });
    request.on("timeout", () => request.destroy(new Error(`no answer from ${url}`)));
    request.on("error", reject);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text = (text + part).slice(0, maxAnswerLength);
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.end(body);
  });
}

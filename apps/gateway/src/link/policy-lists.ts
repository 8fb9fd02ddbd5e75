/**
 * The lists of target policies on a node's disk: one worker asks the hub for what is missing, part
 * by part, the others wait for the file. A file is named after its checksum and appears whole.
 *
 *     hub ─ policyPart 0, 1, … ─▶ NAME.SHA256.GATEWAY.part ─ checksum ─▶ NAME.SHA256.names ─▶ every worker
 */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { policyPartBytes, type TargetPolicy } from "@turnpike/contract/target-facts.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { maxSetBytes, NameSet } from "@turnpike/rules/name-set.ts";
import type { Log } from "../lib/log.ts";
import { waitFor } from "../lib/wait-for.ts";
import type { TargetPolicies } from "./target-policies.ts";

const askTimeoutMs = 10_000;
/** While something is missing: the first wait, and the longest after failures. */
const retryMs = { first: 1_000, longest: 60_000 };
/** Read and hashed at once, so that connections are served in between. */
const sliceBytes = 1024 * 1024;
/** A worker that starts waits this long for lists that its node does not have yet. */
const startMs = 15_000;

export interface PolicyListsOptions {
  gateway: string;
  link: Pick<GatewayLink, "ask">;
  log: Log;
  folder: string;
  /** Whether this worker asks the hub; others wait for the file. */
  fetches: boolean;
  policies: TargetPolicies;
  /** Called when a list was installed, so that open connections are judged again. */
  changed: () => void;
}

export class PolicyLists {
  #options: PolicyListsOptions;
  #wanted: readonly TargetPolicy[] = [];
  #running = false;
  #again = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  #waitMs = retryMs.first;

  constructor(options: PolicyListsOptions) {
    this.#options = options;
  }

  /** Takes what the operator set, and gets the lists that are missing. */
  take(policies: readonly TargetPolicy[]): void {
    this.#wanted = policies;
    this.#options.policies.want(policies);
    this.#options.changed();
    this.#waitMs = retryMs.first;
    this.#wake();
  }

  /** Waits until each list is here in some version, or for some seconds. */
  async ready(): Promise<void> {
    const { policies } = this.#options;
    await waitFor(() => this.#wanted.every(({ name }) => policies.has(name)), startMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #wake(): void {
    clearTimeout(this.#timer);
    this.#again = true;
    if (!this.#running && !this.#stopped) void this.#work();
  }

  async #work(): Promise<void> {
    const { policies, fetches } = this.#options;
    this.#running = true;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      for (const policy of policies.missing()) await this.#tried(() => this.#provide(policy));
      const isComplete = policies.missing().length === 0;
      if (isComplete && fetches) await this.#tried(() => this.#sweep());
    }
    this.#running = false;
    if (policies.missing().length === 0 || this.#stopped) return;
    this.#timer = setTimeout(() => this.#wake(), this.#waitMs);
    this.#timer.unref();
    if (fetches) this.#waitMs = Math.min(this.#waitMs * 2, retryMs.longest);
  }

  /** One list that cannot be had holds up no other. */
  async #tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.warn({ error: String(error) }, "target policy not loaded");
    }
  }

  async #provide(policy: TargetPolicy): Promise<void> {
    const { policies, fetches } = this.#options;
    const { name, sha256 } = policy;
    if (await this.#install(name, sha256)) return;
    if (!policies.has(name)) await this.#installOlder(name);
    if (!fetches) return;
    const part = this.#path(`${name}.${sha256}.${safe(this.#options.gateway)}.part`);
    if (!(await this.#fetch(policy, part))) return;
    if ((await readSet(part, sha256)) === null) {
      await rm(part, { force: true });
      throw new Error(`${name}: what arrived has another checksum`);
    }
    await rename(part, this.#path(fileOf(policy)));
    await this.#install(name, sha256);
  }

  async #install(name: string, sha256: string): Promise<boolean> {
    const { policies, changed, log } = this.#options;
    const set = await readSet(this.#path(fileOf({ name, sha256 })), sha256);
    // The operator may have changed his mind while it was read.
    if (set === null || !this.#wanted.some((policy) => policy.name === name)) return false;
    policies.install(name, sha256, set);
    log.info({ policy: name, names: set.names }, "target policy in force");
    changed();
    return true;
  }

  /** A worker that starts goes on with what its node had, until the newer version is whole. */
  async #installOlder(name: string): Promise<void> {
    for (const file of await this.#files()) {
      const sha256 = fileForm.exec(file)?.groups?.["sha256"];
      if (sha256 === undefined || file !== fileOf({ name, sha256 })) continue;
      if (await this.#install(name, sha256)) return;
    }
  }

  /** Asks for the parts that are not on disk. False: the hub has no such list any more. */
  async #fetch({ name, sha256, bytes }: TargetPolicy, path: string): Promise<boolean> {
    const { link, folder } = this.#options;
    await mkdir(folder, { recursive: true });
    const kept = await stat(path).catch(() => null);
    let part = Math.floor(Math.min(kept?.size ?? 0, bytes) / policyPartBytes);
    if (kept !== null) await truncate(path, part * policyPartBytes);
    const file = await open(path, "a");
    try {
      for (; part * policyPartBytes < bytes; part += 1) {
        const isWanted = this.#wanted.some((policy) => policy.sha256 === sha256);
        if (this.#stopped || !isWanted) return false;
        const answer = await link.ask("policyPart", { sha256, part }, askTimeoutMs);
        if (answer.part === null) return false;
        const content = Buffer.from(answer.part, "base64");
        const expected = Math.min(policyPartBytes, bytes - part * policyPartBytes);
        if (content.length !== expected) throw new Error(`${name}: part ${part} is damaged`);
        await file.write(content);
        this.#waitMs = retryMs.first;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  }

  /** Deletes files of lists that are gone or were replaced. */
  async #sweep(): Promise<void> {
    const wanted = new Set(this.#wanted.map(fileOf));
    for (const file of await this.#files())
      if (fileForm.test(file) && !wanted.has(file)) await rm(this.#path(file), { force: true });
  }

  /** The folder's files; none before the first list. */
  #files(): Promise<string[]> {
    return readdir(this.#options.folder).catch(() => []);
  }

  #path(file: string): string {
    return join(this.#options.folder, file);
  }
}

const fileForm = /^[a-z0-9-]+\.(?<sha256>[0-9a-f]{64})\.(?:names|[A-Za-z0-9_-]+\.part)$/;
const fileOf = ({ name, sha256 }: Pick<TargetPolicy, "name" | "sha256">) =>
  `${name}.${sha256}.names`;
const safe = (gateway: string) => gateway.replace(/[^A-Za-z0-9_-]/g, "-");

/** Reads a list into memory of its own; null if there is none with this checksum. */
async function readSet(path: string, sha256: string): Promise<NameSet | null> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    if (size > maxSetBytes) return null;
    const bytes = new Uint8Array(size);
    const hash = createHash("sha256");
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(bytes, at, Math.min(sliceBytes, size - at), at);
      if (bytesRead === 0) return null;
      hash.update(bytes.subarray(at, at + bytesRead));
      at += bytesRead;
    }
    return hash.digest("hex") === sha256 ? NameSet.read(bytes) : null;
  } finally {
    await file.close();
  }
}

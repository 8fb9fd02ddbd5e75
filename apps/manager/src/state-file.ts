/** The manager's state: one private file, written atomically. */
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { localProtocols } from "@turnpike/contract/manager.ts";
import { ownFolder } from "./own-folder.ts";
import { z } from "zod";

/** Maximum local ports of one manager. */
export const maxLocalPorts = 1_000;

const bytes = z.int().min(0);
const instant = z.iso.datetime();
const storedPort = z.object({
  port: z.int().min(1).max(65_535),
  ip: z.string().max(64),
  upstream: z.object({
    protocol: z.enum(["http", "socks5"]),
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535),
    username: z.string().max(500),
    password: z.string().max(500),
  }),
  protocol: z.enum(localProtocols),
  startedAt: instant,
  expiresAt: instant.nullable(),
  upBytes: bytes,
  downBytes: bytes,
});
/** A local port as stored in the state file. */
export type StoredPort = z.output<typeof storedPort>;
const envelope = z.object({ version: z.literal(1), ports: z.array(z.unknown()) });

const FILE = "ports.json";

/** The list could not be written; the previous one is unchanged. */
export class StateWriteError extends Error {}

const OTHER_USERS_BITS = 0o077;

/**
 * Returns a folder that only its owner can access: `configured` if it is created here or private,
 * otherwise a private one within it. Existing folders keep their permissions.
 * @throws Error with a sentence if the inner one is not private either; NodeJS.ErrnoException
 */
export function privateFolder(configured: string): string {
  const created = mkdirSync(configured, { recursive: true, mode: 0o700 }) !== undefined;
  // Windows folders inherit the permissions of the user's folder.
  if (created || process.platform === "win32" || !isOpen(statSync(configured).mode))
    return configured;
  const folder = ownFolder(configured);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // In a folder like /tmp another user may have created it first.
    const found = lstatSync(folder);
    if (!found.isDirectory() || isOpen(found.mode) || found.uid !== process.getuid?.())
      throw new Error(`${folder} is not your private folder; name another one as MANAGER_DIR`);
  }
  return folder;
}
const isOpen = (mode: number) => (mode & OTHER_USERS_BITS) !== 0;

/**
 * Reads the saved ports. A file that cannot be read in full is renamed, never deleted, and `notice`
 * says so; its valid ports are still returned.
 */
export function readState(
  folder: string,
  now: number,
): { ports: StoredPort[]; notice: string | null } {
  const file = path.join(folder, FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { ports: [], notice: null };
    throw error;
  }
  const entries = parseEntries(text);
  const results = entries.map((one) => storedPort.safeParse(one));
  const numbers = new Set<number>();
  const ports = results
    .flatMap((one) => (one.success ? [one.data] : []))
    .filter(({ port }) => port >= 1_024 && !numbers.has(port) && numbers.add(port))
    .slice(0, maxLocalPorts);
  if (entries !== unreadable && ports.length === results.length) return { ports, notice: null };
  const backupFile = `${file}.broken-${now}`;
  renameSync(file, backupFile);
  const notice = `The list of local ports could not be read whole; it is kept as ${backupFile}.`;
  return { ports, notice };
}

const unreadable: unknown[] = [];

function parseEntries(text: string): unknown[] {
  try {
    const read = envelope.safeParse(JSON.parse(text));
    return read.success ? read.data.ports : unreadable;
  } catch {
    return unreadable;
  }
}

/**
 * Writes the whole state to a second file, then renames it, so that a killed process, a power
 * failure or a full disk leaves either the old file or the new one.
 * @throws StateWriteError
 */
export function writeState(folder: string, ports: readonly StoredPort[]): void {
  const file = path.join(folder, FILE);
  const newFile = `${file}.new`;
  try {
    writeWhole(newFile, Buffer.from(`${JSON.stringify({ version: 1, ports }, null, 1)}\n`));
    renameSync(newFile, file);
  } catch (error) {
    removeQuietly(newFile);
    const reason = (error as Error).message;
    throw new StateWriteError(`The list of local ports could not be written: ${reason}`, {
      cause: error,
    });
  }
}

/** A write may be partial: on an almost full disk the following one fails. */
function writeWhole(file: string, content: Buffer): void {
  const handle = openSync(file, "w", 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(handle, content, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Incomplete; the next write starts it over.
  }
}

/**
 * Reads the kernel's tables of sockets beside other work. The kernel gives 4 kB at a time and never
 * waits, but may walk through all of its table for one row:
 *
 *     first piece    in Node's thread pool: it may be the walk through a table without rows
 *     the others     in this thread, 1 ms at a time: a thousand hops through the pool took seconds
 *                    on a machine that had no time
 *     the last       known by being short: to be told of the end costs one more walk, of 5 ms
 *
 * Measured on two cores, of this thread's time: 50 ms for 20,000 sockets, 65 for 22,500 of which
 * 7,000 have something waiting; nobody waits for longer than 4.
 */
import { readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as othersTurn } from "node:timers/promises";
import { readQueues } from "./proc-net.ts";

export interface Queues {
  /** By socket the bytes that the kernel holds for its other side, where there are any. */
  queues: Map<string, number>;
  /** Whether a socket that is not in it has nothing waiting. */
  whole: boolean;
}

/** Of each file so much is read, some 110,000 sockets; of others it cannot be told. */
const maxBytes = 16 * 1024 * 1024;
/** No page of memory is larger: what is read at once is never a page's smaller rest. */
const pieceBytes = 64 * 1024;
/** A piece that is not the last has a page without room for one more row, at least. */
const fullBytes = 4_096 - 256;
/** Others wait no longer than this. */
const sliceMs = 1;

/** What all files tell; rejects when one cannot be read. */
export async function readFiles(paths: readonly string[]): Promise<Queues> {
  const queues = new Map<string, number>();
  let whole = true;
  for (const path of paths) whole = (await readFile(path, queues)) && whole;
  return { queues, whole };
}

/** False when there were more rows than are read. */
async function readFile(path: string, queues: Map<string, number>): Promise<boolean> {
  const file = await openFile(path);
  if (file === null) return true;
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let { bytesRead: bytes } = await file.read(piece, 0, pieceBytes, null);
    let began = performance.now();
    let rest = "";
    for (let read = bytes; read < maxBytes; read += bytes) {
      const rows = rest + piece.toString("latin1", 0, bytes);
      const end = rows.lastIndexOf("\n") + 1;
      readQueues(rows.slice(0, end), queues);
      rest = rows.slice(end);
      if (bytes < fullBytes) return true;
      if (performance.now() - began > sliceMs) {
        await othersTurn();
        began = performance.now();
      }
      bytes = readSync(file.fd, piece, 0, pieceBytes, null);
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Null where a kernel without IPv6 has no file for it, and no such sockets. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && path.endsWith("6")) return null;
    throw error;
  }
}

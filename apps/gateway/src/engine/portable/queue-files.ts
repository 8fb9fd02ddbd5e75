/**
 * Reads the kernel's socket tables in the background. The kernel returns 4 kB at a time and never
 * blocks, but may walk through its whole table for one row:
 *
 *     first piece    in Node's thread pool: it may walk through a table without matching rows
 *     the others     in this thread, 1 ms at a time: a thousand trips through the pool took seconds
 *                    on a busy machine
 *     the last       recognised by being short: reading the end of file costs another walk of 5 ms
 *
 * Measured on two cores: 50 ms of this thread's time for 20,000 sockets, 65 ms for 22,500 of which
 * 7,000 have bytes waiting; other work is delayed by at most 4 ms.
 */
import { readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { readQueues } from "./proc-net.ts";

export interface Queues {
  /** By socket: the bytes that the kernel holds for the other side, if any. */
  queues: Map<string, number>;
  /** Whether all rows were read: then sockets not in `queues` have no bytes waiting. */
  whole: boolean;
  /** How long this thread was busy with it. */
  busyMs: number;
}

/** How much of each file is read, some 110,000 sockets; the state of further ones is unknown. */
const maxBytes = 16 * 1024 * 1024;
/** No memory page is larger, so one read never returns just the rest of a page. */
const pieceBytes = 64 * 1024;
/** Any piece but the last contains at least one page that has no room for another row. */
const fullBytes = 4_096 - 256;
/** How long other work may be delayed. */
const sliceMs = 1;

/** Reads all files; rejects if one cannot be read. */
export async function readFiles(paths: readonly string[]): Promise<Queues> {
  const all: Queues = { queues: new Map(), whole: true, busyMs: 0 };
  for (const path of paths) await readFile(path, all);
  return all;
}

/** Adds a file's rows. */
async function readFile(path: string, all: Queues): Promise<void> {
  const file = await openFile(path);
  if (file === null) return;
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    let { bytesRead: bytes } = await file.read(piece, 0, pieceBytes, null);
    let began = performance.now();
    let rest = "";
    for (let read = bytes; read < maxBytes; read += bytes) {
      const rows = rest + piece.toString("latin1", 0, bytes);
      const end = rows.lastIndexOf("\n") + 1;
      readQueues(rows.slice(0, end), all.queues);
      rest = rows.slice(end);
      const busyMs = performance.now() - began;
      const isLast = bytes < fullBytes;
      if (isLast || busyMs > sliceMs) all.busyMs += busyMs;
      if (isLast) return;
      if (busyMs > sliceMs) {
        await yieldToEventLoop();
        began = performance.now();
      }
      bytes = readSync(file.fd, piece, 0, pieceBytes, null);
    }
    // There are more rows than are read.
    all.whole = false;
  } finally {
    await file.close();
  }
}

/** Returns null for a missing IPv6 file: the kernel has no IPv6, and so no such sockets. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && path.endsWith("6")) return null;
    throw error;
  }
}

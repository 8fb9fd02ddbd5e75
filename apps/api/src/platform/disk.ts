/** Watches the free space of the data directory's disk, which also holds the embedded database. */
import { statfs } from "node:fs/promises";
import path from "node:path";
import { type DiskSpace, type DiskState, diskState } from "@turnpike/rules/disk.ts";
import type { Services } from "./services.ts";

const CHECK_EVERY_MS = 5_000;

export interface DiskWatch {
  /** As of the last check. */
  state(): DiskState;
  stop(): void;
}

/** The space on the fuller of two disks: the database's folder may be a separate mount. */
async function readSpace(dataDir: string): Promise<DiskSpace> {
  const [first, ...more] = await Promise.all(
    [dataDir, path.join(dataDir, "postgres")].map(async (folder) => {
      const found = await statfs(folder).catch(() => null);
      if (!found) return null;
      const { bavail, blocks, bsize } = found;
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    }),
  );
  const found = [first, ...more].filter((space) => space !== null && space !== undefined);
  return found.reduce((least, space) => (space.freeBytes < least.freeBytes ? space : least));
}

/**
 * Logs each change of state: a warning when space is low, an error when there is none, a warning
 * when it is sufficient again. The metric `turnpike_disk_free_bytes` has the number.
 */
export async function watchDisk(
  { log, metrics }: Pick<Services, "log" | "metrics">,
  dataDir: string,
  { read = readSpace, everyMs = CHECK_EVERY_MS } = {},
): Promise<DiskWatch> {
  let state: DiskState = "ok";
  const check = async () => {
    const space = await read(dataDir).catch(() => null);
    if (!space) return;
    const next = diskState(space);
    const figures = { ...space, folder: dataDir };
    if (next !== state && next === "full") log.error(figures, "disk full: writes fail");
    else if (next !== state && next === "low") log.warn(figures, "disk space low");
    else if (next !== state) log.warn(figures, "disk space sufficient again");
    state = next;
  };
  metrics.watch("disk_free_bytes", "Free bytes on the disk of the data directory", () =>
    read(dataDir).then((space) => space.freeBytes),
  );
  await check();
  const timer = setInterval(() => void check(), everyMs);
  timer.unref();
  return { state: () => state, stop: () => clearInterval(timer) };
}

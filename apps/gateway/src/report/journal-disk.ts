/** Watches free space on the journal's disk: logs each change of its state, before it is full. */
import { statfs } from "node:fs/promises";
import { type DiskSpace, type DiskState, diskState } from "@turnpike/rules/disk.ts";
import type { Log } from "../lib/log.ts";

const lookEveryMs = 5_000;

export interface JournalDiskOptions {
  folder: string;
  log: Log;
  lookEveryMs?: number;
}

/** Checks the disk periodically until `stop`. */
export class JournalDisk {
  state: DiskState = "ok";
  /** Null before the first check and if the system does not report it. */
  freeBytes: number | null = null;
  #options: JournalDiskOptions;
  #timer: NodeJS.Timeout;
  #checking = false;

  constructor(options: JournalDiskOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.check(), options.lookEveryMs ?? lookEveryMs);
    this.#timer.unref();
    void this.check();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    const space = await spaceOf(this.#options.folder);
    this.#checking = false;
    this.freeBytes = space?.freeBytes ?? null;
    if (space !== null) this.#judge(space);
  }

  /** Logs one line for each change of state. */
  #judge(space: DiskSpace): void {
    const state = diskState(space);
    if (state === this.state) return;
    this.state = state;
    const { folder, log } = this.#options;
    const fields = { folder, ...space };
    if (state === "ok") log.info(fields, "journal disk has space again");
    else if (state === "low") log.warn(fields, "journal disk almost full: free some space");
    else log.error(fields, "journal disk full: traffic is refused");
  }
}

async function spaceOf(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

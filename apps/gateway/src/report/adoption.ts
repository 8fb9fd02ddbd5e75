/**
 * Sends the journals of workers that no longer run: of numbers that exceed GATEWAY_WORKERS now, and
 * of versions that named the folders differently. Worker 1 sends them, settles their leases and
 * deletes the folders (spec/nodes#journals).
 */
import { existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { everySecond } from "@turnpike/net/every-second.ts";
import { ConnectionLog, connectionLogFolder } from "./connection-log.ts";
import { Reporter, type ReporterOptions } from "./reporter.ts";

export interface AdoptionOptions
  extends Omit<ReporterOptions, "folder" | "leasesOut" | "settled" | "adopted"> {
  /** The folder that contains all workers' folders. */
  journals: string;
  /** The number of workers: as many folders, from number `firstNumber` (1) on, are in use. */
  workers: number;
  firstNumber?: number;
}

export class Adoption {
  #options: AdoptionOptions;
  #orphans: { folder: string; reporter: Reporter; connections: ConnectionLog | null }[];
  #end = () => {};

  constructor(options: AdoptionOptions) {
    this.#options = options;
    this.#orphans = orphansIn(options).map((folder) => {
      const adopted = { leasesOut: () => [], settled: () => {}, adopted: true };
      const reporter = new Reporter({ ...options, ...adopted, folder });
      const own = path.join(folder, connectionLogFolder);
      const connections = existsSync(own) ? new ConnectionLog({ ...options, folder: own }) : null;
      return { folder, reporter, connections };
    });
    if (this.#orphans.length === 0) return;
    options.log.info({ folders: this.#orphans.length }, "journals of former workers are adopted");
    this.#end = everySecond(() => void this.#pump());
    void this.#pump();
  }

  /** The number of folders that are not completely sent yet. */
  get left(): number {
    return this.#orphans.length;
  }

  /** What is not sent by now is left for the next start. */
  stop(): void {
    this.#end();
    for (const { reporter, connections } of this.#orphans) {
      reporter.stop();
      void connections?.stop();
    }
  }

  async #pump(): Promise<void> {
    for (const orphan of this.#orphans) {
      await orphan.reporter.pump();
      const { reporter, connections } = orphan;
      if (!reporter.isDone() || connections?.isDone() === false) continue;
      reporter.stop();
      await connections?.stop();
      this.#orphans = this.#orphans.filter((each) => each !== orphan);
      this.#remove(orphan.folder);
    }
    if (this.#orphans.length === 0) this.#end();
  }

  #remove(folder: string): void {
    try {
      rmdirSync(folder);
      this.#options.log.info({ folder }, "the journal of a former worker was sent");
    } catch (error) {
      this.#options.log.warn({ folder, error: String(error) }, "a journal's folder is not empty");
    }
  }
}

function orphansIn({ journals, workers, firstNumber = 1 }: AdoptionOptions): string[] {
  mkdirSync(journals, { recursive: true, mode: 0o700 });
  const isOwn = (name: string) =>
    /^[1-9]\d?$/.test(name) && Number(name) >= firstNumber && Number(name) < firstNumber + workers;
  return readdirSync(journals, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isOwn(entry.name))
    .map((entry) => path.join(journals, entry.name))
    .sort();
}

/**
 * Journals of workers that no longer run: of numbers that GATEWAY_WORKERS does not reach any more, and
 * of versions that named the folders otherwise. Worker 1 sends them, settles their leases and deletes
 * the folders (spec/nodes#journals).
 */
import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { Reporter, type ReporterOptions } from "./reporter.ts";

const pumpEveryMs = 1_000;

export interface AdoptionOptions
  extends Omit<ReporterOptions, "folder" | "leasesOut" | "settled" | "adopted"> {
  /** The folder of all workers' folders. */
  journals: string;
  /** How many workers run: so many numbers from `firstNumber` (1) on have folders of their own. */
  workers: number;
  firstNumber?: number;
}

export class Adoption {
  #options: AdoptionOptions;
  #orphans: { folder: string; reporter: Reporter }[];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AdoptionOptions) {
    this.#options = options;
    this.#orphans = orphansIn(options).map((folder) => {
      const adopted = { leasesOut: () => [], settled: () => {}, adopted: true };
      return { folder, reporter: new Reporter({ ...options, ...adopted, folder }) };
    });
    if (this.#orphans.length === 0) return;
    options.log.info({ folders: this.#orphans.length }, "journals of former workers are adopted");
    this.#timer = setInterval(() => void this.#pump(), pumpEveryMs);
    void this.#pump();
  }

  /** Folders that are not sent yet. */
  get left(): number {
    return this.#orphans.length;
  }

  /** What is not sent by now waits for the next start. */
  stop(): void {
    clearInterval(this.#timer);
    for (const { reporter } of this.#orphans) reporter.stop();
  }

  async #pump(): Promise<void> {
    for (const orphan of this.#orphans) {
      await orphan.reporter.pump();
      if (!orphan.reporter.isDone()) continue;
      orphan.reporter.stop();
      this.#orphans = this.#orphans.filter((each) => each !== orphan);
      this.#remove(orphan.folder);
    }
    if (this.#orphans.length === 0) clearInterval(this.#timer);
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

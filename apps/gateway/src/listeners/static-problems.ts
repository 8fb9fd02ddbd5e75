/** What is wrong with many doors in few lines. */
import type { Log } from "../lib/log.ts";
import { type Trouble, TroubleLines } from "./problem-log.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";
import type { Door } from "./static-listener.ts";

export class Troubles {
  #lines: TroubleLines;
  #files: number;

  /** `files` are the descriptors that the process may open. */
  constructor(log: Log, files: number) {
    this.#lines = new TroubleLines(log);
    this.#files = files;
  }

  tell(doors: Iterable<Door>): void {
    this.#lines.tell(this.#sum(doors));
  }

  #sum(doors: Iterable<Door>): Map<string, Trouble> {
    const found = new Map<string, { first: Door; port: number; code: string; addresses: number }>();
    for (const door of doors) {
      for (const { port, code } of kindsOf(door)) {
        const kind = `${port} ${code}`;
        const known = found.get(kind);
        if (known) known.addresses += 1;
        else found.set(kind, { first: door, port, code, addresses: 1 });
      }
    }
    return new Map(
      [...found].map(([kind, { first, port, code, addresses }]) => [
        kind,
        {
          count: addresses,
          message: this.#wording(port, code, counted(addresses)),
          fields: { ...(port > 0 ? { port } : {}), addresses, example: first.address },
        },
      ]),
    );
  }

  #wording(port: number, code: string, at: string): string {
    if (code === noSuchAddress) return `${at} of static exits: not on this machine`;
    if (code === noFiles) {
      return `${at} of static exits: no door, ${this.#files} open files allow no more`;
    }
    return `port ${port} cannot be opened at ${at}: ${code}`;
  }
}

const noFiles = "no files";

/** A trouble of the whole door counts once, whatever its ports. */
function kindsOf(door: Door): { port: number; code: string }[] {
  if (door.wanted === false) return [{ port: 0, code: noFiles }];
  const kinds: { port: number; code: string }[] = [];
  for (const [port, code] of door.troubles) {
    if (code === noSuchAddress) return [{ port: 0, code }];
    kinds.push({ port, code });
  }
  return kinds;
}

const counted = (addresses: number) =>
  addresses === 1 ? "1 address" : `${addresses.toLocaleString("en")} addresses`;

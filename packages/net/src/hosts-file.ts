/** /etc/hosts and `localhost`: as in the system's resolver, they precede name servers. */
import { readFileSync, type Stats, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const defaultEveryMs = 5_000;
const systemFile =
  process.platform === "win32"
    ? `${process.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\drivers\\etc\\hosts`
    : "/etc/hosts";
const loopback = ["127.0.0.1", "::1"];

export class HostsFile {
  #file: string;
  #names = new Map<string, string[]>();
  #everyMs: number;
  #version: string;
  #checkedAt = performance.now();

  /** Checks whether the file has changed when a name is looked up, at most every `everyMs`. */
  constructor(file = systemFile, everyMs = defaultEveryMs) {
    this.#file = file;
    this.#everyMs = everyMs;
    this.#version = versionOf(statSync(file, { throwIfNoEntry: false }));
    this.#read();
  }

  /** The addresses of a name (lower case), IPv4 first; null if the file has none. */
  get(host: string): string[] | null {
    if (performance.now() - this.#checkedAt >= this.#everyMs) {
      this.#checkedAt = performance.now();
      void this.#reloadIfChanged();
    }
    return this.#names.get(host) ?? (host === "localhost" ? loopback : null);
  }

  /** Reloads the file if it has changed. Never rejects. */
  async #reloadIfChanged(): Promise<void> {
    const version = versionOf(await stat(this.#file).catch(() => undefined));
    if (version === this.#version) return;
    this.#version = version;
    this.#read();
  }

  #read(): void {
    const names = new Map<string, string[]>();
    for (const [address, host] of entriesOf(this.#file)) {
      const known = names.get(host) ?? [];
      if (!known.includes(address)) names.set(host, [...known, address]);
    }
    for (const known of names.values())
      known.sort((a, b) => Number(a.includes(":")) - Number(b.includes(":")));
    this.#names = names;
  }
}

const versionOf = (file: Stats | undefined) =>
  file === undefined ? "" : `${file.ino} ${file.mtimeMs} ${file.size}`;

/** Parses the file; a missing one has no entries. */
function entriesOf(file: string): [address: string, host: string][] {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {}
  return text.split("\n").flatMap((line) => {
    const [first = "", ...hosts] = line.replace(/#.*/, "").trim().split(/\s+/);
    const address = canonicalAddress(first);
    if (address === null) return [];
    return hosts.map((host): [string, string] => [address, host.toLowerCase()]);
  });
}

/** Names that logged in recently, by network, and how many wrong passwords they tried since. */
import { familiarTriesMax, familiarTriesMs } from "@turnpike/rules/admission.ts";

const maxSuccesses = 100_000;
const fewerSuccesses = 90_000;
const maxNamesOfNetwork = 256;
/** A name that logged in from a network is familiar there for this long. */
const successMs = 24 * 3_600_000;
/** A success is refreshed, and sent to the other workers again, at most this often. */
const refreshMs = 600_000;

interface Success {
  at: number;
  /** Wrong passwords since `since`. */
  tries: number;
  since: number;
}

export class Successes {
  #byNetwork = new Map<string, Map<string, Success>>();
  #size = 0;

  has(network: string, name: string, now: number): boolean {
    return this.#find(network, name, now) !== undefined;
  }

  /** Whether more passwords may be compared although the pair is blocked. */
  mayTry(network: string, name: string, now: number): boolean {
    const success = this.#find(network, name, now);
    if (success === undefined) return false;
    return success.tries < familiarTriesMax || now - success.since >= familiarTriesMs;
  }

  /** Counts a wrong password of a familiar name. */
  countTry(network: string, name: string, now: number): void {
    const success = this.#find(network, name, now);
    if (success === undefined) return;
    if (now - success.since >= familiarTriesMs) Object.assign(success, { tries: 0, since: now });
    success.tries += 1;
  }

  /** Returns whether the success is new or was last recorded longer than `refreshMs` ago. */
  add(network: string, name: string, now: number): boolean {
    let names = this.#byNetwork.get(network);
    const known = names?.get(name);
    if (known !== undefined && now - known.at < refreshMs) return false;
    names ??= new Map();
    this.#byNetwork.delete(network);
    this.#byNetwork.set(network, names);
    this.#size += Number(!names.delete(name));
    names.set(name, { tries: 0, since: now, ...known, at: now });
    const [oldest] = names.keys();
    if (names.size > maxNamesOfNetwork && oldest !== undefined) {
      names.delete(oldest);
      this.#size -= 1;
    }
    if (this.#size > maxSuccesses) this.#forget();
    return true;
  }

  #find(network: string, name: string, now: number): Success | undefined {
    const success = this.#byNetwork.get(network)?.get(name);
    return success !== undefined && now - success.at < successMs ? success : undefined;
  }

  #forget(): void {
    for (const [network, names] of this.#byNetwork) {
      if (this.#size <= fewerSuccesses) return;
      this.#byNetwork.delete(network);
      this.#size -= names.size;
    }
  }
}

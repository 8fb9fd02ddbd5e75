/** What is avoided for a while, by name. */

/** The oldest are forgotten beyond this. */
const most = 50_000;

export class Rests {
  #until = new Map<string, number>();

  get size(): number {
    return this.#until.size;
  }

  has(name: string, now: number): boolean {
    const until = this.#until.get(name);
    if (until === undefined) return false;
    if (now < until) return true;
    this.#until.delete(name);
    return false;
  }

  set(name: string, until: number): void {
    this.#until.delete(name);
    this.#until.set(name, until);
    if (this.#until.size <= most) return;
    const [oldest] = this.#until.keys();
    if (oldest !== undefined) this.#until.delete(oldest);
  }
}

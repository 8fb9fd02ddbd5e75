/**
 * Circuit breakers of upstreams' hosts: after 5 failures in 10 seconds a host rests for 5; then one
 * request tries it. Each worker has its own.
 */

const most = 5;
const withinMs = 10_000;
const restMs = 5_000;
/** How long the one try has before another may. */
const tryMs = 30_000;
const maxHosts = 10_000;

interface Host {
  /** When it failed lately. */
  failures: number[];
  /** Until when it rests; null while it works. */
  until: number | null;
}

export class Breakers {
  #hosts = new Map<string, Host>();

  /** How many hosts failed lately. */
  get size(): number {
    return this.#hosts.size;
  }

  /** Whether a request may use it now; `now` is any clock's milliseconds. */
  isOpen(host: string, now: number): boolean {
    const { until = null } = this.#hosts.get(host) ?? {};
    return until !== null && now < until;
  }

  /** Call when a request goes out to it: after a rest, it alone does until it ended. */
  used(host: string, now: number): void {
    const known = this.#hosts.get(host);
    if (known?.until != null && now >= known.until) known.until = now + tryMs;
  }

  failed(host: string, now: number): void {
    const known = this.#hosts.get(host) ?? { failures: [], until: null };
    known.failures = [...known.failures.filter((at) => now - at < withinMs), now].slice(-most);
    if (known.until !== null || known.failures.length >= most) known.until = now + restMs;
    this.#hosts.delete(host);
    this.#hosts.set(host, known);
    if (this.#hosts.size <= maxHosts) return;
    const [oldest] = this.#hosts.keys();
    if (oldest !== undefined) this.#hosts.delete(oldest);
  }

  /** The one try said nothing of the host: another follows after a rest. */
  undecided(host: string, now: number): void {
    const known = this.#hosts.get(host);
    if (known?.until != null) known.until = Math.min(known.until, now + restMs);
  }

  /** It is down for sure. */
  open(host: string, now: number): void {
    for (let times = 0; times < most; times += 1) this.failed(host, now);
  }

  /** It answered, whatever it said. */
  worked(host: string): void {
    if (this.#hosts.size > 0) this.#hosts.delete(host);
  }
}

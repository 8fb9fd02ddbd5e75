/**
 * Which of the ports at the client's address an association belongs to (spec/gateway#udp): another
 * program, or a forged sender, must neither use it nor keep the client out of it for good.
 */

/** After this time without datagrams the owner loses the association to the next port that sends. */
export const ownerSilentMs = 3_000;

export class UdpOwner {
  /** The port from which the client said it would send; null if it did not say. */
  #declared: number | null;
  #port: number | null = null;
  #heardAt = 0;
  /** Another port that sent before the declared one, and when it began. */
  #waiting: { port: number; since: number } | null = null;

  constructor(declared: number | null) {
    this.#declared = declared;
  }

  /** The port that answers go to; null before the first datagram. */
  get port(): number | null {
    return this.#port;
  }

  /**
   * Whether a datagram from this port is the client's; the port may become the owner. Nothing can be sent
   * to port 0, and to try would throw.
   */
  accepts(port: number, now: number): boolean {
    if (port === 0) return false;
    const isOwner = port === this.#port || port === this.#declared || this.#mayTake(port, now);
    if (!isOwner) return false;
    this.#port = port;
    this.#heardAt = now;
    return true;
  }

  #mayTake(port: number, now: number): boolean {
    if (this.#port !== null)
      return this.#port !== this.#declared && now - this.#heardAt >= ownerSilentMs;
    if (this.#declared === null) return true;
    // Behind NAT the declared port never sends: then another may, once that is likely.
    if (this.#waiting?.port !== port) this.#waiting = { port, since: now };
    return now - this.#waiting.since >= ownerSilentMs;
  }
}

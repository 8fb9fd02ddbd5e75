/** One connection through an upstream: counted there, and against its limit, until it ends. */
import type { UpstreamConnection } from "../dial/dial.ts";
import type { MemberUse } from "../dial/member-states.ts";
import type { Gateway } from "./gateway.ts";
import type { BookKey, Entry, Moved } from "../meter/upstream-book.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";

export class UpstreamUse {
  #gateway: Gateway;
  #accountId: string;
  #member: MemberUse;
  #key: BookKey;
  #entry: Entry | null = null;
  #ended = false;

  constructor(gateway: Gateway, accountId: string, member: MemberUse) {
    this.#gateway = gateway;
    this.#accountId = accountId;
    this.#member = member;
    this.#key = { upstreamId: member.upstream.id, accountId, country: member.country };
    gateway.exits.members.states.opened(member.upstream, accountId);
  }

  /** The handshake failed: nothing more is sent. */
  failed({ sentBytes, receivedBytes }: { sentBytes: number; receivedBytes: number }): void {
    this.#gateway.book.add(this.#key, { sentBytes, receivedBytes, failures: 1 });
    this.end();
  }

  /** The tunnel is open; `reused`: since an earlier request. */
  begun({ shaken }: UpstreamConnection, reused: boolean): void {
    if (reused || shaken === null) return;
    const { sentBytes, receivedBytes } = shaken;
    this.#gateway.book.add(this.#key, { sentBytes, receivedBytes, connections: 1 });
  }

  /** Counts what is moved from now on. A forwarded answer is rewritten: its socket counts. */
  moves(recorder: UsageRecorder, { peer, early }: UpstreamConnection, isForwarded: boolean): void {
    const before = peer.received - early.length;
    const read = (): Moved => {
      const received = isForwarded ? peer.received - before : recorder.downBytes;
      return { sent: recorder.upBytes, received };
    };
    this.#entry = this.#gateway.book.open(this.#key, read);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#entry !== null) this.#gateway.book.close(this.#entry);
    this.#gateway.exits.members.states.closed(this.#member.upstream, this.#accountId);
  }
}

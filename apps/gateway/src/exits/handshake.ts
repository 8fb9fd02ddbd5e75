/**
 * The way through an upstream proxy that serves as an exit.
 *
 *     gateway ─▶ upstream host:port ─ CONNECT or SOCKS5, to the checked address ─▶ target
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Peer } from "../engine/engine.ts";
import type { Read } from "../parse/socks5.ts";
import * as upstream from "../parse/upstream.ts";

const mostBytes = 64 * 1024;
const mostInterim = 8;

/** Bytes that came after the handshake are the target's. */
export type Shaken = { early: Uint8Array } | { refused: Refused; exitDied: boolean };

/** Tells the upstream where to go; never rejects. The peer is paused again afterwards. */
export async function shakeHands(
  peer: Peer,
  asked: { exit: ExitFact; target: Target; timeoutMs: number },
): Promise<Shaken> {
  const talk = new Talk(peer, asked.timeoutMs);
  try {
    const { exit, target } = asked;
    return exit.how === "http"
      ? await byHttp(talk, exit, target)
      : await bySocks(talk, exit, target);
  } catch (error) {
    return died(error instanceof Error ? error.message : "the upstream failed");
  } finally {
    talk.stop();
  }
}

async function byHttp(talk: Talk, exit: ExitFact, target: Target): Promise<Shaken> {
  talk.say(upstream.connectRequest(target, exit));
  for (let interim = 0; interim <= mostInterim; interim += 1) {
    const answer = await talk.hear(upstream.readConnectAnswer);
    if (answer.interim) continue;
    const { status } = answer;
    if (status >= 200 && status < 300) return { early: talk.rest() };
    if (status === 504) return unreachable("timedOut", "the exit says 504");
    if (status === 502 || status === 503) return unreachable("targetUnreachable", `${status}`);
    return died(`the upstream answers ${status}`);
  }
  return died("the upstream sends too many interim answers");
}

async function bySocks(talk: Talk, exit: ExitFact, target: Target): Promise<Shaken> {
  talk.say(upstream.socksGreeting(exit));
  const { method } = await talk.hear((bytes) => upstream.readSocksMethod(bytes, exit));
  if (method === 2) {
    const login = upstream.socksUserPass(exit);
    if (login === null) return died("the upstream's user or password is too long for SOCKS5");
    talk.say(login);
    const { ok } = await talk.hear(upstream.readSocksUserPass);
    if (!ok) return died("the upstream refuses its user and password");
  }
  talk.say(upstream.socksRequest(target));
  const { code } = await talk.hear(upstream.readSocksReply);
  if (code === 0) return { early: talk.rest() };
  if (code === 5) return unreachable("targetRefused", "");
  if (code === 3 || code === 4 || code === 6) return unreachable("targetUnreachable", "");
  return died(`the upstream replies ${code}`);
}

function unreachable(reason: "targetUnreachable" | "targetRefused" | "timedOut", detail: string) {
  return { refused: { reason, detail }, exitDied: false };
}
function died(detail: string): Shaken {
  return { refused: { reason: "exitUnreachable", detail }, exitDied: true };
}

/** Question and answer on one socket, bounded in bytes and time. */
class Talk {
  #peer: Peer;
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => {};
  #failed: Error | null = null;
  #timer: NodeJS.Timeout;

  constructor(peer: Peer, timeoutMs: number) {
    this.#peer = peer;
    this.#timer = setTimeout(() => this.#fail("the upstream is silent"), timeoutMs);
    peer.receive = (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      if (this.#bytes.length > mostBytes) this.#fail("the upstream says too much");
      this.#wake();
      return true;
    };
    peer.onEnd = () => this.#fail("the upstream hung up");
    peer.onClose = () => this.#fail("the upstream hung up");
    peer.resume();
  }

  say(bytes: Uint8Array): void {
    this.#peer.write(bytes);
  }

  async hear<T extends { consumed: number }>(read: (bytes: Uint8Array) => Read<T>): Promise<T> {
    for (;;) {
      const heard = read(this.#bytes);
      if ("bad" in heard) throw new Error(heard.bad);
      if (!("need" in heard)) {
        this.#bytes = this.#bytes.subarray(heard.consumed);
        return heard;
      }
      if (this.#failed) throw this.#failed;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }

  rest(): Uint8Array {
    return this.#bytes;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#peer.pause();
    this.#peer.onEnd = () => {};
    this.#peer.onClose = () => {};
  }

  #fail(why: string): void {
    this.#failed ??= new Error(why);
    this.#wake();
  }
}

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
/** Statuses that are about our user there, whatever the target is. */
const ofLogin = new Set([401, 402, 407]);

/**
 * Whether the exit itself failed: surely (it cannot be dialled, refuses its login, is no proxy), not
 * at all (it speaks, and says or shows that the target cannot be had), or perhaps: no answer, which
 * a target that is silent brings about, too. What holds of an exit surely holds for everybody, so it
 * must not depend on what somebody asks for.
 */
export type ExitFailure = "surely" | "perhaps" | "no";

/** Bytes that came after the handshake are the target's. */
export type HandshakeResult = { early: Uint8Array } | { refused: Refused; died: ExitFailure };

/** Tells the upstream where to go; never rejects. The peer is paused again afterwards. */
export async function handshake(
  peer: Peer,
  asked: { exit: ExitFact; target: Target; timeoutMs: number },
): Promise<HandshakeResult> {
  const talk = new Conversation(peer, asked.timeoutMs);
  try {
    const { exit, target } = asked;
    return exit.how === "http"
      ? await handshakeHttp(talk, exit, target)
      : await handshakeSocks(talk, exit, target);
  } catch (error) {
    return died(error instanceof Error ? error.message : "the upstream failed");
  } finally {
    talk.stop();
  }
}

async function handshakeHttp(
  talk: Conversation,
  exit: ExitFact,
  target: Target,
): Promise<HandshakeResult> {
  talk.send(upstream.connectRequest(target, exit));
  for (let interim = 0; interim <= mostInterim; interim += 1) {
    const answer = await talk.read(upstream.readConnectAnswer).catch(unheard);
    if (answer instanceof NoAnswer) return { ...died(answer.message), died: "perhaps" };
    if (answer.interim) continue;
    const { status } = answer;
    if (status >= 200 && status < 300) return { early: talk.rest() };
    if (status === 504) return unreachable("timedOut", "the exit says 504");
    if (status < 400 || ofLogin.has(status)) return died(`the upstream answers ${status}`);
    return unreachable("targetUnreachable", `the exit says ${status}`);
  }
  return died("the upstream sends too many interim answers");
}

async function handshakeSocks(
  talk: Conversation,
  exit: ExitFact,
  target: Target,
): Promise<HandshakeResult> {
  talk.send(upstream.socksGreeting(exit));
  const { method } = await talk.read((bytes) => upstream.readSocksMethod(bytes, exit));
  if (method === 2) {
    const login = upstream.socksUserPass(exit);
    if (login === null) return died("the upstream's user or password is too long for SOCKS5");
    talk.send(login);
    const { ok } = await talk.read(upstream.readSocksUserPass);
    if (!ok) return died("the upstream refuses its user and password");
  }
  talk.send(upstream.socksRequest(target));
  // It took the login: from here on it is the target that is waited for.
  const reply = await talk.read(upstream.readSocksReply).catch(unheard);
  if (reply instanceof NoAnswer) {
    return unreachable(reply.silent ? "timedOut" : "targetUnreachable", reply.message);
  }
  const { code } = reply;
  if (code === 0) return { early: talk.rest() };
  if (code === 5) return unreachable("targetRefused", "");
  if (code === 7) return died("the upstream knows no CONNECT");
  return unreachable("targetUnreachable", `the exit replies ${code}`);
}

function unreachable(
  reason: "targetUnreachable" | "targetRefused" | "timedOut",
  detail: string,
): HandshakeResult {
  return { refused: { reason, detail }, died: "no" };
}
function died(detail: string): HandshakeResult & { died: ExitFailure } {
  return { refused: { reason: "exitUnreachable", detail }, died: "surely" };
}

/** Nothing came in time, or (not `silent`) the upstream hung up before it answered. */
class NoAnswer extends Error {
  readonly silent: boolean;
  constructor(silent: boolean) {
    super(silent ? "the upstream is silent" : "the upstream hung up");
    this.silent = silent;
  }
}
function unheard(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

/** Question and answer on one socket, bounded in bytes and time. */
class Conversation {
  #peer: Peer;
  #bytes = Buffer.alloc(0);
  #wake: () => void = () => {};
  #failed: Error | null = null;
  #timer: NodeJS.Timeout;

  constructor(peer: Peer, timeoutMs: number) {
    this.#peer = peer;
    this.#timer = setTimeout(() => this.#fail(new NoAnswer(true)), timeoutMs);
    peer.receive = (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      if (this.#bytes.length > mostBytes) this.#fail(new Error("the upstream says too much"));
      this.#wake();
      return true;
    };
    peer.onEnd = () => this.#fail(new NoAnswer(false));
    peer.onClose = () => this.#fail(new NoAnswer(false));
    peer.resume();
  }

  send(bytes: Uint8Array): void {
    this.#peer.write(bytes);
  }

  async read<T extends { consumed: number }>(read: (bytes: Uint8Array) => Read<T>): Promise<T> {
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

  #fail(why: Error): void {
    this.#failed ??= why;
    this.#wake();
  }
}

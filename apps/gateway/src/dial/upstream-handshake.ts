/**
 * The handshake with an upstream proxy that serves as an exit.
 *
 *     gateway ─▶ upstream host:port ─ CONNECT or SOCKS5, to the checked address ─▶ target
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import type { Peer } from "../engine/engine.ts";
import type { Read } from "../parse/socks5.ts";
import * as upstream from "../parse/upstream.ts";

const maxBytes = 64 * 1024;
const maxInterim = 8;
/** Statuses that concern our login at the upstream, not the target. */
const loginStatuses = new Set([401, 402, 407]);

/**
 * Whether the exit itself failed: "surely" (it cannot be dialled, refuses our login, is no proxy),
 * "no" (it answered that the target is unreachable), or "perhaps" (no answer, which a silent target
 * causes, too). A sure failure counts for everybody, so it must not depend on the target.
 */
export type ExitFailure = "surely" | "perhaps" | "no";

/** `early` holds bytes that arrived after the handshake: they come from the target. */
export type HandshakeResult =
  | { early: Uint8Array }
  | { refused: Refused; exitFailure: ExitFailure };

/** Asks the upstream to connect to the target. Never rejects. Leaves the peer paused. */
export async function handshake(
  peer: Peer,
  options: { exit: ExitFact; target: Target; timeoutMs: number },
): Promise<HandshakeResult> {
  const conversation = new Conversation(peer, options.timeoutMs);
  try {
    const { exit, target } = options;
    return exit.how === "http"
      ? await handshakeHttp(conversation, exit, target)
      : await handshakeSocks(conversation, exit, target);
  } catch (error) {
    return exitFailed(error instanceof Error ? error.message : "the upstream failed");
  } finally {
    conversation.stop();
  }
}

async function handshakeHttp(
  conversation: Conversation,
  exit: ExitFact,
  target: Target,
): Promise<HandshakeResult> {
  conversation.send(upstream.connectRequest(target, exit));
  for (let interim = 0; interim <= maxInterim; interim += 1) {
    const answer = await conversation.read(upstream.readConnectAnswer).catch(catchNoAnswer);
    if (answer instanceof NoAnswer)
      return { ...exitFailed(answer.message), exitFailure: "perhaps" };
    if (answer.interim) continue;
    const { status } = answer;
    if (status >= 200 && status < 300) return { early: conversation.rest() };
    if (status === 504) return unreachable("timedOut", "the exit says 504");
    if (status < 400 || loginStatuses.has(status))
      return exitFailed(`the upstream answers ${status}`);
    return unreachable("targetUnreachable", `the exit says ${status}`);
  }
  return exitFailed("the upstream sends too many interim answers");
}

async function handshakeSocks(
  conversation: Conversation,
  exit: ExitFact,
  target: Target,
): Promise<HandshakeResult> {
  conversation.send(upstream.socksGreeting(exit));
  const { method } = await conversation.read((bytes) => upstream.readSocksMethod(bytes, exit));
  if (method === 2) {
    const login = upstream.socksUserPass(exit);
    if (login === null) return exitFailed("the upstream's user or password is too long for SOCKS5");
    conversation.send(login);
    const { ok } = await conversation.read(upstream.readSocksUserPass);
    if (!ok) return exitFailed("the upstream refuses its user and password");
  }
  conversation.send(upstream.socksRequest(target));
  // The login was accepted: from here on a missing answer may be the target's fault.
  const reply = await conversation.read(upstream.readSocksReply).catch(catchNoAnswer);
  if (reply instanceof NoAnswer) {
    return unreachable(reply.silent ? "timedOut" : "targetUnreachable", reply.message);
  }
  const { code } = reply;
  if (code === 0) return { early: conversation.rest() };
  if (code === 5) return unreachable("targetRefused", "");
  if (code === 7) return exitFailed("the upstream knows no CONNECT");
  return unreachable("targetUnreachable", `the exit replies ${code}`);
}

function unreachable(
  reason: "targetUnreachable" | "targetRefused" | "timedOut",
  detail: string,
): HandshakeResult {
  return { refused: { reason, detail }, exitFailure: "no" };
}
function exitFailed(detail: string): HandshakeResult & { exitFailure: ExitFailure } {
  return { refused: { reason: "exitUnreachable", detail }, exitFailure: "surely" };
}

/** No answer in time (`silent`), or the upstream closed the connection before it answered. */
class NoAnswer extends Error {
  readonly silent: boolean;
  constructor(silent: boolean) {
    super(silent ? "the upstream is silent" : "the upstream hung up");
    this.silent = silent;
  }
}
function catchNoAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

/** Requests and answers on one socket, limited in bytes and time. */
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
      if (this.#bytes.length > maxBytes) this.#fail(new Error("the upstream says too much"));
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
      const result = read(this.#bytes);
      if ("bad" in result) throw new Error(result.bad);
      if (!("need" in result)) {
        this.#bytes = this.#bytes.subarray(result.consumed);
        return result;
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

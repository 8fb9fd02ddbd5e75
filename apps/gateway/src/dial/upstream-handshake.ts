/**
 * The handshake with an upstream proxy that serves as an exit.
 *
 *     gateway ─▶ upstream host:port ─ CONNECT or SOCKS5, to the name or checked address ─▶ target
 */
import type { Target } from "@turnpike/rules/destination.ts";
import type { Peer } from "../engine/engine.ts";
import * as upstream from "../parse/upstream.ts";
import { Conversation, NoAnswer } from "./conversation.ts";

const maxInterim = 8;

/**
 * Why the upstream opened no tunnel: its answer, or how it failed to give one. `asked`: it knew the
 * target by then, so that the target may be the cause.
 */
export type HandshakeFailure =
  | { kind: "http"; status: number; reason: string; headers: upstream.AnswerHeaders }
  | { kind: "socks"; reply: number | "auth" }
  | { kind: "silence"; silent: boolean; asked: boolean; detail: string }
  | { kind: "noProxy"; asked: boolean; detail: string };

/** `early` holds bytes that arrived after the handshake: they come from the target. */
export type HandshakeResult = (
  | { early: Uint8Array; headers: upstream.AnswerHeaders }
  | { failed: HandshakeFailure }
) & {
  /** Bytes of the handshake, both ways; those of `early` are not among them. */
  sentBytes: number;
  receivedBytes: number;
};

export interface HandshakeOptions extends upstream.UpstreamUser {
  how: "http" | "socks5";
  target: Target;
  timeoutMs: number;
}
type Outcome =
  | { early: Uint8Array; headers: upstream.AnswerHeaders }
  | { failed: HandshakeFailure };

/** Asks the upstream to connect to the target. Never rejects. Leaves the peer paused. */
export async function handshake(peer: Peer, options: HandshakeOptions): Promise<HandshakeResult> {
  const conversation = new Conversation(peer, options.timeoutMs);
  const outcome = await shake(conversation, options);
  conversation.stop();
  const { sentBytes, receivedBytes } = conversation;
  const early = "early" in outcome ? outcome.early.length : 0;
  return { ...outcome, sentBytes, receivedBytes: receivedBytes - early };
}

async function shake(conversation: Conversation, options: HandshakeOptions): Promise<Outcome> {
  try {
    return options.how === "http"
      ? await shakeHttp(conversation, options)
      : await shakeSocks(conversation, options);
  } catch (error) {
    const asked = options.how === "http" || conversation.step === "asked";
    const detail = error instanceof Error ? error.message : "the upstream failed";
    if (!(error instanceof NoAnswer)) return { failed: { kind: "noProxy", asked, detail } };
    return { failed: { kind: "silence", silent: error.silent, asked, detail } };
  }
}

async function shakeHttp(conversation: Conversation, options: HandshakeOptions): Promise<Outcome> {
  conversation.send(upstream.connectRequest(options.target, options));
  for (let interim = 0; interim <= maxInterim; interim += 1) {
    const answer = await conversation.read(upstream.readConnectAnswer);
    if (answer.interim) continue;
    const { status, reason, headers } = answer;
    if (status >= 200 && status < 300) return { early: conversation.rest(), headers };
    return { failed: { kind: "http", status, reason, headers } };
  }
  throw new Error("the upstream sends too many interim answers");
}

async function shakeSocks(conversation: Conversation, options: HandshakeOptions): Promise<Outcome> {
  conversation.send(upstream.socksGreeting(options));
  const { method } = await conversation.read((bytes) => upstream.readSocksMethod(bytes, options));
  if (method === 2) {
    const login = upstream.socksUserPass(options);
    if (login === null) throw new Error("the upstream's user or password is too long for SOCKS5");
    conversation.send(login);
    const { ok } = await conversation.read(upstream.readSocksUserPass);
    if (!ok) return { failed: { kind: "socks", reply: "auth" } };
  }
  conversation.step = "asked";
  conversation.send(upstream.socksRequest(options.target));
  const { code } = await conversation.read(upstream.readSocksReply);
  if (code === 0) return { early: conversation.rest(), headers: [] };
  return { failed: { kind: "socks", reply: code } };
}

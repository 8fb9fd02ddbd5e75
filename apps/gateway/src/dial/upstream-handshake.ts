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

type End = (outcome: Outcome) => void;

/** Asks the upstream to connect to the target. Calls `done` once. Leaves the peer paused. */
export function handshake(
  peer: Peer,
  options: HandshakeOptions,
  done: (result: HandshakeResult) => void,
): void {
  const end = (outcome: Outcome) => {
    conversation.stop();
    const { sentBytes, receivedBytes } = conversation;
    const early = "early" in outcome ? outcome.early.length : 0;
    done({ ...outcome, sentBytes, receivedBytes: receivedBytes - early });
  };
  const failed = (why: Error) => end({ failed: failureOf(why, options.how, conversation) });
  const conversation = new Conversation(peer, options.timeoutMs, failed);
  if (options.how === "http") askHttp(conversation, options, end);
  else askSocks(conversation, options, end);
}

function failureOf(why: Error, how: "http" | "socks5", { step }: Conversation): HandshakeFailure {
  const asked = how === "http" || step === "asked";
  const detail = why.message;
  if (!(why instanceof NoAnswer)) return { kind: "noProxy", asked, detail };
  return { kind: "silence", silent: why.silent, asked, detail };
}

function askHttp(conversation: Conversation, options: HandshakeOptions, end: End): void {
  let interims = 0;
  const answered = ({ status, reason, headers, interim }: upstream.ConnectAnswer): void => {
    if (interim) {
      interims += 1;
      if (interims <= maxInterim) return conversation.expect(upstream.readConnectAnswer, answered);
      const detail = "the upstream sends too many interim answers";
      return end({ failed: { kind: "noProxy", asked: true, detail } });
    }
    if (status >= 200 && status < 300) end({ early: conversation.rest(), headers });
    else end({ failed: { kind: "http", status, reason, headers } });
  };
  conversation.send(upstream.connectRequest(options.target, options));
  conversation.expect(upstream.readConnectAnswer, answered);
}

function askSocks(conversation: Conversation, options: HandshakeOptions, end: End): void {
  const ask = () => {
    conversation.step = "asked";
    conversation.send(upstream.socksRequest(options.target));
    conversation.expect(upstream.readSocksReply, ({ code }) => {
      if (code === 0) end({ early: conversation.rest(), headers: [] });
      else end({ failed: { kind: "socks", reply: code } });
    });
  };
  const login = () => {
    const words = upstream.socksUserPass(options);
    if (words === null) {
      const detail = "the upstream's user or password is too long for SOCKS5";
      return end({ failed: { kind: "noProxy", asked: false, detail } });
    }
    conversation.send(words);
    conversation.expect(upstream.readSocksUserPass, ({ ok }) => {
      if (ok) ask();
      else end({ failed: { kind: "socks", reply: "auth" } });
    });
  };
  conversation.send(upstream.socksGreeting(options));
  const readMethod = (bytes: Uint8Array) => upstream.readSocksMethod(bytes, options);
  conversation.expect(readMethod, ({ method }) => (method === 2 ? login() : ask()));
}

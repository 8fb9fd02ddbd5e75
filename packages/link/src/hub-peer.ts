/**
 * A gateway connected to the hub, on either transport: answers in any order, changes in order. Each
 * question is parsed before its handler (`linkQuestions`); a gateway is told only that its question
 * was refused, with a number under which the hub's log has the reason.
 */
import { linkQuestions } from "@turnpike/contract/link-questions.ts";
import { type Answers, Encoded, type Identity, type Peer } from "./link.ts";
import type { Ask } from "./messages.ts";

/** The most concurrent questions of one gateway; further ones wait in its socket. */
const maxConcurrentCalls = 256;
/** The most bytes queued for a gateway; a slower reader is disconnected and reads a new snapshot. */
export const maxQueuedBytes = 64 * 1024 * 1024;

export interface PeerSocket {
  send(text: string): void;
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
}

/**
 * Why a question was not answered: it is not one that this hub knows, it is `malformed` or
 * `tooLarge`, or its handler failed.
 */
export interface UnansweredQuestion {
  kind: string;
  why: "unknown" | "malformed" | "tooLarge" | "failed";
  /** The number that the gateway was told. */
  ref: number;
  error: unknown;
}

/** What the hub does with the questions of all its gateways. */
export interface Questioning {
  answers: Answers;
  onUnanswered?: (peer: Peer, question: UnansweredQuestion) => void;
}

/** A message, and its size in bytes. `tooLarge`: only its id and kind were read. */
export type Received = (message: object, bytes: number) => void;

let lastRef = 0;

/**
 * Serves a gateway. `receive` takes any message but pings; throws if it is not a question. `pauseFor`
 * leaves its socket unread for some milliseconds.
 */
export function servePeer(
  socket: PeerSocket,
  { id, identity }: { id: number; identity: Identity },
  { answers, onUnanswered }: Questioning,
): { peer: Peer; receive: Received; pauseFor: (ms: number) => void } {
  const peer: Peer = {
    id,
    identity,
    skewMs: 0,
    tell: (news) => socket.send(JSON.stringify(news)),
    close: (code, reason) => socket.close(code, reason),
  };
  const flow = flowOf(socket);
  const refuse = (
    ask: Pick<Ask, "id" | "kind">,
    why: UnansweredQuestion["why"],
    error: unknown,
  ) => {
    const ref = ++lastRef;
    socket.send(JSON.stringify({ id: ask.id, failed: `${why} #${ref}` }));
    onUnanswered?.(peer, { kind: ask.kind.slice(0, 40), why, ref, error });
  };
  // Has no more of the message than its handler needs: it may wait for its turn for long.
  const answer = async (ask: Pick<Ask, "id" | "kind">, parsed: unknown) => {
    flow.begin();
    try {
      const handler = answers[ask.kind] as (question: unknown, from: Peer) => Promise<unknown>;
      socket.send(answerText(ask.id, await handler(parsed, peer)));
    } catch (error) {
      refuse(ask, "failed", error);
    } finally {
      flow.end();
    }
  };
  const receive: Received = (message, bytes) => {
    const { id: asked, kind, question, tooLarge } = message as Ask & { tooLarge?: true };
    if (!Number.isSafeInteger(asked) || typeof kind !== "string")
      throw new SyntaxError("Not a question");
    const ask = { id: asked, kind };
    if (tooLarge) return refuse(ask, "tooLarge", `${bytes} bytes`);
    // A newer gateway may ask what this hub does not know; it continues without the answer.
    const isKnown = Object.hasOwn(answers, kind) && Object.hasOwn(linkQuestions, kind);
    if (!isKnown) return refuse(ask, "unknown", "a question that this version does not know");
    const parsed = linkQuestions[kind].safeParse(question);
    if (parsed.success) void answer(ask, parsed.data);
    else refuse(ask, "malformed", parsed.error);
  };
  return { peer, receive, pauseFor: flow.pauseFor };
}

/** Pauses the socket while too many questions run, and for the times that the rates demand. */
function flowOf(socket: PeerSocket) {
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let pausedUntil = 0;
  const resume = () => {
    if (running < maxConcurrentCalls && timer === undefined) socket.resume();
  };
  return {
    begin: () => {
      running += 1;
      if (running >= maxConcurrentCalls) socket.pause();
    },
    end: () => {
      running -= 1;
      resume();
    },
    pauseFor: (ms: number) => {
      const end = performance.now() + ms;
      if (timer !== undefined && end <= pausedUntil) return;
      pausedUntil = end;
      socket.pause();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        resume();
      }, ms).unref();
    },
  };
}

function answerText(id: number, answer: unknown): string {
  if (answer instanceof Encoded) return `{"id":${id},"answer":${answer.json}}`;
  return JSON.stringify({ id, answer });
}

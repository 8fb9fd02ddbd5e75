/** A gateway connected to the hub, on either transport: answers in any order, changes in order. */
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

/** Serves a gateway. `receive` takes any message but pings; throws if it is not a question. */
export function servePeer(
  socket: PeerSocket,
  { id, identity, answers }: { id: number; identity: Identity; answers: Answers },
): { peer: Peer; receive: (message: object) => void } {
  let running = 0;
  const peer: Peer = {
    id,
    identity,
    skewMs: 0,
    tell: (news) => socket.send(JSON.stringify(news)),
    close: (code, reason) => socket.close(code, reason),
  };
  const answer = async ({ id: number, kind, question }: Ask) => {
    running += 1;
    if (running >= maxConcurrentCalls) socket.pause();
    try {
      const handler = answers[kind] as (question: unknown, from: Peer) => Promise<unknown>;
      socket.send(answerText(number, await handler(question, peer)));
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      socket.send(JSON.stringify({ id: number, failed }));
    } finally {
      running -= 1;
      if (running < maxConcurrentCalls) socket.resume();
    }
  };
  const receive = (message: object) => {
    const { id: number, kind } = message as Partial<Ask>;
    if (!Number.isSafeInteger(number) || typeof kind !== "string")
      throw new SyntaxError("Not a question");
    // A newer gateway may ask what this hub does not know; it continues without the answer.
    if (Object.hasOwn(answers, kind)) void answer(message as Ask);
    else socket.send(JSON.stringify({ id: number, failed: `unknown question: ${kind}` }));
  };
  return { peer, receive };
}

function answerText(id: number, answer: unknown): string {
  if (answer instanceof Encoded) return `{"id":${id},"answer":${answer.json}}`;
  return JSON.stringify({ id, answer });
}

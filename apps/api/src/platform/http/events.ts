/**
 * Calls that are answered by a stream of events (`text/event-stream`, one `data:` line each). They
 * pass the same checks as all others; from the first event on nothing can be refused any more, and
 * the stream ends with the session, with the client, and with the server.
 */
import { Readable } from "node:stream";
import type { Call } from "@turnpike/contract/call.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OncePerSecond } from "./streams.ts";

/** Streams that are open now; the server ends them before it closes. */
export type OpenStreams = Set<AbortController>;

/** Ends all open streams when the server closes, which would wait for them else. */
export function endingStreams(app: FastifyInstance): OpenStreams {
  const open: OpenStreams = new Set();
  app.addHook("preClose", async () => {
    for (const stream of open) stream.abort();
  });
  return open;
}

/** A client that does not read what is left gets so long once its stream has been ended. */
const farewellMs = 1_000;

/** An end for one stream: aborted when the response is over, however that comes. */
export function openStream(reply: FastifyReply, open: OpenStreams): AbortController {
  const ending = new AbortController();
  open.add(ending);
  const over = () => {
    open.delete(ending);
    ending.abort();
  };
  // The client may have gone while it was asked who it is.
  if (reply.raw.closed || reply.raw.destroyed) over();
  else reply.raw.once("close", over);
  ending.signal.addEventListener("abort", () => {
    if (!reply.raw.closed) setTimeout(() => reply.raw.destroy(), farewellMs).unref();
  });
  return ending;
}

/** Sends events as they come, for as long as `stands` holds: it is asked before each of them. */
export function sendEvents(
  reply: FastifyReply,
  given: {
    call: Call;
    events: AsyncIterable<object | null>;
    stands: () => Promise<boolean>;
    ending: AbortController;
  },
): FastifyReply {
  return (
    reply
      .type("text/event-stream; charset=utf-8")
      // A server that closes would wait for a connection that is kept for the next call.
      .header("connection", "close")
      .header("x-accel-buffering", "no")
      .send(Readable.from(frames(given)))
  );
}

/** Whether a session goes on is asked once a second for all of its streams. */
const asked = new OncePerSecond<boolean>();

/** `stands`, asked at most once a second by whoever has the same credential. */
export function standsShared(credential: string, stands: () => Promise<boolean>) {
  const askedNow = () => asked.of(credential, Math.floor(performance.now() / 1_000), stands);
  return askedNow;
}

/** An event that several streams share is written once. */
const written = new WeakMap<object, string>();

function frameOf(call: Call, event: object): string {
  const frame = written.get(event) ?? `data: ${JSON.stringify(call.answer.parse(event))}\n\n`;
  written.set(event, frame);
  return frame;
}

async function* frames({ call, events, stands, ending }: Parameters<typeof sendEvents>[1]) {
  for await (const event of events) {
    if (ending.signal.aborted || !(await stands().catch(() => false))) return;
    // A comment: the client hears that the stream lives, and here it is seen whether the client does.
    yield event === null ? ":\n\n" : frameOf(call, event);
  }
}

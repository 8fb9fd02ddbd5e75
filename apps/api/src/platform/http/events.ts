/**
 * Calls that return a stream of events (`text/event-stream`, one `data:` line each). They pass the
 * same checks as all calls. After the first event nothing can be refused any more; the stream ends
 * with the session, the client's connection or the server.
 */
import { Readable } from "node:stream";
import type { Call } from "@turnpike/contract/call.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { OncePerSecond } from "./streams.ts";

/** The open streams; the server ends them before it closes. */
export type OpenStreams = Set<AbortController>;

/** Ends all open streams when the server closes, which would otherwise wait for them. */
export function trackStreams(app: FastifyInstance): OpenStreams {
  const open: OpenStreams = new Set();
  app.addHook("preClose", async () => {
    for (const stream of open) stream.abort();
  });
  return open;
}

/** How long a client may take to read the rest of an ended stream. */
const drainTimeoutMs = 1_000;

/** Registers a stream; the controller is aborted when the response ends, for whatever reason. */
export function openStream(reply: FastifyReply, open: OpenStreams): AbortController {
  const ending = new AbortController();
  open.add(ending);
  const over = () => {
    open.delete(ending);
    ending.abort();
  };
  // The client may have disconnected while it was being authenticated.
  if (reply.raw.closed || reply.raw.destroyed) over();
  else reply.raw.once("close", over);
  ending.signal.addEventListener("abort", () => {
    if (!reply.raw.closed) setTimeout(() => reply.raw.destroy(), drainTimeoutMs).unref();
  });
  return ending;
}

/** Sends events as they arrive; checks `isValid` before each and ends the stream once it fails. */
export function sendEvents(
  reply: FastifyReply,
  given: {
    call: Call;
    events: AsyncIterable<object | null>;
    isValid: () => Promise<boolean>;
    ending: AbortController;
  },
): FastifyReply {
  return (
    reply
      .type("text/event-stream; charset=utf-8")
      // Otherwise a closing server would wait for the kept-alive connection.
      .header("connection", "close")
      .header("x-accel-buffering", "no")
      .send(Readable.from(frames(given)))
  );
}

/** A credential is checked at most once a second for all of its streams. */
const validity = new OncePerSecond<boolean>();

/** Wraps `isValid` so that it runs at most once a second per credential. */
export function sharedValidity(credential: string, isValid: () => Promise<boolean>) {
  return () => validity.get(credential, Math.floor(performance.now() / 1_000), isValid);
}

/** An event that several streams share is serialised once. */
const encodedFrames = new WeakMap<object, string>();

function frameOf(call: Call, event: object): string {
  const frame =
    encodedFrames.get(event) ?? `data: ${JSON.stringify(call.response.parse(event))}\n\n`;
  encodedFrames.set(event, frame);
  return frame;
}

async function* frames({ call, events, isValid, ending }: Parameters<typeof sendEvents>[1]) {
  for await (const event of events) {
    if (ending.signal.aborted || !(await isValid().catch(() => false))) return;
    // An empty comment keeps the stream alive and shows whether the client is still connected.
    yield event === null ? ":\n\n" : frameOf(call, event);
  }
}

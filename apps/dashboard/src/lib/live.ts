/**
 * Live data streamed by the API (spec/traffic-plan#live-traffic, spec/unlimited#monitor). A stream
 * is read while the page is visible; a lost one is reconnected after a growing pause, an ended
 * session ends it.
 */
import type { CallName, Calls } from "@turnpike/contract/calls.ts";
import type { LiveState } from "@turnpike/ui/StreamState.tsx";
import {
  type CallResult,
  api,
  type Envelope,
  formBody,
  type CallParameters,
  requestFields,
} from "./call.ts";
import { paths } from "./paths.gen.ts";
import { endSession, onSessionClosed } from "./session.ts";

/** Calls answered by a stream of events. */
export type StreamName = {
  [K in CallName]: Calls[K] extends { events: true } ? K : never;
}[CallName];
export type LiveEvent = CallResult<"live">;
export type { LiveState };

/** An event or comment arrives every second; the connection is dead after this long without. */
export const SILENCE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Characters per event; far more than 10,000 sub-accounts need. */
const MAX_EVENT = 4_000_000;

export interface StreamListener<Event> {
  onEvent: (event: Event) => void;
  /** `msg` is the API's message if it refused the stream, else empty. */
  onState: (state: LiveState, msg: string) => void;
}

/** The API refused the stream. */
class StreamRefused extends Error {
  override name = "StreamRefused";
}

/** A stream's request and its listener. */
interface StreamRequest<K extends StreamName> {
  name: K;
  question: CallParameters<K>;
  listener: StreamListener<CallResult<K>>;
}

/** Follows a stream until the returned function is called. Pauses while the page is hidden. */
export function followEvents<K extends StreamName>(
  name: K,
  parameters: CallParameters<K>,
  listener: StreamListener<CallResult<K>>,
): () => void {
  let current: AbortController | null = null;
  const start = () => {
    if (current) return;
    current = new AbortController();
    void readWithReconnect({ name, question: parameters, listener }, current.signal);
  };
  const end = () => {
    current?.abort();
    current = null;
  };
  const followVisibility = () => {
    if (document.visibilityState === "visible") return start();
    end();
    listener.onState("paused", "");
  };
  document.addEventListener("visibilitychange", followVisibility);
  const unsubscribe = onSessionClosed(end);
  followVisibility();
  return () => {
    document.removeEventListener("visibilitychange", followVisibility);
    unsubscribe();
    end();
  };
}

/** Reads one stream after the other until the signal aborts. */
async function readWithReconnect<K extends StreamName>(
  request: StreamRequest<K>,
  signal: AbortSignal,
): Promise<void> {
  const { listener } = request;
  let pauseMs = FIRST_PAUSE_MS;
  const reader: Reader<CallResult<K>> = {
    onActivity: () => {
      if (signal.aborted) return;
      pauseMs = FIRST_PAUSE_MS;
      listener.onState("live", "");
    },
    onEvent: (event) => !signal.aborted && listener.onEvent(event),
  };
  listener.onState("connecting", "");
  while (!signal.aborted) {
    const failure = await readOnce(request, reader, signal);
    if (signal.aborted) return;
    const refused = failure instanceof StreamRefused;
    listener.onState(refused ? "refused" : "lost", refused ? failure.message : "");
    // With jitter, so that many pages do not reconnect at the same instant.
    await pause(pauseMs * (0.75 + Math.random() / 2), signal);
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** Reads one stream from beginning to end; returns why it ended, if known. */
async function readOnce<K extends StreamName>(
  { name, question }: StreamRequest<K>,
  reader: Reader<CallResult<K>>,
  stop: AbortSignal,
): Promise<unknown> {
  const silenceAbort = new AbortController();
  const signal = AbortSignal.any([stop, silenceAbort.signal]);
  const commonFields = requestFields();
  let timer = setTimeout(() => silenceAbort.abort(), SILENCE_MS);
  const resetTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silenceAbort.abort(), SILENCE_MS);
  };
  try {
    const answer = await fetch(new URL(paths[name], api.origin), {
      method: "POST",
      body: formBody({ ...commonFields, ...question }),
      signal,
      credentials: "omit",
    });
    const streams = answer.headers.get("content-type")?.startsWith("text/event-stream");
    if (!streams || !answer.body)
      return refusal((await answer.json()) as Envelope, commonFields.session);
    await readEvents<CallResult<K>>(answer.body, {
      onActivity: () => {
        resetTimer();
        reader.onActivity();
      },
      onEvent: reader.onEvent,
    });
    return null;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
    silenceAbort.abort();
  }
}

function refusal({ code, msg }: Envelope, session: string): unknown {
  if (code === 300) endSession(session, "ended");
  return new StreamRefused(msg);
}

interface Reader<Event> {
  /** Called for every event, and for every comment sent in place of one. */
  onActivity: () => void;
  onEvent: (event: Event) => void;
}

/** Parses a `text/event-stream`: the `data` of each event is one JSON value. */
export async function readEvents<Event>(
  body: ReadableStream<Uint8Array>,
  { onActivity, onEvent }: Reader<Event>,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true }).replaceAll("\r", "");
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    if (rest.length > MAX_EVENT) throw new Error("an event without an end");
    for (const event of events) {
      onActivity();
      const lines = event.split("\n").filter((line) => line.startsWith("data:"));
      if (lines.length === 0) continue;
      onEvent(JSON.parse(lines.map((line) => line.slice(5)).join("\n")) as Event);
    }
  }
}

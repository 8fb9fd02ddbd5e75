/** Reads event streams by fetch, as the dashboard does. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import { type Calls, calls } from "@turnpike/contract/calls.ts";

export interface OpenedStream<Event = CallResponse<Calls["live"]>> {
  status: number;
  type: string;
  /** The events received so far. */
  events: Event[];
  /** The response body, if the response is not a stream. */
  text: string;
  ended: boolean;
  close(): void;
}

/** Opens /v1/live and reads the stream until it ends or `close` is called. */
export function openLive(url: string, fields: Record<string, string>): Promise<OpenedStream> {
  return openStream(url, "live", fields);
}

/** Opens a call that responds with events. */
export async function openStream<K extends "live" | "monitorLive">(
  url: string,
  name: K,
  fields: Record<string, string>,
): Promise<OpenedStream<CallResponse<Calls[K]>>> {
  const leaving = new AbortController();
  const body = new URLSearchParams(fields);
  const { signal } = leaving;
  const answer = await fetch(url + calls[name].path, { method: "POST", body, signal });
  const stream: OpenedStream<CallResponse<Calls[K]>> = {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    events: [],
    text: "",
    ended: false,
    close: () => leaving.abort(),
  };
  const read = async () => {
    const words = new TextDecoder();
    let seen = 0;
    for await (const part of answer.body ?? []) {
      stream.text += words.decode(part as Uint8Array, { stream: true });
      const frames = stream.text.split("\n\n").slice(0, -1);
      for (const frame of frames.slice(seen)) {
        // Anything else is a comment.
        if (frame.startsWith("data: ")) stream.events.push(JSON.parse(frame.slice(6)));
      }
      seen = frames.length;
    }
  };
  const reading = read().catch(() => {});
  void reading.then(() => {
    stream.ended = true;
  });
  if (!stream.type.startsWith("text/event-stream")) await reading;
  return stream;
}

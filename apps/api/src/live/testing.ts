/** A reader of event streams, as the dashboard reads them: by fetch. */
import type { Answer } from "@turnpike/contract/call.ts";
import { type Calls, calls } from "@turnpike/contract/calls.ts";

type Event = Answer<Calls["live"]>;

export interface OpenedStream {
  status: number;
  type: string;
  /** What came so far. */
  events: Event[];
  /** The whole text, where the answer was no stream. */
  text: string;
  ended: boolean;
  close(): void;
}

/** Opens /v1/live; the stream is read on until it ends or `close`. */
export async function openLive(url: string, fields: Record<string, string>): Promise<OpenedStream> {
  const leaving = new AbortController();
  const body = new URLSearchParams(fields);
  const { signal } = leaving;
  const answer = await fetch(url + calls.live.path, { method: "POST", body, signal });
  const stream: OpenedStream = {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "",
    events: [],
    text: "",
    ended: false,
    close: () => leaving.abort(),
  };
  const read = async () => {
    const words = new TextDecoder();
    for await (const part of answer.body ?? []) {
      stream.text += words.decode(part as Uint8Array, { stream: true });
      const lines = stream.text.split("\n\n").slice(stream.events.length, -1);
      for (const line of lines)
        stream.events.push(JSON.parse(line.replace(/^data: /, "")) as Event);
    }
  };
  const reading = read().catch(() => {});
  void reading.then(() => {
    stream.ended = true;
  });
  if (!stream.type.startsWith("text/event-stream")) await reading;
  return stream;
}

/** Calls that are answered by a stream, as async iterators. */
import { readEnvelope, send, type CallOptions, type Connection } from "./request.ts";
import { boundedBy } from "./waiting.ts";

/** The API sends something each second; a stream that is silent for so long has lost its way. */
const silentMs = 30_000;

/**
 * The events of a stream, until it ends with the session, or the reader leaves its loop.
 * @throws TurnpikeRefusal before the first event, TurnpikeUnreachable where the stream breaks off
 */
export async function* events(
  connection: Connection,
  path: string,
  fields: Record<string, unknown>,
  options: CallOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const bound = boundedBy(options.timeoutMs ?? connection.timeoutMs, options.signal);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await send(connection, path, fields, bound);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      await readEnvelope(response, bound);
      return;
    }
    reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let kept = "";
    while (reader) {
      bound.within(silentMs);
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw bound.asFault(error, "the stream broke off");
      });
      // The reader of the events may take its time.
      bound.within(null);
      if (done) return;
      const frames = (kept + decoder.decode(value, { stream: true })).split("\n\n");
      kept = frames.pop() ?? "";
      for (const frame of frames) {
        const data = dataOf(frame);
        if (data !== "") yield JSON.parse(data);
      }
    }
  } finally {
    bound.release();
    await reader?.cancel().catch(() => undefined);
  }
}

/** The data of a frame; empty for a comment, by which a stream tells that it lives. */
function dataOf(frame: string): string {
  return frame
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
}

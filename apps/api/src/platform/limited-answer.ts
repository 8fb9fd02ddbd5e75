/**
 * What others answer is read up to a limit: `json()` and `text()` of an answer read on without end,
 * and unpack a thousandth of what they become.
 */

/** More than any answer of a payment provider. */
export const mostBytes = 4 * 1024 * 1024;

/** Each is a chunk, which may be one byte, and takes as long as a large one. */
const MOST_PARTS = 20_000;

/** An answer that is longer than any that is expected. */
export class TooLong extends Error {}

/** The text of a body's parts. @throws TooLong */
export async function limitedText(
  parts: AsyncIterable<Uint8Array> | null,
  most: number = mostBytes,
): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts ?? []) {
    bytes += part.byteLength;
    // Leaving the loop ends the connection.
    if (read.length >= MOST_PARTS)
      throw new TooLong(`the answer has more than ${MOST_PARTS} parts`);
    if (bytes > most) throw new TooLong(`the answer is longer than ${most} bytes`);
    read.push(part);
  }
  return Buffer.concat(read).toString("utf8");
}

/** The JSON of an answer. @throws TooLong, SyntaxError */
export async function limitedJson(answer: Response, most?: number): Promise<unknown> {
  return JSON.parse(await limitedText(answer.body, most));
}

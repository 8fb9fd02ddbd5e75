/**
 * Frames on the socket between a gateway and the hub on one machine: four bytes of length
 * (big-endian), then UTF-8 JSON.
 */
import { maxMessageBytes, readMessage } from "./messages.ts";

export interface FrameReaderOptions {
  /** The largest frame in bytes. */
  maxBytes?: number;
  read?: (data: Buffer) => object;
}

const headBytes = 4;

/** Encodes a JSON message as a frame. @throws RangeError above `maxMessageBytes` */
export function encodeFrame(json: string): Buffer {
  const body = Buffer.from(json, "utf8");
  if (body.length > maxMessageBytes) throw new RangeError(`A frame of ${body.length} bytes`);
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body], headBytes + body.length);
}

/**
 * Returns a function that takes chunks of bytes and passes on whole messages, in order. It throws
 * (`RangeError` for a frame that is too large, `SyntaxError` for invalid JSON); the caller must
 * then close the connection.
 */
export function frameReader(
  onMessage: (message: object, bytes: number) => void,
  {
    maxBytes = maxMessageBytes,
    read = (data) => readMessage(data.toString("utf8")),
  }: FrameReaderOptions = {},
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;
  let neededBytes = headBytes;
  return (chunk) => {
    chunks.push(chunk);
    bufferedBytes += chunk.length;
    if (bufferedBytes < neededBytes) return;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, bufferedBytes);
    while (rest.length >= headBytes) {
      const length = rest.readUInt32BE(0);
      if (length > maxBytes) throw new RangeError(`A frame of ${length} bytes`);
      if (rest.length < headBytes + length) break;
      onMessage(read(rest.subarray(headBytes, headBytes + length)), length);
      rest = rest.subarray(headBytes + length);
    }
    neededBytes = headBytes + (rest.length >= headBytes ? rest.readUInt32BE(0) : 0);
    chunks = rest.length > 0 ? [rest] : [];
    bufferedBytes = rest.length;
  };
}

/** The address for a path on this platform: the path itself, or on Windows a pipe of that name. */
export function ipcAddress(path: string): string {
  if (process.platform === "win32") {
    return path.startsWith("\\\\") ? path : `\\\\.\\pipe\\${path.replace(/[^0-9a-zA-Z.-]/g, "-")}`;
  }
  // The limit of the kernel's sockaddr_un: on macOS 104 bytes including the NUL.
  if (Buffer.byteLength(path) > 103) throw new Error(`A socket's path above 103 bytes: ${path}`);
  return path;
}

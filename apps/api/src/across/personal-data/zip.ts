/** A ZIP archive as a stream: files one after the other, compressed off the main thread. */
import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

/** The compression's number in the format. */
const DEFLATE = 8;
const LEVEL = 4;

export interface ZipWriter {
  /** Adds a file; resolves when the reader has taken it, so that memory stays bounded. */
  add(filename: string, content: Readable): Promise<void>;
  end(): void;
}

/** Writes an archive to a stream. */
export function zipInto(out: Writable): ZipWriter {
  const zip = new Zip((error, chunk, final) => {
    if (error) out.destroy(error);
    else out.write(chunk);
    if (final) out.end();
  });
  // A reader who leaves takes nothing any more: whatever waits for him ends.
  const left = new AbortController();
  out.once("close", () => left.abort());
  const { signal } = left;
  return {
    async add(filename, content) {
      const file: ZipInputFile = { filename, crc: 0, size: 0, compression: DEFLATE };
      zip.add(file);
      const counted = new PassThrough();
      counted.on("data", (chunk: Buffer) => {
        file.crc = crc32(chunk, file.crc);
        file.size += chunk.length;
      });
      const deflate = createDeflateRaw({ level: LEVEL });
      const written = (async () => {
        for await (const chunk of deflate as AsyncIterable<Buffer<ArrayBuffer>>) {
          file.ondata?.(null, chunk, false);
          if (out.writableNeedDrain) await once(out, "drain", { signal });
          if (out.destroyed) throw new Error("the reader has left");
        }
      })();
      await Promise.all([pipeline(content, counted, deflate, { signal }), written]);
      file.ondata?.(null, new Uint8Array(0), true);
    },
    end: () => zip.end(),
  };
}

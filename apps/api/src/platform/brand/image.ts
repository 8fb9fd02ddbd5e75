/** Images of the brand: SVG is cleaned, PNG is checked by its bytes (spec/brand#images). */
import { crc32, inflateSync } from "node:zlib";
import { imageBytes, type StoredImage } from "@turnpike/contract/brand.ts";
import { cleanSvg, ImageRefused } from "./clean-svg.ts";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Of each side: a browser needs four bytes for a pixel, however small the file is. */
const maxPixels = 1_024;
/** What draws; texts, times and other programs' data are left out. */
const kept = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "cHRM", "IDAT", "IEND"]);
/** Samples of a pixel by colour type. */
const samples: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  name: string;
  body: Buffer;
  /** With its length and its sum. */
  whole: Buffer;
}

function* chunksOf(png: Buffer): Generator<Chunk> {
  let at = SIGNATURE.length;
  for (let name = ""; name !== "IEND"; ) {
    if (at + 12 > png.length) throw new ImageRefused("is a PNG that ends too early");
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length) throw new ImageRefused("is a PNG that ends too early");
    name = png.toString("latin1", at + 4, at + 8);
    if (crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4))
      throw new ImageRefused(`is a damaged PNG: the sum of ${name} is wrong`);
    yield { name, body: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) };
    at = end;
  }
}

/** Whether the pixels are what the head says: a wrong one would fail where it is drawn. */
function assertPixels(head: Buffer, data: Buffer[]): void {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, colour, interlaced] = [head[8] ?? 0, head[9] ?? 0, head[12] ?? 0];
  if (width === 0 || height === 0 || width > maxPixels || height > maxPixels)
    throw new ImageRefused(`has ${width} × ${height} pixels, ${maxPixels} × ${maxPixels} at most`);
  const perPixel = samples[colour];
  if (perPixel === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw new ImageRefused("is a PNG of an unknown kind");
  if (interlaced !== 0) throw new ImageRefused("is an interlaced PNG: save it without");
  const bytes = (Math.ceil((width * perPixel * depth) / 8) + 1) * height;
  let found = -1;
  try {
    found = inflateSync(Buffer.concat(data), { maxOutputLength: bytes + 1 }).length;
  } catch {
    // Told below.
  }
  if (found !== bytes) throw new ImageRefused("is a damaged PNG: its pixels do not fit its size");
}

function cleanPng(png: Buffer): Buffer {
  const chunks = [...chunksOf(png)].filter(({ name }) => kept.has(name));
  const [head] = chunks;
  if (head?.name !== "IHDR" || head.body.length !== 13)
    throw new ImageRefused("is a PNG without a head");
  const data = chunks.filter(({ name }) => name === "IDAT").map(({ body }) => body);
  assertPixels(head.body, data);
  return Buffer.concat([SIGNATURE, ...chunks.map(({ whole }) => whole)]);
}

function cleanText(bytes: Buffer): Buffer {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ImageRefused("is neither PNG nor SVG in UTF-8");
  }
  if (!/<svg[\s>]|:svg[\s>]/.test(text)) throw new ImageRefused("is neither PNG nor SVG");
  return Buffer.from(cleanSvg(text));
}

/** Checks and cleans an image, whatever its file is called. @throws ImageRefused */
export function readImage(bytes: Buffer): StoredImage {
  if (bytes.length > imageBytes)
    throw new ImageRefused(`has ${bytes.length} bytes, ${imageBytes} at most`);
  const isPng = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  const clean = isPng ? cleanPng(bytes) : cleanText(bytes);
  return { type: isPng ? "image/png" : "image/svg+xml", base64: clean.toString("base64") };
}

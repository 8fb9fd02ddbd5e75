/**
 * Documents of an identity check (spec/identity#documents): what a file is, by its content alone. The
 * name and the type that a browser sends say nothing.
 */

export const documentKinds = ["jpeg", "png", "webp", "pdf"] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const maxDocumentBytes = 10_000_000;
/** A document is sent and sealed in parts of this size. */
export const documentPartBytes = 262_144;
/** How many parts a document of so many bytes has. */
export const documentParts = (bytes: number) => Math.ceil(bytes / documentPartBytes);
/** Documents that an account can have at a time. */
export const maxDocuments = 6;
/** The sides of a picture: a small file can unfold to one that no browser can show. */
export const maxDocumentSide = 16_384;
export const maxDocumentPixels = 64_000_000;

/** The media types of pictures, which the staff sees; a PDF is only ever a download. */
export const documentTypes: Record<DocumentKind, string> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  pdf: "application/octet-stream",
};

type Sides = [width: number, height: number];

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));
const big16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
const big32 = (bytes: Uint8Array, at: number) =>
  big16(bytes, at) * 0x1_00_00 + big16(bytes, at + 2);
const little16 = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
const little24 = (bytes: Uint8Array, at: number) =>
  little16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);

const PNG = "\u0089PNG\r\n\u001a\n";

function sidesOfPng(bytes: Uint8Array): Sides | null {
  if (textAt(bytes, 12, 4) !== "IHDR" || big32(bytes, 8) !== 13) return null;
  return [big32(bytes, 16), big32(bytes, 20)];
}

/** Walks a JPEG's segments to the frame that names its sides. */
function sidesOfJpeg(bytes: Uint8Array): Sides | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [big16(bytes, at + 7), big16(bytes, at + 5)];
    const length = big16(bytes, at + 2);
    // The picture's data or its end before a frame.
    if (length < 2 || marker === 0xda || marker === 0xd9) return null;
    at += 2 + length;
  }
  return null;
}

function sidesOfWebp(bytes: Uint8Array): Sides | null {
  const chunk = textAt(bytes, 12, 4);
  if (chunk === "VP8X") return [little24(bytes, 24) + 1, little24(bytes, 27) + 1];
  if (chunk === "VP8 ") return [little16(bytes, 26) & 0x3fff, little16(bytes, 28) & 0x3fff];
  if (chunk !== "VP8L" || bytes[20] !== 0x2f) return null;
  const packed = little24(bytes, 21) + (bytes[24] ?? 0) * 0x1_00_00_00;
  return [(packed % 0x40_00) + 1, (Math.floor(packed / 0x40_00) % 0x40_00) + 1];
}

const fits = (sides: Sides | null) =>
  sides !== null &&
  sides.every((side) => side >= 1 && side <= maxDocumentSide) &&
  sides[0] * sides[1] <= maxDocumentPixels;

/**
 * What a file is, by its first part; null if it is none that we
 * take, or a picture without sides or with too many points.
 */
export function documentKind(head: Uint8Array): DocumentKind | null {
  if (textAt(head, 0, 8) === PNG) return fits(sidesOfPng(head)) ? "png" : null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)
    return fits(sidesOfJpeg(head)) ? "jpeg" : null;
  if (textAt(head, 0, 4) === "RIFF" && textAt(head, 8, 4) === "WEBP")
    return fits(sidesOfWebp(head)) ? "webp" : null;
  return /^%PDF-[12]\.\d/.test(textAt(head, 0, 8)) ? "pdf" : null;
}

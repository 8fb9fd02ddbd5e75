/** How wide and high an image of the brand is, in whatever unit: pages need only the ratio. */
import type { Buffer } from "node:buffer";
import type { StoredImage } from "@turnpike/contract/brand.ts";

const attribute = (root: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(root)?.[1] ?? "";

/** A length without a share of anything: percentages say nothing about the ratio. */
const lengthOf = (text: string) =>
  /^(?:\d+(?:\.\d+)?|\.\d+)\s*(?:px|pt|mm|cm|in)?$/.test(text.trim()) ? parseFloat(text) : 0;

/** As browsers do: the sides that the root names, else those of its view box; square without both. */
function sidesOfSvg(svg: string): [number, number] {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0] ?? "";
  const [, , boxWidth = 1, boxHeight = 1] = attribute(root, "viewBox")
    .split(/[\s,]+/)
    .map(Number);
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : 1;
  const [width, height] = [lengthOf(attribute(root, "width")), lengthOf(attribute(root, "height"))];
  return width > 0 && height > 0 ? [width, height] : [ratio, 1];
}

/** Width and height of a checked image. */
export const sidesOf = ({
  type,
  body,
}: {
  type: StoredImage["type"];
  body: Buffer;
}): [number, number] =>
  type === "image/png"
    ? [body.readUInt32BE(16), body.readUInt32BE(20)]
    : sidesOfSvg(body.toString());

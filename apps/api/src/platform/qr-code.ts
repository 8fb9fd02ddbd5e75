/** QR codes as pictures that stand in a page without being fetched. */
import { renderSVG } from "uqr";

/** A text as QR code: an SVG as data URL. */
export function qrCode(text: string): string {
  const svg = renderSVG(text, { border: 2, ecc: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

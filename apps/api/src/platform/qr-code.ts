/** QR codes as pictures inside the page, so that nothing is fetched. */
import { renderSVG } from "uqr";

/** Returns a text as a QR code: an SVG as data URL. */
export function qrCode(text: string): string {
  const svg = renderSVG(text, { border: 2, ecc: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

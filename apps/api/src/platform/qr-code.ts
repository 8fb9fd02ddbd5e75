/** QR codes as images within the page, so that nothing has to be fetched. */
import { renderSVG } from "uqr";

/** Returns the QR code of a text: an SVG as a data URL. */
export function qrCode(text: string): string {
  const svg = renderSVG(text, { border: 2, ecc: "M" });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

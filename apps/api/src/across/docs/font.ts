/** The dashboard's typeface, if the dashboard is built; its file name contains a hash. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const assets = path.resolve(import.meta.dirname, "../../../../dashboard/dist/assets");

/** Returns the @font-face rule; empty without a build, which leaves the system's typeface. */
export function fontFace(folder = assets): string {
  if (!existsSync(folder)) return "";
  const file = readdirSync(folder).find((name) =>
    /^inter-latin-wght-normal[\w-]*\.woff2$/.test(name),
  );
  if (file === undefined) return "";
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(/assets/${file}) format("woff2")}\n`;
}

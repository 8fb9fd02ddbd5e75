/** The dashboard's typeface, where it is built: its file there is named by its content. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const assets = path.resolve(import.meta.dirname, "../../../../dashboard/dist/assets");

/** The rule that loads it; empty where there is none, and the system's typeface stands in. */
export function fontFace(folder = assets): string {
  if (!existsSync(folder)) return "";
  const file = readdirSync(folder).find((name) =>
    /^inter-latin-wght-normal[\w-]*\.woff2$/.test(name),
  );
  if (file === undefined) return "";
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(/assets/${file}) format("woff2")}\n`;
}

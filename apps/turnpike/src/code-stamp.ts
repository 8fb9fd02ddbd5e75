/** Detects whether the code of gateways on disk has changed (spec/nodes#upgrades). */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The product's folder. */
export const root = path.resolve(import.meta.dirname, "../../..");
const parts = ["package-lock.json", "apps/gateway", "packages/contract", "packages/rules"];
const more = ["packages/link", "packages/net", "packages/proxy-strings"];

/** A text that changes when a file is added, removed or written: paths, sizes and times. */
export function codeStamp(at = root): string {
  const lines: string[] = [];
  for (const part of [...parts, ...more]) add(path.join(at, part), lines);
  return lines.sort().join("\n");
}

function add(file: string, lines: string[]): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) {
    lines.push(`${file} ${found.size} ${found.mtimeMs}`);
    return;
  }
  for (const name of readdirSync(file)) {
    if (name !== "node_modules") add(path.join(file, name), lines);
  }
}

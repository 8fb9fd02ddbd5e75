/** Reads an upstream's file as it is typed, and says what is wrong with it. */
import { readUpstreamFile } from "@turnpike/proxy-strings/upstream/read-file.ts";
import { filledIn, type Upstream } from "@turnpike/proxy-strings/upstream/definition.ts";
import { faultLine, notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import { noPlaces } from "@turnpike/proxy-strings/upstream/place-index.ts";
import { presetOf } from "@turnpike/proxy-strings/upstream/presets.ts";

/** The upstream of a file, or what is wrong with its text. */
export function readFile(text: string): Upstream | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  const read = readUpstreamFile(value);
  if ("fault" in read) return `${read.field}: ${read.fault}`;
  const { preset } = read.file;
  const known = preset === undefined ? null : presetOf(preset);
  return preset !== undefined && known === null ? "preset" : filledIn(read.file, known);
}

/** What is wrong with a file, with its column; null if nothing is. */
export function fileFault(text: string): string | null {
  const upstream = readFile(text);
  if (typeof upstream === "string") return upstream;
  const notation = notationOf(upstream, noPlaces, null);
  return "fault" in notation ? faultLine(notation) : null;
}

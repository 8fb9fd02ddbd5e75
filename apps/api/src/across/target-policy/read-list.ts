/**
 * Reads a list of domains line by line, whatever its length: what cannot be used is counted, and the
 * first such lines are named. Keeps 8 bytes a name meanwhile.
 */
import { createHash, randomInt } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { maxNames, NameSetBuilder } from "@turnpike/rules/name-set.ts";
import { type ListFault, maxLineLength, readListLine } from "@turnpike/rules/target-list.ts";
import { ActRefused } from "../../platform/act-refused.ts";

/** How many lines that were left out are named. */
const maxNamed = 20;
const maxShown = 80;
/** Text is read in slices of this many characters, between which others have their turn. */
const sliceChars = 64 * 1024;

export interface LeftOutLine {
  line: number;
  text: string;
  why: ListFault;
}
/** A list as it was read. */
export interface ReadList {
  bytes: Uint8Array;
  sha256: string;
  /** Different names. */
  names: number;
  lines: number;
  leftOut: number;
  /** The first of the lines that were left out. */
  named: LeftOutLine[];
}

/** Reads a file's bytes. @throws ActRefused if there is no name in it, or too many */
export async function readList(chunks: AsyncIterable<Uint8Array>): Promise<ReadList> {
  const decoder = new TextDecoder();
  const reader = new Reader();
  for await (const chunk of chunks) reader.take(decoder.decode(chunk, { stream: true }));
  reader.take(decoder.decode());
  return reader.end();
}

/** Reads a text. @throws ActRefused if there is no name in it, or too many */
export async function readListText(text: string): Promise<ReadList> {
  const reader = new Reader();
  for (let at = 0; at < text.length; at += sliceChars) {
    reader.take(text.slice(at, at + sliceChars));
    await breathe();
  }
  return reader.end();
}

class Reader {
  #builder = new NameSetBuilder([randomInt(2 ** 32), randomInt(2 ** 32)]);
  /** The beginning of a line whose end has not come yet. */
  #rest = "";
  #lines = 0;
  #leftOut = 0;
  #named: LeftOutLine[] = [];

  take(text: string): void {
    const lines = (this.#rest + text).split("\n");
    // No more of it is kept than says that it is too long.
    this.#rest = (lines.pop() ?? "").slice(0, maxLineLength + 1);
    for (const line of lines) this.#line(line);
  }

  end(): ReadList {
    if (this.#rest !== "") this.#line(this.#rest);
    const { bytes, names } = this.#builder.build();
    const counted = { lines: this.#lines, leftOut: this.#leftOut, named: this.#named };
    if (names === 0)
      throw new ActRefused(`there is no domain name in it${examples(counted)}`, {
        reason: "badField",
      });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { bytes, sha256, names, ...counted };
  }

  #line(line: string): void {
    this.#lines += 1;
    const read = readListLine(line.endsWith("\r") ? line.slice(0, -1) : line);
    if ("names" in read) {
      for (const name of read.names) this.#builder.add(name);
      if (this.#builder.count > maxNames)
        throw new ActRefused(`a list has at most ${maxNames} names`, { reason: "badField" });
      return;
    }
    this.#leftOut += 1;
    if (this.#named.length >= maxNamed) return;
    const text = line
      .trim()
      .slice(0, maxShown)
      .replace(/[^\P{C}]/gu, "?");
    this.#named.push({ line: this.#lines, text, why: read.fault });
  }
}

/** The first lines that were left out, for a sentence. */
export const examples = ({ leftOut, named }: Pick<ReadList, "leftOut" | "named">): string => {
  if (leftOut === 0) return "";
  const some = named.map(({ line, text, why }) => `  line ${line}, "${text}": ${why}`);
  const more = leftOut > named.length ? [`  and ${leftOut - named.length} more`] : [];
  return `; ${leftOut} ${leftOut === 1 ? "line was" : "lines were"} left out:\n${[...some, ...more].join("\n")}`;
};

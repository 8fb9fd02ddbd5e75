/**
 * The language in which an upstream's user name and password are written: text, `{field}`,
 * `{field:transform,…}`, `{field|default}`, and `[optional]`, which is written only if every field
 * in it has a value. Brackets nest. Parsed by hand in linear time.
 */
import { type Transform, readTransform } from "./transforms.ts";

export const loginFields = ["login", "secret", "id", "zone"] as const;
export const placeFields = ["country", "state", "city", "postal", "isp", "asn"] as const;
export const templateFields = [...loginFields, ...placeFields, "session", "minutes"] as const;
export type LoginField = (typeof loginFields)[number];
export type PlaceName = (typeof placeFields)[number];
export type TemplateField = (typeof templateFields)[number];

export type Piece =
  | { kind: "text"; text: string }
  | {
      kind: "field";
      field: TemplateField;
      transforms: readonly Transform[];
      /** Written if the field has no value; null: then the field is required. */
      fallback: string | null;
    }
  | { kind: "optional"; pieces: readonly Piece[] };
export interface Template {
  text: string;
  pieces: readonly Piece[];
  /** Every field that the template names. */
  fields: ReadonlySet<TemplateField>;
}
/** What is wrong, and where: columns count from 1. */
export interface TemplateFault {
  column: number;
  fault: string;
}

/** Limits that keep parsing and rendering cheap. */
export const templateLimit = { length: 1000, depth: 8 } as const;

class Faulty extends Error {
  readonly column: number;
  constructor(at: number, fault: string) {
    super(fault);
    this.column = at + 1;
  }
}

/** Parses a template; never throws. */
export function parseTemplate(text: string): Template | TemplateFault {
  try {
    if (text.length > templateLimit.length) {
      throw new Faulty(templateLimit.length, `longer than ${templateLimit.length} characters`);
    }
    return new Parser(text).parse();
  } catch (error) {
    if (error instanceof Faulty) return { column: error.column, fault: error.message };
    throw error;
  }
}

class Parser {
  #text: string;
  #at = 0;
  #fields = new Set<TemplateField>();

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Template {
    const pieces = this.#pieces([]);
    return { text: this.#text, pieces, fields: this.#fields };
  }

  /** Reads up to the bracket that closes the last of `open`, or to the end. */
  #pieces(open: readonly number[]): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const letter = this.#text[this.#at];
      const start = this.#at;
      if (letter === undefined) {
        const left = open.at(-1);
        if (left !== undefined) throw new Faulty(left, "this bracket is not closed");
        return pieces;
      }
      if (letter === "]") {
        if (open.length === 0) throw new Faulty(start, "this bracket was not opened");
        return pieces;
      }
      if (letter === "[") pieces.push(this.#optional(open));
      else if (letter === "{") pieces.push(this.#field());
      else pieces.push({ kind: "text", text: this.#literal() });
    }
  }

  #optional(open: readonly number[]): Piece {
    const start = this.#at;
    if (open.length >= templateLimit.depth) throw new Faulty(start, "too many nested brackets");
    this.#at += 1;
    const before = this.#at;
    const pieces = this.#pieces([...open, start]);
    if (!pieces.some(namesField)) {
      const what = this.#at === before ? "nothing" : "no field";
      throw new Faulty(start, `these brackets contain ${what}`);
    }
    this.#at += 1;
    return { kind: "optional", pieces };
  }

  #literal(): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text[this.#at] ?? "";
      if (letter === "[" || letter === "]" || letter === "{") break;
      if (letter === "}") throw new Faulty(this.#at, "this brace was not opened");
      if (!isWritable(letter)) throw new Faulty(this.#at, "only visible ASCII can be sent");
    }
    return this.#text.slice(start, this.#at);
  }

  #field(): Piece {
    const start = this.#at;
    const end = this.#text.indexOf("}", start);
    const inner = end < 0 ? -1 : this.#text.slice(start + 1, end).search(/[[\]{]/);
    if (end < 0 || inner >= 0) throw new Faulty(start, "this brace is not closed");
    this.#at = end + 1;
    const bar = this.#text.slice(start, end).indexOf("|");
    const nameEnd = bar < 0 ? end : start + bar;
    const fallback = bar < 0 ? null : this.#fallback(nameEnd + 1, end);
    const colon = this.#text.slice(start, nameEnd).indexOf(":");
    const wordEnd = colon < 0 ? nameEnd : start + colon;
    const field = this.#fieldNamed(start + 1, wordEnd);
    const transforms = colon < 0 ? [] : this.#transforms(field, wordEnd + 1, nameEnd);
    this.#fields.add(field);
    return { kind: "field", field, transforms, fallback };
  }

  #fieldNamed(from: number, to: number): TemplateField {
    const word = this.#text.slice(from, to);
    const field = templateFields.find((name) => name === word);
    if (field === undefined) throw new Faulty(from, `unknown field ${shown(word)}`);
    return field;
  }

  #fallback(from: number, to: number): string {
    for (let at = from; at < to; at += 1) {
      if (!isWritable(this.#text[at] ?? "")) throw new Faulty(at, "only visible ASCII can be sent");
    }
    return this.#text.slice(from, to);
  }

  #transforms(field: TemplateField, from: number, to: number): Transform[] {
    const transforms: Transform[] = [];
    for (let start = from; start <= to; ) {
      const end = wordEnd(this.#text, start, to);
      const word = this.#text.slice(start, end);
      const read = readTransform(word, field);
      if (typeof read === "string") throw new Faulty(start, read);
      transforms.push(read);
      start = end + 1;
    }
    return transforms;
  }
}

/** The end of a transform's word: the next comma that is not between parentheses. */
function wordEnd(text: string, from: number, to: number): number {
  let inside = false;
  for (let at = from; at < to; at += 1) {
    if (text[at] === "(") inside = true;
    else if (text[at] === ")") inside = false;
    else if (text[at] === "," && !inside) return at;
  }
  return to;
}

function namesField(piece: Piece): boolean {
  return piece.kind === "field" || (piece.kind === "optional" && piece.pieces.some(namesField));
}

/** Returns whether a character may be part of a user name or a password on the wire. */
const isWritable = (letter: string): boolean => letter >= " " && letter <= "~";

/** A word of the operator's in a message, cut to a length that fits a line. */
export const shown = (word: string): string =>
  word === "" ? "(empty)" : word.length > 40 ? `${word.slice(0, 40)}…` : word;

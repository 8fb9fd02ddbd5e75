/**
 * An upstream of one pasted line: if the line is a wholesaler's that a preset describes, its login is
 * taken out of it, so that places and sessions work; else the line is used as it is.
 */
import type { ParsedEndpoint } from "@turnpike/rules/read-endpoint.ts";
import { recognise } from "../read/family.ts";
import { type Preset, presets } from "./presets.ts";

export interface RecognisedLine {
  /** The wholesaler's name. */
  title: string;
  preset: string;
  login: Record<string, string>;
  secret: string;
  hosts: string[];
}

/** Placeholders of what the customer of a wholesaler was given. */
const given = new Set(["id", "zone", "login", "secret"]);
const PLACEHOLDER = /\{(\w+)[^}]*\}/g;

/** Reads a line of a wholesaler's; null if no preset is certain or likely to be its. */
export function recogniseLine(line: ParsedEndpoint): RecognisedLine | null {
  const { host, port, username, password } = line;
  const { family, confidence } = recognise({ host, username, password }, []);
  if (confidence === null || confidence === "possible") return null;
  const preset = presets.find((each) => each.preset === family);
  if (!preset) return null;
  const login = partsOf(preset.user, username);
  const secret = partsOf([preset.password], password)?.["secret"];
  if (login === null || secret === undefined) return null;
  const { title } = preset;
  return { title, preset: preset.preset, login, secret, hosts: [`${host}:${port}`] };
}

/** What the placeholders of the first template that fits stand for, without parameters. */
function partsOf(templates: Preset["user"], text: string): Record<string, string> | null {
  for (const template of templates) {
    const found = partsBy(template, text);
    if (found !== null) return found;
  }
  return null;
}

function partsBy(template: string, text: string): Record<string, string> | null {
  const names = [...template.matchAll(PLACEHOLDER)];
  const own = names.filter(([, name = ""]) => given.has(name));
  const last = own.at(-1);
  if (last === undefined) return template === "" ? {} : null;
  const end = last.index + last[0].length;
  // What begins a parameter: the letters before each later placeholder.
  const begins = [...template.slice(end).matchAll(/(?<![^[\]{}])([^[\]{}]+)\{/g)].map(
    ([, word = ""]) => word,
  );
  const cuts = begins.map((word) => text.indexOf(word)).filter((at) => at > 0);
  const plain = text.slice(0, Math.min(text.length, ...cuts));
  const pattern = template
    .slice(0, end)
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>.+?)`))
    .join("");
  const groups = new RegExp(`^${pattern}$`, "i").exec(plain)?.groups;
  return groups ? { ...groups } : null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

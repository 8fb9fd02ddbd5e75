/** The operator's snippet in the head of customers' pages (spec/brand#head-snippet). */
import { createHash } from "node:crypto";
import { noHead, storedHead, type StoredHead } from "@turnpike/contract/head.ts";
import { readSnippet, widenPolicy, writeSnippet } from "@turnpike/rules/head-snippet.ts";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";

export const headSetting = setting<StoredHead>({
  name: "head",
  schema: storedHead,
  initial: noHead,
});

/** The script that asks for consent and then runs the snippet. */
export const HEAD_SCRIPT = "/head.js";

/** What a page gets for the snippet. */
export interface PageHead {
  /** Stands before `</head>`; empty without a snippet. */
  html: string;
  /** The policy of a page that has it. */
  policy: (own: string) => string;
}

const NONE: PageHead = { html: "", policy: (own) => own };
const digest = (text: string) => createHash("sha256").update(text).digest("base64");

function made(stored: StoredHead): PageHead {
  if (stored.html === "") return NONE;
  const { html, origins, consent } = stored;
  const read = readSnippet(html, origins);
  if ("fault" in read) return NONE;
  const { elements } = read;
  const inline = elements.filter(({ tag, text }) => tag === "script" && text !== "");
  const hashes = inline.map(({ text }) => `'sha256-${digest(text)}'`);
  const policy = (own: string) => widenPolicy(own, { origins, hashes });
  if (!consent) return { html: writeSnippet(elements), policy };
  // As data, in which no element can end. Whoever agreed is asked again about another snippet.
  const version = createHash("sha256").update(JSON.stringify(stored)).digest("hex").slice(0, 16);
  const data = JSON.stringify({ version, origins, elements }).replaceAll("<", "\\u003c");
  return {
    html:
      `<script type="application/json" id="head-consent">${data}</script>` +
      `<script src="${HEAD_SCRIPT}" defer></script>`,
    policy,
  };
}

const known = new WeakMap<StoredHead, PageHead>();

/** The snippet in effect, from memory. */
export function headOf({ settings }: Pick<Services, "settings">): PageHead {
  const stored = settings.get(headSetting);
  const kept = known.get(stored) ?? made(stored);
  known.set(stored, kept);
  return kept;
}

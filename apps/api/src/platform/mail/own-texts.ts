/**
 * The operator's own texts, in memory. Which mails have one is a setting that the database keeps itself
 * with each change of a text; texts that were read are kept until the setting changes.
 */
import type { MailTemplate } from "@turnpike/locales/mails.ts";
import { z } from "zod";
import type { Tx } from "../db/database.ts";
import { inMemory } from "../in-memory.ts";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";
import { ownMailText } from "./store.ts";

/** Each as `name lang`. */
export const ownMailTextsSetting = setting<string[]>({
  name: "ownMailTexts",
  schema: z.array(z.string()),
  initial: [],
});

const texts = inMemory(() => ({ version: 0, read: new Map<string, MailTemplate | null>() }));

/** The operator's own text of a mail; null if it has none. */
export async function ownTextOf(
  services: Pick<Services, "settings" | "memory">,
  tx: Tx,
  { name, lang }: { name: string; lang: string },
): Promise<MailTemplate | null> {
  const { settings } = services;
  const one = `${name} ${lang}`;
  if (!settings.get(ownMailTextsSetting).includes(one)) return null;
  const version = settings.version(ownMailTextsSetting);
  const kept = texts(services);
  if (kept.version !== version) Object.assign(kept, { version, read: new Map() });
  const known = kept.read.get(one);
  if (known !== undefined) return known;
  const text = await ownMailText(tx, { name, lang });
  // What was read before a change is not the text after it.
  if (kept.version === version) kept.read.set(one, text);
  return text;
}

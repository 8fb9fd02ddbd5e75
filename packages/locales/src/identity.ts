/** Reasons of decisions on identities, in all languages, as mails name them. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/identity.json" with { type: "json" };
import en from "./en/identity.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/identity.json" with { type: "json" };
import ru from "./ru/identity.json" with { type: "json" };
import vi from "./vi/identity.json" with { type: "json" };
import zh from "./zh-tw/identity.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });

/** A reason as a sentence to the customer. */
export const identityReason = (lang: Lang, reason: keyof typeof en.reasons): string =>
  sentences[lang].reasons[reason];

/** Explanations and remedies for the gateway's refusals; without an English one it does not compile. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/gateway.json" with { type: "json" };
import en from "./en/gateway.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/gateway.json" with { type: "json" };
import ru from "./ru/gateway.json" with { type: "json" };
import vi from "./vi/gateway.json" with { type: "json" };
import zh from "./zh-tw/gateway.json" with { type: "json" };

type RefusedReason = Exclude<RequestRow["reason"], "">;
export interface GatewaySentences {
  /** What the refusal means. */
  text: string;
  /** What the customer can do about it. */
  fix: string;
}
const english: Record<RefusedReason, GatewaySentences> = en;
const sentences = inAllLanguages(english, { zh, fr, ru, vi, de });

/** Returns both sentences of a reason; empty if there is none or it is unknown. */
export function gatewaySentences(lang: Lang, reason: string): GatewaySentences {
  return isRefusedReason(reason) ? sentences[lang][reason] : { text: "", fix: "" };
}

/** Returns whether a text received from elsewhere is a refusal reason of the gateway. */
export function isRefusedReason(text: string): text is RefusedReason {
  return Object.hasOwn(en, text);
}

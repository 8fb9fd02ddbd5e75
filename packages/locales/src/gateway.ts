/** What each refusal of the gateway means and what to do about it; a missing one does not compile. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/gateway.json" with { type: "json" };
import en from "./en/gateway.json" with { type: "json" };
import fr from "./fr/gateway.json" with { type: "json" };
import ru from "./ru/gateway.json" with { type: "json" };
import vi from "./vi/gateway.json" with { type: "json" };
import zh from "./zh-tw/gateway.json" with { type: "json" };

type RefusedReason = Exclude<RequestRow["reason"], "">;
export interface GatewaySentences {
  /** What the reason means. */
  text: string;
  /** What the customer can do. */
  fix: string;
}
const sentences: Record<Lang, Record<RefusedReason, GatewaySentences>> = { en, zh, fr, ru, vi, de };

/** Both sentences of a reason; empty ones for none, and for a reason that is not known here. */
export function gatewaySentences(lang: Lang, reason: string): GatewaySentences {
  return isRefusedReason(reason) ? sentences[lang][reason] : { text: "", fix: "" };
}

/** Whether a text that came over a wire names a reason of the gateway. */
export function isRefusedReason(text: string): text is RefusedReason {
  return Object.hasOwn(en, text);
}

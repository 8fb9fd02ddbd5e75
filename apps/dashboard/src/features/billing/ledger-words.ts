/** How a line of the ledger is told. */
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";

export type LedgerLine = Answered<"ledger">["items"][number];
export const ledgerAssets = [
  "wallet",
  "traffic",
  "ip",
  "static7",
  "static30",
  "static90",
  "short1",
  "short3",
  "short7",
  "profit",
] as const;

/** Names assets, what happened and what it refers to; what has no words is told by its own name. */
export function useLedgerWords() {
  const { t, i18n } = useTranslation("ledger");
  const said = (key: string, name: string) =>
    i18n.exists(`ledger:${key}.${name}`) ? t(`${key}.${name}` as "kinds.order") : name;
  return {
    assetName: (asset: string) => said("assets", asset),
    kindName: (kind: string) => said("kinds", kind),
    refName: (ref: string) => (/^[a-z]+$/.test(ref) ? said("refs", ref) : shortRef(ref)),
  };
}

/** References that are only for machines are shown by their beginning. */
const shortRef = (ref: string): string =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(ref) ? `${ref.slice(0, 8)}…` : ref;

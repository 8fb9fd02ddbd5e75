import { ledgerUnit } from "@turnpike/rules/statement.ts";
import { formatBytes, formatCents, formatNumber } from "../../lib/format.ts";
import { exactBytes, gbText } from "../../ui/Bytes.tsx";
import classes from "./billing.module.css";

/** Traffic that came or went may be little; what there is is told in GB, as everywhere. */
function amountText(asset: string, { amount, signed }: { amount: number; signed: boolean }) {
  const unit = ledgerUnit(asset);
  if (unit === "usd") return formatCents(amount);
  if (unit === "pieces") return formatNumber(amount);
  return signed ? formatBytes(amount) : gbText(amount);
}

/** An amount of an asset; `signed` tells what came by a plus. Exact bytes show on hover. */
export function LedgerAmount(props: { asset: string; amount: number; signed?: boolean }) {
  const { asset, amount, signed = false } = props;
  const came = signed && amount > 0;
  const exact = ledgerUnit(asset) === "bytes" ? { title: exactBytes(amount) } : {};
  return (
    <span className={`numeric ${came ? (classes.came ?? "") : ""}`} {...exact}>
      {came ? "+" : ""}
      {amountText(asset, { amount, signed })}
    </span>
  );
}

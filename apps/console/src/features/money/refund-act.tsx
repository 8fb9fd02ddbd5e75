import { formatCents } from "@turnpike/ui/lib/format.ts";
import type { CallResult } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { formatAsset } from "../../parts/assets.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";

/** Refunds all or part of an order or a recharge. */
export function refundAct(of: { name: string; leftCents: number }): Act<"refund"> {
  return {
    call: "refund",
    name: of.name,
    danger: true,
    confirmText: of.name,
    fixed: { name: of.name },
    fields: [
      {
        name: "cents",
        words: "refundCents",
        kind: "money",
        scale: 100,
        optional: true,
        help: word("refund", "help").replace("{{left}}", formatCents(of.leftCents)),
      },
    ],
    result: (answer) => <Refunded answer={answer} />,
  };
}

/** Where the money was sent, and what was taken back from the customer. */
function Refunded({ answer }: { answer: CallResult<"refund"> }) {
  const taken = formatAsset(answer.asset, answer.taken);
  return (
    <Facts>
      <Fact term={word("columns", "refundedCents")}>{formatCents(answer.refundedCents)}</Fact>
      <Fact term={word("columns", "to")}>{word("methods", answer.to)}</Fact>
      {answer.taken > 0 && (
        <Fact term={word("refund", "taken")}>
          {taken} ({word("ledger:assets", answer.asset)})
        </Fact>
      )}
      {answer.debtCents > 0 && (
        <Fact term={word("refund", "debt")}>{formatCents(answer.debtCents)}</Fact>
      )}
      {answer.due && <Fact term={word("columns", "state")}>{word("refund", "due")}</Fact>}
    </Facts>
  );
}

import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { type Purchase, PurchaseDialog } from "../../purchase/PurchaseDialog.tsx";
import { SoldOut } from "../../purchase/SoldOut.tsx";
import { type Term, termCalls } from "../term.ts";
import { REFRESH_MS, usePrices, useSummary } from "../use-ips.ts";
import type { TakeStart } from "./take-plan.ts";
import { TakeForm } from "./TakeForm.tsx";
import { TakeResult } from "./TakeResult.tsx";

/** Takes static IPs at a place, paid by credits first and then by the wallet. */
export function TakeDialog(props: {
  term: Term;
  opened: boolean;
  start: TakeStart;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-take", "buy", "ui"]);
  const { term } = props;
  return (
    <PurchaseDialog<"staticUse" | "shortExtract", TakeStart>
      call={termCalls[term].take}
      subject={props.opened ? props.start : null}
      title={() => t(`take.title.${term}`)}
      lost={({ num }) => t("lost.taken", { count: num, number: formatNumber(num) })}
      form={(start, purchase) => <Form term={term} start={start} purchase={purchase} />}
      done={(taken, { again, close }) => (
        <TakeResult taken={taken} onMore={again} onClose={close} />
      )}
      onClose={props.onClose}
    />
  );
}

function Form(props: {
  term: Term;
  start: TakeStart;
  purchase: Purchase<"staticUse" | "shortExtract">;
}) {
  const { t } = useTranslation("static-take");
  const { term } = props;
  const stock = useCall(termCalls[term].stock, {}, { everyMs: REFRESH_MS });
  const { glance: summary, credits } = useSummary(term);
  const prices = usePrices(term);
  return (
    <Loaded of={together(stock, summary)} lines={7}>
      {([{ items }]) =>
        items.length > 0 && credits ? (
          <TakeForm {...props} facts={{ stock: items, credits, prices }} />
        ) : (
          <SoldOut
            title={t("stock.none")}
            text={t("stock.noneHelp")}
            again={t("stock.again")}
            stock={stock}
          />
        )
      }
    </Loaded>
  );
}

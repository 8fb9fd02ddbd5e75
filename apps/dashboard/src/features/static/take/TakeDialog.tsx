import { Button } from "@mantine/core";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { IconServerOff } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { type Purchase, PurchaseDialog } from "../../purchase/PurchaseDialog.tsx";
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
      form={(start, purchase) => <Loaded term={term} start={start} purchase={purchase} />}
      done={(taken, { again, close }) => (
        <TakeResult taken={taken} onMore={again} onClose={close} />
      )}
      onClose={props.onClose}
    />
  );
}

function Loaded(props: {
  term: Term;
  start: TakeStart;
  purchase: Purchase<"staticUse" | "shortExtract">;
}) {
  const { t } = useTranslation("static-take");
  const { term } = props;
  const stock = useCall(termCalls[term].stock, {}, { everyMs: REFRESH_MS });
  const { glance: summary, credits } = useSummary(term);
  const prices = usePrices(term);
  const failed = [stock, summary].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!stock.data || !credits) return <LineSkeletons lines={7} height={22} />;
  const { items } = stock.data;
  if (items.length > 0) return <TakeForm {...props} facts={{ stock: items, credits, prices }} />;
  const again = () => void stock.refetch();
  return (
    <EmptyState
      icon={<IconServerOff size={22} />}
      title={t("stock.none")}
      text={t("stock.noneHelp")}
      action={
        <Button variant="default" size="xs" loading={stock.isFetching} onClick={again}>
          {t("stock.again")}
        </Button>
      }
    />
  );
}

import { Button } from "@mantine/core";
import { IconServerOff } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { UnknownOutcome } from "../../payment/UnknownOutcome.tsx";
import type { TakeStart } from "./take-plan.ts";
import { TakeResult } from "./TakeResult.tsx";
import { TakeForm } from "./TakeForm.tsx";
import { type Term, termCalls } from "../term.ts";
import { REFRESH_MS, useSummary, usePrices } from "../use-ips.ts";
import { type Command, useCommand } from "../../../lib/use-command.ts";

export type TakenAnswer = CallResult<"staticUse">;

/**
 * Takes static IPs at a place, paid by credits first and then by the wallet. Each opening is one
 * purchase; if its answer was lost, the next opening asks for it again.
 */
export function TakeDialog(props: {
  term: Term;
  opened: boolean;
  start?: TakeStart;
  onClose: () => void;
}) {
  const { t } = useTranslation(["static-take", "buy", "ui"]);
  const { term } = props;
  const command = useCommand(termCalls[term].take, { handles: true });
  return (
    <StepDialog
      opened={props.opened}
      onClose={props.onClose}
      size="xl"
      busy={command.busy}
      title={t(`take.title.${term}`)}
    >
      <Steps term={term} start={props.start ?? {}} command={command} onClose={props.onClose} />
    </StepDialog>
  );
}

type TakeCommand = Command<"staticUse" | "shortExtract">;
interface StepProps {
  term: Term;
  start: TakeStart;
  command: TakeCommand;
}

function Steps(props: StepProps & { onClose: () => void }) {
  const { t } = useTranslation("static-take");
  const { command } = props;
  const [taken, setTaken] = useState<TakenAnswer | null>(null);
  const show = async (answer: Promise<TakenAnswer | undefined>) => {
    const done = await answer;
    if (done) setTaken(done);
  };
  if (taken) {
    return <TakeResult taken={taken} onMore={() => setTaken(null)} onClose={props.onClose} />;
  }
  const num = command.lost?.num ?? 0;
  return (
    <>
      {command.lost && (
        <UnknownOutcome
          title={t("lost.taken", { count: num, number: formatNumber(num) })}
          busy={command.busy}
          onRetry={() => void show(command.retry())}
          onForget={command.forget}
        />
      )}
      {/* Keeps the form's values in case nothing was taken. */}
      <div hidden={command.lost !== null}>
        <Loaded {...props} onTake={(parameters) => void show(command.send(parameters))} />
      </div>
    </>
  );
}

function Loaded(
  props: StepProps & { onTake: (question: NonNullable<TakeCommand["lost"]>) => void },
) {
  const { term, start, command } = props;
  const stock = useCall(termCalls[term].stock, {}, { everyMs: REFRESH_MS });
  const { glance: summary, credits } = useSummary(term);
  const prices = usePrices(term);
  const failed = [stock, summary].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!stock.data || !credits) return <LineSkeletons lines={7} height={22} />;
  const again = () => void stock.refetch();
  if (stock.data.items.length === 0) return <NoStock busy={stock.isFetching} onAgain={again} />;
  return (
    <TakeForm
      facts={{ term, stock: stock.data.items, credits, prices }}
      start={start}
      busy={command.busy}
      refusal={command.refusal}
      onChange={command.clear}
      onTake={props.onTake}
    />
  );
}

/** Shown when no place has free IPs. */
function NoStock(props: { busy: boolean; onAgain: () => void }) {
  const { t } = useTranslation("static-take");
  return (
    <EmptyState
      icon={<IconServerOff size={22} />}
      title={t("stock.none")}
      text={t("stock.noneHelp")}
      action={
        <Button variant="default" size="xs" loading={props.busy} onClick={props.onAgain}>
          {t("stock.again")}
        </Button>
      }
    />
  );
}

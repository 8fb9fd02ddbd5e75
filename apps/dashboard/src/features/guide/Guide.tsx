import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { Badge } from "@mantine/core";
import { IconX } from "@turnpike/ui/icons.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { makeStale } from "../../lib/stale.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useCall } from "../../lib/queries.ts";
import { GuideDone } from "./GuideDone.tsx";
import { GuideSteps } from "./GuideSteps.tsx";
import { guideSteps, type AccountProgress, stepStates } from "./guide-state.ts";

/** How often to look for the first request; it is logged when it has ended. */
const POLL_MS = 1_500;
const moved: CallName[] = ["trafficInfo", "forecast", "indexInit"];

/** The newest entry of the request log, polled until a request has succeeded. */
function useFirstRequest(waiting: boolean) {
  const [succeeded, setSucceeded] = useState(false);
  const { data } = useCall(
    "requestLog",
    { page: 1, limit: 1 },
    { everyMs: waiting && !succeeded && POLL_MS, staleMs: 0 },
  );
  const newest = data?.items[0];
  const id = newest?.id;
  if (newest?.outcome === "ok" && !succeeded) setSucceeded(true);
  useEffect(() => {
    if (id === undefined) return;
    void makeStale(moved);
  }, [id]);
  return newest;
}

/** Guides a new customer to the first request through the proxy; stays until it is closed. */
export default function Guide(props: {
  progress: AccountProgress;
  /** The payment id of an unpaid traffic order. */
  pendingPayment: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("guide");
  const [initialProgress] = useState(props.progress);
  const newest = useFirstRequest(initialProgress.usedBytes === 0);
  const got = newest?.outcome === "ok";
  const states = stepStates({
    ...props.progress,
    usedBytes: props.progress.usedBytes + (got ? 1 : 0),
  });
  const done = guideSteps.filter((name) => states[name] === "done").length;
  const total = guideSteps.length;
  const finished = states.request === "done";
  return (
    <Panel
      title={t("title")}
      description={t("description")}
      actions={
        <>
          {!finished && (
            <Badge variant="light" size="lg">
              {t("progress", { done: formatNumber(done), total: formatNumber(total) })}
            </Badge>
          )}
          <RowButton tip={t("hide")} icon={IconX} label={t("hide")} onClick={props.onClose} />
        </>
      }
    >
      {finished ? (
        <GuideDone newest={newest} onClose={props.onClose} />
      ) : (
        <GuideSteps states={states} newest={newest} pendingPayment={props.pendingPayment} />
      )}
    </Panel>
  );
}

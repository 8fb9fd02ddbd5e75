import { ActionIcon, Badge, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { Panel } from "../../ui/Panel.tsx";
import { GuideDone } from "./GuideDone.tsx";
import { GuideSteps } from "./GuideSteps.tsx";
import { guideSteps, type Seen, stepStates } from "./guide-state.ts";
import { useFirstRequest } from "./use-first-request.ts";

/** Leads a newcomer to the first request through the proxy; stays until it is closed. */
export default function Guide(props: {
  seen: Seen;
  /** An order of traffic that waits for its payment. */
  pendingPayment: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("guide");
  const [began] = useState(props.seen);
  const newest = useFirstRequest(began.usedBytes === 0);
  const got = newest?.outcome === "ok";
  const states = stepStates({ ...props.seen, usedBytes: props.seen.usedBytes + (got ? 1 : 0) });
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
          <Tooltip label={t("hide")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("hide")}
              onClick={props.onClose}
            >
              <IconX size={17} />
            </ActionIcon>
          </Tooltip>
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

import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { PlanPhase, UnlimitedPort } from "../port.ts";
import { Part } from "../port/PortDetails.tsx";
import type { Task } from "../port-dialogs/PortDialogs.tsx";
import { PortButtons } from "../port/PortButtons.tsx";
import { PortDetailList } from "../port/PortDetailList.tsx";
import { PortTry } from "../port/PortTry.tsx";
import classes from "../ports.module.css";

/** The one port of a bandwidth plan, with room for all of it. */
export function PortPanel(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  clockOffsetMs: number;
  phase: PlanPhase;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { clockOffsetMs, ...shared } = props;
  const { row, phase } = props;
  return (
    <Panel title={t("ports.one")} actions={<PortButtons {...shared} />}>
      <div className={classes.halves}>
        <Part title={t("details.facts")}>
          <PortDetailList row={row} phase={phase} clockOffsetMs={clockOffsetMs} />
        </Part>
        {phase === "running" && (
          <Part title={t("details.try")} help={t("details.tryHelp")}>
            <PortTry row={row} />
          </Part>
        )}
      </div>
    </Panel>
  );
}

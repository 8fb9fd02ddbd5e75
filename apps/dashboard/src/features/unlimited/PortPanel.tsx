import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { Panel } from "../../ui/Panel.tsx";
import type { Life, UnlimitedPort } from "./port.ts";
import { Part } from "./PortDetails.tsx";
import type { Task } from "./PortDialogs.tsx";
import { PortDoings } from "./PortButtons.tsx";
import { PortFacts } from "./PortDetailList.tsx";
import { PortTry } from "./PortTry.tsx";
import classes from "./ports.module.css";

/** The one port of a bandwidth plan, with room for all of it. */
export function PortPanel(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  aheadMs: number;
  life: Life;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { aheadMs, ...shared } = props;
  const { row, life } = props;
  return (
    <Panel title={t("ports.one")} actions={<PortDoings {...shared} />}>
      <div className={classes.halves}>
        <Part title={t("details.facts")}>
          <PortFacts row={row} life={life} aheadMs={aheadMs} />
        </Part>
        {life === "running" && (
          <Part title={t("details.try")} help={t("details.tryHelp")}>
            <PortTry row={row} />
          </Part>
        )}
      </div>
    </Panel>
  );
}

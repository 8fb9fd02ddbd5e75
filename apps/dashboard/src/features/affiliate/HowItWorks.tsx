import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatPercent } from "../../lib/format.ts";
import { Panel } from "../../ui/Panel.tsx";
import classes from "./affiliate.module.css";
import type { ShareInfo } from "./share-info.ts";

/** The programme's rules in three lines, with the numbers that hold now. */
export function HowItWorks({ info }: { info: ShareInfo | undefined }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <Panel title={t("rules.title")} className={classes.rules ?? ""}>
      <ol className={classes.steps}>
        <Step title={t("rules.shareTitle")} text={t("rules.share")} />
        <Step
          title={t("rules.earnTitle")}
          text={
            info &&
            t("rules.earn", {
              order: formatPercent(info.orderPercent),
              renewal: formatPercent(info.renewalPercent),
            })
          }
        />
        <Step
          title={t("rules.withdrawTitle")}
          text={info && t("rules.withdraw", { count: info.freezeDays })}
        />
      </ol>
    </Panel>
  );
}

function Step(props: { title: string; text: string | undefined }) {
  return (
    <li className={classes.step}>
      <Text fw={600} fz="sm">
        {props.title}
      </Text>
      {props.text === undefined ? (
        <Skeleton h={34} mt={4} aria-hidden />
      ) : (
        <Text c="dimmed" fz="sm">
          {props.text}
        </Text>
      )}
    </li>
  );
}

import { IconChartAreaLine } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TryCommand } from "../proxy-test/TryCommand.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** No traffic yet: the first command to try, or the way to a sub-account. */
export function NothingYet() {
  const { t } = useTranslation("package-purchase");
  return (
    <Panel>
      <EmptyState icon={<IconChartAreaLine size={22} />} title={t("empty.title")} />
      <TryCommand text={t("empty.try")} />
    </Panel>
  );
}

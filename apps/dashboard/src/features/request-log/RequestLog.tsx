import { ActionIcon, Group, Switch, Tooltip } from "@mantine/core";
import { IconRefresh } from "@turnpike/ui/icons.ts";
import { useIsFetching } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ExportMenu } from "./ExportMenu.tsx";
import { Filters } from "./Filters.tsx";
import { LogTable } from "./LogTable.tsx";
import { RequestDetail } from "./RequestDetail.tsx";
import { useLog } from "./use-log.ts";

/**
 * The requests of the last 24 hours and their outcomes (spec/traffic-plan#request-log).
 * `?search=ID` finds one by its `X-Request-Id`; `&row=ID` opens it.
 */
export function RequestLog() {
  const { t } = useTranslation("request-log");
  const log = useLog();
  return (
    <>
      <PlaceHeader
        description={t("description")}
        actions={
          <Group gap="md">
            <Switch
              label={t("auto")}
              checked={log.auto}
              onChange={(event) => log.setAuto(event.currentTarget.checked)}
            />
            <Refresh onClick={() => void log.answer.refetch()} />
            <ExportMenu filter={log.filter} empty={log.answer.data?.total === 0} />
          </Group>
        }
      />
      <Panel flush>
        <Filters filter={log.filter} onChange={log.setFilter} />
        <LogTable log={log} />
      </Panel>
      <RequestDetail row={log.opened} onClose={() => log.open("")} />
    </>
  );
}

function Refresh({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("request-log");
  const busy = useIsFetching({ queryKey: ["requestLog"] }) > 0;
  return (
    <Tooltip label={t("refresh")}>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={t("refresh")}
        aria-busy={busy}
        onClick={onClick}
      >
        <IconRefresh size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

import { RowButton } from "@turnpike/ui/list/buttons.tsx";
import { Box, Button } from "@mantine/core";
import { IconChevronRight, IconListSearch } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { TryCommand } from "../proxy-test/TryCommand.tsx";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useColumns } from "./log-columns.tsx";
import type { LoggedRequest } from "./outcomes.ts";
import type { Log } from "./use-log.ts";

/** The requests, newest first. */
export function LogTable({ log }: { log: Log }) {
  const { t } = useTranslation("request-log");
  const columns = useColumns();
  const { answer } = log;
  return (
    <DataTable<LoggedRequest>
      label={t("list")}
      columns={columns}
      rows={answer.data?.items}
      rowId={(row) => row.id}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      total={answer.data?.total}
      url={log.url}
      onOpen={(row) => log.open(row.id)}
      actions={(row) => <Details row={row} onOpen={() => log.open(row.id)} />}
      empty={<Nothing log={log} />}
    />
  );
}

function Details({ row, onOpen }: { row: LoggedRequest; onOpen: () => void }) {
  const { t } = useTranslation("request-log");
  return (
    <RowButton
      tip={t("details")}
      icon={IconChevronRight}
      label={t("detailsOf", { id: row.id })}
      onClick={onOpen}
    />
  );
}

/** Shown if nothing matches; if there are no requests at all, with a first command to try. */
function Nothing({ log }: { log: Log }) {
  const { t } = useTranslation("request-log");
  const icon = <IconListSearch size={22} />;
  if (!log.filtered) {
    return (
      <>
        <EmptyState icon={icon} title={t("none")} />
        <Box px="md" pb="lg">
          <TryCommand text={t("noneHelp")} />
        </Box>
      </>
    );
  }
  const clear = () => log.setFilter({ search: "", account: "", outcome: "", range: "" });
  return (
    <EmptyState
      icon={icon}
      title={t("noneFound")}
      text={log.filter.search && t("noneFoundHelp")}
      action={
        <Button variant="default" size="xs" onClick={clear}>
          {t("clearFilters")}
        </Button>
      }
    />
  );
}

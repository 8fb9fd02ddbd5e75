import { Box, Button, Select, Stack } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { IconPlus, IconUsers } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { PROXY_ROWS, sortWord, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { BatchActions } from "./BatchActions.tsx";
import { RowActions } from "./RowActions.tsx";
import type { Task } from "./SubAccountDialogs.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { AccountCard, useColumns } from "./sub-account-columns.tsx";
import { deleteTicked } from "../proxy-table/delete-ticked.ts";
import { ProxyTable } from "../proxy-table/ProxyTable.tsx";

const SubAccountDialogs = lazyComponent(
  async () => (await import("./SubAccountDialogs.tsx")).SubAccountDialogs,
);

const REFRESH_MS = 5000;

interface SubAccountsProps {
  creating: boolean;
  onCreating: (creating: boolean) => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
  onExplain: () => void;
}

/** The sub-accounts and their actions (spec/traffic-plan#sub-accounts). */
export function SubAccounts(props: SubAccountsProps) {
  const { t } = useTranslation("traffic-use");
  const { list, url, filter, setFilter } = useList();
  const [task, setTask] = useState<Task | null>(null);
  const selected = useSelectedRows(list.data?.items);
  const buy = () => {
    setTask(null);
    props.onBuy();
  };
  const filtered = filter.q !== "" || filter.status !== "";
  const first = list.data?.total === 0 && !filtered;
  const remove = deleteTicked(selected, t("batch.selectRow"), (rows) =>
    setTask({ kind: "delete", rows }),
  );
  return (
    <Panel
      flush
      title={t("accounts.title")}
      description={t("accounts.description")}
      actions={<Create onClick={() => props.onCreating(true)} />}
    >
      <ProxyTable<SubAccount>
        label={t("accounts.list")}
        views={{ table: "sub-accounts", filters: ["q", "status"] }}
        columns={useColumns()}
        list={list}
        url={url}
        rowName={(row) => row.account}
        first={first}
        filters={<Filters {...filter} onChange={setFilter} />}
        selected={selected}
        selectedLabel={(count) => t("batch.selected", { count })}
        batch={<BatchActions selected={selected} onDelete={remove} />}
        onDelete={remove}
        card={AccountCard}
        actions={(row) => <RowActions row={row} onTask={setTask} onEndpoints={props.onEndpoints} />}
        empty={
          <NoAccounts
            filtered={filtered}
            onCreate={() => props.onCreating(true)}
            onExplain={props.onExplain}
          />
        }
      />
      <LazyMount wanted={props.creating || task !== null}>
        <SubAccountDialogs
          task={props.creating && list.data ? { kind: "create", first } : task}
          onClose={() => (props.creating ? props.onCreating(false) : setTask(null))}
          onDeleted={selected.clear}
          onEndpoints={props.onEndpoints}
          onBuy={buy}
        />
      </LazyMount>
    </Panel>
  );
}

function Create({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation("traffic-use");
  return (
    <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {t("accounts.create")}
    </Button>
  );
}

/** The columns the call can sort by, under its names (contract `subUserSorts`). */
const sorts = ["account", "usedBytes", "createdAt"] as const;

/** The page of sub-accounts selected by the URL. */
function useList() {
  const url = useTableUrl("", PROXY_ROWS);
  const [filter, setFilter] = useUrlText(["q", "status"]);
  const { q, status } = filter;
  const parameters: CallParameters<"subUsers"> = {
    page: url.page,
    limit: url.limit,
    mainFirst: true,
    sort: sortWord(url.sort, sorts),
    ...(q ? { search: q } : {}),
    ...(status === "enabled" || status === "disabled" ? { status } : {}),
  };
  const list = useCall("subUsers", parameters, { keepLast: true, everyMs: REFRESH_MS });
  useLastPage(url, list.data);
  return { list, url, filter, setFilter };
}

function NoAccounts(props: { filtered: boolean; onCreate: () => void; onExplain: () => void }) {
  const { t } = useTranslation("traffic-use");
  const icon = <IconUsers size={22} />;
  if (props.filtered) return <EmptyState icon={icon} title={t("accounts.noneFound")} />;
  return (
    <EmptyState
      icon={icon}
      title={t("accounts.none")}
      text={t("accounts.noneHelp")}
      action={
        <Stack gap="xs" align="center">
          <Button onClick={props.onCreate}>{t("accounts.create")}</Button>
          <Button variant="subtle" size="sm" onClick={props.onExplain}>
            {t("foreign.coming")}
          </Button>
        </Stack>
      }
    />
  );
}

function Filters(props: {
  q: string;
  status: string;
  onChange: (changes: { q?: string; status?: string }) => void;
}) {
  const { t } = useTranslation("traffic-use");
  return (
    <>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 320 }}>
        <SearchField
          label={t("accounts.search")}
          value={props.q}
          onSearch={(q) => props.onChange({ q })}
        />
      </Box>
      <Select
        w={{ base: "100%", xs: 180 }}
        aria-label={t("accounts.status")}
        placeholder={t("accounts.anyStatus")}
        clearable
        value={props.status || null}
        onChange={(status) => props.onChange({ status: status ?? "" })}
        data={[
          { value: "enabled", label: t("accounts.enabled") },
          { value: "disabled", label: t("accounts.disabled") },
        ]}
      />
    </>
  );
}

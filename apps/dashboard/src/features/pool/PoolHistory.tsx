import { Box, Button, SegmentedControl, Select, Stack, Tabs } from "@mantine/core";
import { IconHistory, IconKey, IconPlugConnected, IconShieldCheck } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { formatCountry, formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import tabsClasses from "@turnpike/ui/PhoneTabs.module.css";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { useSelectedRows } from "@turnpike/ui/selected-rows.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { OpenedBatch, type Task } from "./OpenedBatch.tsx";
import { deleteTicked } from "../proxy-table/delete-ticked.ts";
import { ProxyTable } from "../proxy-table/ProxyTable.tsx";
import { useOpenedCard, useOpenedColumns } from "./opened-columns.tsx";
import { Dialogs, NothingFound } from "./OpenedIps.tsx";
import type { OpenTarget } from "./open-plan.ts";
import { usePlaceText } from "../place/use-place-text.ts";
import { addressOf, type IpAuth, type OpenedIp, REFRESH_MS } from "./pool-ip.ts";
import { RowActions } from "./RowActions.tsx";
import { type OpenedList, useOpened } from "./use-opened.ts";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";

const HEIGHT_PX = 200;

/** The number of IPs opened on each of the last 7 or 30 days (UTC). */
function HistoryChart() {
  const { t } = useTranslation("pool");
  const [view, setView] = useUrlText(["days"], { keepsPage: true });
  const days = view.days === "30" ? 30 : 7;
  const chart = useCall("ipLineChart", { days }, { everyMs: REFRESH_MS, keepLast: true });
  const items = chart.data?.items;
  const total = items?.reduce((sum, { opened }) => sum + opened, 0) ?? 0;
  const summary = t("history.sum", { count: total, number: formatNumber(total) });
  return (
    <Panel
      title={t("history.chart")}
      description={items && summary}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t("history.span")}
          value={String(days)}
          onChange={(value) => setView({ days: value === "30" ? "30" : "" })}
          data={[7, 30].map((value) => ({
            value: String(value),
            label: t("history.days", { count: value }),
          }))}
        />
      }
    >
      {chart.isError && !items ? (
        <ErrorState error={chart.error} onRetry={() => void chart.refetch()} />
      ) : items ? (
        <Chart
          kind="area"
          whole
          heightPx={HEIGHT_PX}
          points={items.map(({ day, opened }) => ({ label: formatUtcDay(day), opened }))}
          series={[{ key: "opened", name: t("history.opened") }]}
          formatValue={formatNumber}
          summary={summary}
        />
      ) : (
        <LineSkeletons lines={6} height={20} />
      )}
    </Panel>
  );
}

const OpenDialog = lazyComponent(async () => (await import("./OpenDialog.tsx")).OpenDialog);

const areas = ["pool", "buy", "static-take", "lines", "formats", "parts", "ui"] as const;
const screenOf = { user: "/cli/isp-user", nouser: "/cli/isp-nouser" } as const;

/**
 * The IPs opened in the last five hours, and the number opened per day (spec/dashboard#screens).
 * `?kind=nouser` shows those for whitelisted addresses; filters are kept in the URL.
 */
export function PoolHistory() {
  const { t } = useTranslation(areas);
  const [{ kind }, setKind] = useUrlText(["kind"]);
  const auth: IpAuth = kind === "nouser" ? "nouser" : "user";
  return (
    <>
      <PlaceHeader description={t("history.description")} />
      <Stack gap="lg">
        <HistoryChart />
        <Tabs
          value={auth}
          onChange={(next) => setKind({ kind: next === "nouser" ? "nouser" : "" })}
          keepMounted={false}
        >
          <Tabs.List mb="md" className={tabsClasses.tabs ?? ""}>
            <Tabs.Tab value="user" leftSection={<IconKey size={17} aria-hidden />}>
              {t("history.user")}
            </Tabs.Tab>
            <Tabs.Tab value="nouser" leftSection={<IconShieldCheck size={17} aria-hidden />}>
              {t("history.nouser")}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={auth}>
            <Records key={auth} auth={auth} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </>
  );
}

function Records({ auth }: { auth: IpAuth }) {
  const { t } = useTranslation("pool");
  const navigate = useNavigate();
  const sameOf = useSame();
  const opened = useOpened(auth, { records: true });
  const { list, url, answeredAtMs } = opened;
  const selected = useSelectedRows<OpenedIp>(list.data?.items);
  const [task, setTask] = useState<Task | null>(null);
  const [target, setTarget] = useState<OpenTarget | null>(null);
  const first = list.data?.total === 0 && !opened.filtered;
  const remove = deleteTicked(selected, t("batch.selectIp"), (rows) =>
    setTask({ kind: "delete", rows }),
  );
  return (
    <Panel flush>
      <ProxyTable<OpenedIp>
        label={t("history.label")}
        views={{ table: `records-${auth}`, filters: ["find", "from", "status"] }}
        columns={useOpenedColumns(answeredAtMs, "records")}
        list={list}
        url={url}
        rowName={addressOf}
        card={useOpenedCard(answeredAtMs)}
        first={first}
        filters={<Filters opened={opened} />}
        selected={selected}
        selectedLabel={(count) => t("list.selected", { count, number: formatNumber(count) })}
        batch={
          <OpenedBatch
            selected={selected}
            extra={(rows) => <Again rows={rows} onAgain={setTarget} />}
            onTask={setTask}
          />
        }
        onDelete={remove}
        actions={(row) => (
          <RowActions row={row} onTask={setTask} onAgain={(again) => setTarget(sameOf([again]))} />
        )}
        empty={
          opened.filtered ? <NothingFound onClear={opened.clear} /> : <NoRecords auth={auth} />
        }
      />
      <Dialogs {...{ auth, task, answeredAtMs, selected }} onClose={() => setTask(null)} />
      <LazyMount wanted={target !== null}>
        <OpenDialog
          auth={auth}
          wanted={target}
          onClose={(toList) => {
            setTarget(null);
            if (toList) void navigate(`${screenOf[auth]}?tab=opened`);
          }}
        />
      </LazyMount>
    </Panel>
  );
}

/** Returns a function that maps rows to the exits they used, without duplicates. */
function useSame() {
  const placeText = usePlaceText();
  return (rows: readonly OpenedIp[]): OpenTarget => {
    const names = new Map(rows.map((row) => [row.exitId, `${row.ip} · ${placeText(row)}`]));
    return { kind: "chosen", exits: [...names].map(([id, name]) => ({ id, name })) };
  };
}

/** Opens the selected exits once more. */
function Again(props: { rows: readonly OpenedIp[]; onAgain: (wanted: OpenTarget) => void }) {
  const { t } = useTranslation("pool");
  const sameOf = useSame();
  const { rows, onAgain } = props;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlugConnected size={15} aria-hidden />}
      onClick={() => onAgain(sameOf(rows))}
    >
      {t("actions.again")}
    </Button>
  );
}

function Filters({ opened }: { opened: OpenedList }) {
  const { t } = useTranslation("pool");
  const { filter, setFilter } = opened;
  const countries = useCall("countrys", {}, { staleMs: 60_000 }).data?.items ?? [];
  const codes = new Set([...countries.map(({ code }) => code), filter.from].filter(Boolean));
  const data = [...codes]
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 320 }}>
        <SearchField
          key={filter.find === "" ? "none" : "some"}
          label={t("opened.search")}
          value={filter.find}
          onSearch={(find) => setFilter({ find })}
        />
      </Box>
      <Select
        w={{ base: "100%", xs: 220 }}
        aria-label={t("filter.country")}
        placeholder={t("filter.any.country")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("filter.any.country") }}
        {...useLongList()}
        value={filter.from || null}
        onChange={(from) => setFilter({ from: from ?? "" })}
        data={data}
      />
      <SegmentedControl
        aria-label={t("columns.status")}
        value={filter.status || "all"}
        onChange={(status) => setFilter({ status: status === "all" ? "" : status })}
        data={(["all", "active", "ended"] as const).map((value) => ({
          value,
          label: t(`history.status.${value}`),
        }))}
      />
    </>
  );
}

function NoRecords({ auth }: { auth: IpAuth }) {
  const { t } = useTranslation("pool");
  return (
    <EmptyState
      icon={<IconHistory size={22} />}
      title={t("history.none")}
      text={t("history.noneHelp")}
      action={
        <Button mt="xs" component={Link} to={screenOf[auth]}>
          {t("opened.find")}
        </Button>
      }
    />
  );
}

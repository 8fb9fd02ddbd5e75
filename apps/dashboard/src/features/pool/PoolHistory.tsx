import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { List } from "@turnpike/ui/list/List.tsx";
import { useOpened } from "./use-opened.ts";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Button, SegmentedControl, Stack, Tabs } from "@mantine/core";
import { IconHistory, IconKey, IconPlugConnected, IconShieldCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import tabsClasses from "@turnpike/ui/PhoneTabs.module.css";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { OpenedBatch } from "./OpenedBatch.tsx";
import { useOpenedActs } from "./use-opened-acts.tsx";
import { useOpenedCard, useOpenedColumns } from "./opened-columns.tsx";
import { useNothingFound } from "./OpenedIps.tsx";
import type { OpenTarget } from "./open-plan.ts";
import { usePlaceText } from "../place/use-place-text.ts";
import { addressOf, type IpAuth, type OpenedIp, REFRESH_MS } from "./pool-ip.ts";
import { RowActions } from "./RowActions.tsx";
import { useOpening } from "./use-opening.tsx";
import { Chart } from "@turnpike/ui/Chart.tsx";

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
      <Loaded of={chart} lines={6} height={20}>
        {(answer) => (
          <Chart
            kind="area"
            whole
            heightPx={HEIGHT_PX}
            points={answer.items.map(({ day, opened }) => ({ label: formatUtcDay(day), opened }))}
            series={[{ key: "opened", name: t("history.opened") }]}
            formatValue={formatNumber}
            summary={summary}
          />
        )}
      </Loaded>
    </Panel>
  );
}

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
  const { selected, answeredAtMs } = opened;
  const acts = useOpenedActs({ auth, answeredAtMs, onDeleted: selected.drop });
  const opening = useOpening(auth, () => void navigate(`${screenOf[auth]}?tab=opened`));
  return (
    <>
      <List<OpenedIp>
        list={opened}
        label={t("history.label")}
        columns={useOpenedColumns(answeredAtMs, "records")}
        rowName={addressOf}
        card={useOpenedCard(answeredAtMs)}
        filters={<StatusFilter opened={opened} />}
        batch={{
          label: (count) => t("list.selected", { count, number: formatNumber(count) }),
          buttons: (
            <OpenedBatch
              rows={selected.rows}
              extra={<Again rows={selected.rows} onAgain={opening.open} />}
              acts={acts}
            />
          ),
          onDelete: acts.delete,
          selectFirst: t("batch.selectIp"),
        }}
        actions={(row) => (
          <RowActions row={row} acts={acts} onAgain={(again) => opening.open(sameOf([again]))} />
        )}
        empty={{ ...useNothingFound(), none: <NoRecords auth={auth} /> }}
      />
      {opening.dialog}
    </>
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
    <BatchButton
      needs="buy"
      icon={IconPlugConnected}
      label={t("actions.again")}
      onClick={() => onAgain(sameOf(rows))}
    />
  );
}

function StatusFilter({ opened }: { opened: ReturnType<typeof useOpened> }) {
  const { t } = useTranslation("pool");
  return (
    <SegmentedControl
      aria-label={t("columns.status")}
      value={opened.values["status"] || "all"}
      onChange={(status) => opened.setValues({ status: status === "all" ? "" : status })}
      data={(["all", "active", "ended"] as const).map((value) => ({
        value,
        label: t(`history.status.${value}`),
      }))}
    />
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

import { List } from "@turnpike/ui/list/List.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import { useList } from "../../ui/list/use-list.ts";
import { Button, Group, Text, Alert, SimpleGrid } from "@mantine/core";
import {
  IconListNumbers,
  IconMapPinOff,
  IconPlugConnected,
  IconFilterOff,
} from "@turnpike/ui/icons.ts";
import { maxOpenedIps } from "@turnpike/rules/pool.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { OpenTarget } from "./open-plan.ts";
import { PoolCard, usePoolColumns } from "./pool-columns.tsx";
import { parametersOf, chosenValue, type FilterName, filterNames } from "./pool-filter.ts";
import classes from "./pool.module.css";
import { usePlaceText } from "../place/use-place-text.ts";
import { type PoolIp, REFRESH_MS } from "./pool-ip.ts";
import { usePoolFilter, type PoolFilterState } from "./use-pool-filter.ts";
import place from "../place/place.module.css";
import { PlaceSelect } from "../place/PlaceSelect.tsx";

/** Drawn by the screen: each list contains only what exists within the others. */
const ownFilters = filterNames.map((name) => ({
  name,
  as: "own" as const,
  label: "",
  accepts: /./,
  options: [],
}));
const placeNames: readonly FilterName[] = ["state", "city", "postal"];

/** The place and network of exits: each list contains only what exists within the other choices. */
function PoolFilters({ pool }: { pool: PoolFilterState }) {
  const { t } = useTranslation("pool");
  const { filter, choices, cleared } = pool;
  /** The lists within a country are empty until one has been chosen. */
  const waits = (name: FilterName) => placeNames.includes(name) && filter.country === "";
  return (
    <div className={classes.filters}>
      <SimpleGrid className={place.steps ?? ""} cols={{ base: 2, md: 3, xl: 6 }} spacing="sm">
        {filterNames.map((name) => (
          <PlaceSelect
            key={name}
            label={t(`filter.${name}`)}
            any={t(waits(name) ? "filter.countryFirst" : `filter.any.${name}`)}
            value={chosenValue(name, filter)}
            options={choices[name].options}
            loading={!choices[name].loaded}
            disabled={waits(name)}
            onChange={(value) => pool.choose(name, value)}
          />
        ))}
      </SimpleGrid>
      {cleared.length > 0 && (
        <Alert
          mt="sm"
          color="amber"
          role="status"
          icon={<IconFilterOff aria-hidden />}
          withCloseButton
          closeButtonLabel={t("filter.understood")}
          onClose={pool.forget}
        >
          {t("filter.cleared", { count: cleared.length, list: cleared.join(", ") })}
        </Alert>
      )}
      {pool.narrowed && (
        <Group mt="xs" gap={4} justify="space-between">
          <Text fz="sm" c="dimmed">
            {pool.words}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={pool.clear}>
            {t("filter.clear")}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** The exits that are online: filtered by place and network, opened by row or by number. */
export function PoolList({ onOpen }: { onOpen: (target: OpenTarget) => void }) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  const pool = usePoolFilter();
  const filter = parametersOf(pool.filter);
  const answer = useList("ipList", {
    pageSize: PROXY_ROWS,
    everyMs: REFRESH_MS,
    views: "pool",
    filters: ownFilters,
    toInput: () => filter,
  });
  const first = answer.total === 0 && !pool.narrowed;
  const list = { ...answer, first, filtered: pool.narrowed, clear: pool.clear };
  const { selected } = list;
  /** An exit's name in the dialog that opens it. */
  const nameOf = (row: PoolIp) => `${row.ip} · ${placeText(row)}`;
  const chosen = (rows: readonly PoolIp[]): OpenTarget => ({
    kind: "chosen",
    exits: rows.map((row) => ({ id: row.id, name: nameOf(row) })),
  });
  const total = list.stale ? undefined : list.total;
  return (
    <List<PoolIp>
      list={list}
      label={t("list.label")}
      above={<PoolFilters pool={pool} />}
      columns={usePoolColumns()}
      rowName={nameOf}
      card={PoolCard}
      filters={<Total total={list.total} />}
      tools={
        <ByNumber
          disabled={total === 0}
          onClick={() => onOpen({ kind: "place", filter, words: pool.words, free: total })}
        />
      }
      batch={{
        label: (count) => t("list.selected", { count, number: formatNumber(count) }),
        buttons: <OpenMany selected={selected} onChosen={() => onOpen(chosen(selected.rows))} />,
      }}
      actions={(row) => (
        <Button
          data-needs="buy"
          size="compact-sm"
          variant="light"
          aria-label={t("list.openOne", { name: nameOf(row) })}
          onClick={() => onOpen(chosen([row]))}
        >
          {t("list.open")}
        </Button>
      )}
      empty={{
        icon: <IconMapPinOff size={22} />,
        title: t("list.none"),
        text: t("list.noneHelp"),
        found: { title: t("list.noneFound"), text: t("list.noneFoundHelp") },
      }}
    />
  );
}

function Total({ total }: { total: number | undefined }) {
  const { t } = useTranslation("pool");
  return (
    <Text component="output" fz="sm" className="numeric">
      {total === undefined ? "…" : t("list.total", { count: total, number: formatNumber(total) })}
    </Text>
  );
}

/** Opens a number of exits without choosing which. */
function ByNumber(props: { disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation("pool");
  return (
    <Button
      data-needs="buy"
      leftSection={<IconListNumbers size={16} aria-hidden />}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {t("list.byNumber")}
    </Button>
  );
}

/** Opens the selected exits. */
function OpenMany(props: { selected: SelectedRows<PoolIp>; onChosen: () => void }) {
  const { t } = useTranslation("pool");
  const count = props.selected.ids.length;
  const open = () => {
    if (count > maxOpenedIps) {
      toast.warning(t("list.tooMany", { most: formatNumber(maxOpenedIps) }));
    } else props.onChosen();
  };
  return (
    <Button
      data-needs="buy"
      size="xs"
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      onClick={open}
    >
      {t("list.openMany", { count, number: formatNumber(count) })}
    </Button>
  );
}

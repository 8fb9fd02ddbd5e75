import { Box, Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AccountFilter } from "../sub-account/AccountFilter.tsx";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import {
  fieldOfInstant,
  instantOfField,
  type LogFilter,
  type Range,
  rangeOf,
  ranges,
} from "./log-filter.ts";
import { outcomeFilters } from "./outcomes.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import classes from "./request-log.module.css";
import { DateField } from "@turnpike/ui/DateField.tsx";

interface Props {
  filter: LogFilter;
  onChange: (changes: Partial<LogFilter>) => void;
}

/** The filters of the log; all of them are kept in the URL. */
export function Filters({ filter, onChange }: Props) {
  const { t } = useTranslation("request-log");
  const nowMs = useNow();
  return (
    <Group gap="sm" align="flex-end" className={classes.filters ?? ""}>
      <Box flex="1 1 16rem" miw={0}>
        <SearchField
          key={filter.search === "" ? "empty" : "searched"}
          label={t("search")}
          value={filter.search}
          maxLength={100}
          onSearch={(search) => onChange({ search })}
        />
      </Box>
      <AccountFilter value={filter.account} onChange={(account) => onChange({ account })} />
      <Select
        w={{ xs: 170 }}
        flex={{ base: "1 1 40%", xs: "none" }}
        label={t("outcome")}
        placeholder={t("anyOutcome")}
        clearable
        clearButtonProps={{ "aria-label": t("anyOutcome") }}
        value={filter.outcome || null}
        onChange={(outcome) => onChange({ outcome: outcome ?? "" })}
        data={outcomeFilters.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
      />
      <Select
        w={{ xs: 190 }}
        flex={{ base: "1 1 40%", xs: "none" }}
        label={t("range")}
        allowDeselect={false}
        value={rangeOf(filter)}
        onChange={(range) => onChange(startOf(range as Range, nowMs))}
        data={ranges.map((value) => ({ value, label: t(`ranges.${value}`) }))}
      />
      {rangeOf(filter) === "custom" && <Span filter={filter} onChange={onChange} />}
    </Group>
  );
}

/** A custom range starts as the last hour; other ranges have no instants. */
function startOf(range: Range, nowMs: number): Partial<LogFilter> {
  if (range !== "custom") return { range: range === "24h" ? "" : range, from: "", to: "" };
  const hourAgo = new Date(nowMs - 3_600_000);
  return { range, from: hourAgo.toISOString(), to: "" };
}

function Span({ filter, onChange }: Props) {
  const { t } = useTranslation(["request-log", "ui"]);
  return (["from", "to"] as const).map((name) => {
    const [day = "", time = ""] = fieldOfInstant(filter[name]).split("T");
    const set = (nextDay: string, nextTime: string) =>
      onChange({ [name]: nextDay && instantOfField(`${nextDay}T${nextTime || "00:00"}`) });
    return (
      <Group key={name} gap={6} align="end" wrap="nowrap">
        <DateField
          zone="local"
          w={140}
          label={t(name)}
          value={day}
          onChange={(next) => set(next, time)}
        />
        <TimeField
          key={filter[name]}
          label={`${t(name)}: ${t("ui:date.time")}`}
          value={time}
          disabled={day === ""}
          onChange={(next) => set(day, next)}
        />
      </Group>
    );
  });
}

/** A time of day in a universal notation, 09:30. Applied once it is valid. */
function TimeField(props: {
  label: string;
  value: string;
  disabled: boolean;
  onChange: (time: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const apply = () => {
    const [, hours = "", minutes = ""] = /^(\d{1,2})[:.h](\d{2})$/.exec((typed ?? "").trim()) ?? [];
    const isTime = hours !== "" && Number(hours) < 24 && Number(minutes) < 60;
    if (isTime) props.onChange(`${hours.padStart(2, "0")}:${minutes}`);
    setTyped(null);
  };
  return (
    <TextInput
      w={74}
      aria-label={props.label}
      placeholder="00:00"
      inputMode="numeric"
      disabled={props.disabled}
      value={typed ?? props.value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === "Enter" && apply()}
    />
  );
}

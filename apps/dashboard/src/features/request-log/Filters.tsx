import { Box, Group, Select, TextInput } from "@mantine/core";
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
import { useServerNow } from "../../lib/use-server-now.ts";
import classes from "./request-log.module.css";

interface Props {
  filter: LogFilter;
  onChange: (changes: Partial<LogFilter>) => void;
}

/** Which requests are shown; all of it is kept in the URL. */
export function Filters({ filter, onChange }: Props) {
  const { t } = useTranslation("request-log");
  const nowMs = useServerNow();
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

/** A range of one's own starts as the last hour; any other needs no instants. */
function startOf(range: Range, nowMs: number): Partial<LogFilter> {
  if (range !== "custom") return { range: range === "24h" ? "" : range, from: "", to: "" };
  const hourAgo = new Date(nowMs - 3_600_000);
  return { range, from: hourAgo.toISOString(), to: "" };
}

function Span({ filter, onChange }: Props) {
  const { t } = useTranslation("request-log");
  return (["from", "to"] as const).map((name) => (
    <TextInput
      key={name}
      type="datetime-local"
      w={{ base: "100%", xs: 220 }}
      label={t(name)}
      value={fieldOfInstant(filter[name])}
      onChange={(event) => onChange({ [name]: instantOfField(event.currentTarget.value) })}
    />
  ));
}

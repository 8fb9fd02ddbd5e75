import { Group, Select, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";
import type { Option } from "./place-options.ts";
import classes from "./place.module.css";

/** A searchable field of a place, with the number of online exits beside each option. */
export function PlaceSelect(props: {
  label: string;
  /** The placeholder when nothing is chosen. */
  any: string;
  value: string;
  options: readonly Option[];
  loading: boolean;
  disabled?: boolean;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const { t } = useTranslation("parts");
  const longList = useLongList();
  const online = new Map(props.options.map((option) => [option.value, option.online]));
  return (
    <Select
      className={`${classes.step} ${props.disabled ? classes.waits : ""}`}
      label={props.label}
      placeholder={props.any}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("place.clear", { name: props.label }) }}
      {...longList}
      disabled={props.disabled ?? false}
      error={props.error}
      nothingFoundMessage={t(props.loading ? "place.loading" : "place.nothingFound")}
      value={props.value || null}
      onChange={(value) => props.onChange(value ?? "")}
      data={props.options.map(({ value, label }) => ({ value, label }))}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <span>{option.label}</span>
          <Text span fz="xs" c="dimmed" className="numeric">
            {/* Partners' exits are not counted: a place of theirs alone has no number. */}
            {online.get(option.value) ? formatNumber(online.get(option.value) ?? 0) : null}
          </Text>
        </Group>
      )}
    />
  );
}

import { Box, Group, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import classes from "./cdkey.module.css";
import { type KeyFilter, keyKinds, keyStatuses } from "./use-keys.ts";

/** The filters of the keys; all of them are kept in the URL. */
export function ListFilters(props: {
  filter: KeyFilter;
  onChange: (changes: Partial<KeyFilter>) => void;
}) {
  const { t } = useTranslation("cdkey");
  const { filter, onChange } = props;
  return (
    <Group gap="sm" className={classes.filters ?? ""}>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 320 }}>
        <SearchField
          key={filter.search === "" ? "empty" : "searched"}
          label={t("list.search")}
          value={filter.search}
          onSearch={(search) => onChange({ search })}
        />
      </Box>
      <Choice
        label={t("list.status")}
        any={t("list.anyStatus")}
        value={filter.status}
        onChange={(status) => onChange({ status })}
        data={keyStatuses.map((value) => ({ value, label: t(`list.statuses.${value}`) }))}
      />
      <Choice
        label={t("list.kind")}
        any={t("list.anyKind")}
        value={filter.kind}
        onChange={(kind) => onChange({ kind })}
        data={keyKinds.map((value) => ({ value, label: t(`make.kinds.${value}`) }))}
      />
    </Group>
  );
}

function Choice(props: {
  label: string;
  any: string;
  value: string;
  onChange: (value: string) => void;
  data: { value: string; label: string }[];
}) {
  return (
    <Select
      w={{ base: "100%", xs: 190 }}
      aria-label={props.label}
      placeholder={props.any}
      clearable
      clearButtonProps={{ "aria-label": props.any }}
      value={props.value || null}
      onChange={(value) => props.onChange(value ?? "")}
      data={props.data}
    />
  );
}

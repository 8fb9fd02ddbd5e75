import { Box, Group, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import { type OrderFilter, orderKinds, orderStatuses } from "./order-filter.ts";
import classes from "./billing.module.css";

/** Which orders are shown; all of it is kept in the URL. */
export function OrderFilters(props: {
  filter: OrderFilter;
  onChange: (changes: Partial<OrderFilter>) => void;
}) {
  const { t } = useTranslation(["setting-account", "parts"]);
  const { filter, onChange } = props;
  return (
    <Group gap="sm" align="flex-end" className={classes.filters ?? ""}>
      <Box w={{ base: "100%", xs: 220 }}>
        <SearchField
          label={t("orders.orderNo")}
          value={filter.order}
          onSearch={(order) => onChange({ order })}
        />
      </Box>
      <Select
        w={{ base: "calc(50% - 6px)", xs: 220 }}
        label={t("orders.kind")}
        placeholder={t("orders.anyKind")}
        clearable
        clearButtonProps={{ "aria-label": t("orders.anyKind") }}
        value={filter.kind || null}
        onChange={(kind) => onChange({ kind: kind ?? "" })}
        data={orderKinds.map((value) => ({ value, label: t(`orders.kinds.${value}`) }))}
      />
      <Select
        w={{ base: "calc(50% - 6px)", xs: 180 }}
        label={t("orders.status")}
        placeholder={t("orders.anyStatus")}
        clearable
        clearButtonProps={{ "aria-label": t("orders.anyStatus") }}
        value={filter.status || null}
        onChange={(status) => onChange({ status: status ?? "" })}
        data={orderStatuses.map((value) => ({ value, label: t(`parts:payments.status.${value}`) }))}
      />
      {(["from", "to"] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          w={{ base: "calc(50% - 6px)", xs: 160 }}
          label={t(`orders.${name}`)}
          value={filter[name]}
          {...(name === "from" ? { max: filter.to } : { min: filter.from })}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
    </Group>
  );
}

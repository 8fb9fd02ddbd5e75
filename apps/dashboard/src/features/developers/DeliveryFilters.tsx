import { Group, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DeliveryFilter } from "./delivery-filter.ts";
import classes from "./developers.module.css";
import { deliveredEvents, deliveryStates, shortUrl, type Webhook } from "./webhook-text.ts";

/** Which deliveries are shown; all of it is kept in the URL. */
export function DeliveryFilters(props: {
  webhooks: readonly Webhook[];
  filter: DeliveryFilter;
  onChange: (changes: Partial<DeliveryFilter>) => void;
}) {
  const { t } = useTranslation("webhooks");
  const { filter, onChange } = props;
  return (
    <Group gap="sm" align="flex-end" className={classes.filters ?? ""}>
      <Select
        flex={{ base: "1 1 100%", xs: "1 1 220px" }}
        maw={{ base: "none", sm: 420 }}
        label={t("deliveries.webhook")}
        placeholder={t("deliveries.anyWebhook")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyWebhook") }}
        value={filter.webhook || null}
        onChange={(webhook) => onChange({ webhook: webhook ?? "" })}
        data={props.webhooks.map(({ id, url }) => ({ value: id, label: shortUrl(url) }))}
      />
      <Select
        w={{ base: "100%", xs: 200 }}
        label={t("deliveries.event")}
        placeholder={t("deliveries.anyEvent")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyEvent") }}
        value={filter.event || null}
        onChange={(event) => onChange({ event: event ?? "" })}
        data={[...deliveredEvents]}
      />
      <Select
        w={{ base: "100%", xs: 170 }}
        label={t("deliveries.state")}
        placeholder={t("deliveries.anyState")}
        clearable
        clearButtonProps={{ "aria-label": t("deliveries.anyState") }}
        value={filter.state || null}
        onChange={(state) => onChange({ state: state ?? "" })}
        data={deliveryStates.map((value) => ({ value, label: t(`deliveries.states.${value}`) }))}
      />
    </Group>
  );
}

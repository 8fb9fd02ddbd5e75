import { Alert, Button, Group, SimpleGrid, Text } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import place from "../place/place.module.css";
import { PlaceSelect } from "../place/PlaceSelect.tsx";
import { chosenValue, type FilterName, filterNames } from "./pool-filter.ts";
import classes from "./pool.module.css";
import type { PoolFilterState } from "./use-pool-filter.ts";

const placeNames: readonly FilterName[] = ["state", "city", "postal"];

/** Where the exits are and whose: each list holds only what is there within the other choices. */
export function PoolFilters({ pool }: { pool: PoolFilterState }) {
  const { t } = useTranslation("pool");
  const { filter, choices, cleared } = pool;
  /** There is nothing to choose before a country has been. */
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

import { Alert, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconMapPinOff } from "@turnpike/ui/icons.ts";
import { checkPlaces, type PlaceCheck } from "@turnpike/proxy-strings/read/available.ts";
import type { PlaceField, PlaceFilter } from "@turnpike/rules/username.ts";
import { useTranslation } from "react-i18next";
import { useMemo } from "react";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { poolParameter } from "../place/place.ts";

const CACHE_MS = 60_000;

/** Checks whether exits match the filter; `checks` is null while that is unknown. */
function useAvailability(
  filter: PlaceFilter,
  inPool: string | undefined,
): {
  checks: PlaceCheck[] | null;
  failed: boolean;
  again: () => void;
} {
  const pool = poolParameter(inPool);
  const cached = { staleMs: CACHE_MS };
  const country = filter.country ?? "";
  const countries = useCall("countryV2", pool, { ...cached, enabled: country !== "" });
  const codes = useMemo(
    () => (countries.data?.items ?? []).map(({ code }) => code),
    [countries.data],
  );
  const hasCountry = codes.includes(country);
  const wantsCity = hasCountry && (filter.state !== undefined || filter.city !== undefined);
  const wantsNetwork =
    (filter.isp !== undefined || filter.asn !== undefined) && (hasCountry || country === "");
  const cities = useCall("cityV2", { ...pool, country }, { ...cached, enabled: wantsCity });
  const where = country ? { ...pool, country } : pool;
  const networks = useCall("asnV2", where, { ...cached, enabled: wantsNetwork });
  const queries = [
    ...(country === "" ? [] : [countries]),
    ...(wantsCity ? [cities] : []),
    ...(wantsNetwork ? [networks] : []),
  ];
  const broken = queries.filter(({ data, isError, isFetching }) => !data && isError && !isFetching);
  const checks = useMemo(() => {
    if (country !== "" && !countries.data) return null;
    if ((wantsCity && !cities.data) || (wantsNetwork && !networks.data)) return null;
    return checkPlaces(filter, {
      countries: codes,
      cities: cities.data?.items ?? [],
      networks: networks.data?.items ?? [],
    });
  }, [filter, country, codes, countries.data, wantsCity, cities.data, wantsNetwork, networks.data]);
  const again = () => void Promise.all(broken.map(({ refetch }) => refetch()));
  return { checks, failed: broken.length > 0, again };
}

interface Props {
  /** The pool of traffic of the sub-account that is used. */
  pool: string | undefined;
  filter: PlaceFilter;
  changes: Partial<Record<PlaceField, string | null>>;
  onChange: (field: PlaceField, value: string | null) => void;
  onReset: () => void;
}

/** Whether exits exist at the place and in the network, and the nearest alternatives if not. */
export function Availability(props: Props) {
  const { t } = useTranslation(["explain", "ui"]);
  const { checks, failed, again } = useAvailability(props.filter, props.pool);
  const missing = checks?.filter(({ there }) => !there) ?? [];
  return (
    <Stack gap="xs" aria-live="polite">
      {checks === null && !failed && (
        <Group gap="xs">
          <Loader size="xs" aria-hidden />
          <Text fz="sm">{t("places.checking")}</Text>
        </Group>
      )}
      {checks === null && failed && (
        <Group gap="xs">
          <Text fz="sm">{t("places.failed")}</Text>
          <Button size="compact-xs" variant="default" onClick={again}>
            {t("ui:retry")}
          </Button>
        </Group>
      )}
      {checks !== null && checks.length > 0 && missing.length === 0 && (
        <Group gap={6} wrap="nowrap">
          <IconCircleCheck size={17} aria-hidden color="var(--mantine-color-good-6)" />
          <Text fz="sm">{t("places.there")}</Text>
        </Group>
      )}
      {missing.map((check) => (
        <Missing key={check.field} check={check} onChange={props.onChange} />
      ))}
      {Object.keys(props.changes).length > 0 && (
        <Button size="compact-sm" variant="subtle" w="fit-content" onClick={props.onReset}>
          {t("places.reset")}
        </Button>
      )}
    </Stack>
  );
}

function Missing(props: { check: PlaceCheck; onChange: Props["onChange"] }) {
  const { t } = useTranslation("explain");
  const { field, wanted, nearest } = props.check;
  const name = field === "country" ? formatCountry(wanted) : wanted;
  return (
    <Alert
      color="amber"
      icon={<IconMapPinOff aria-hidden />}
      title={t("places.missing", { what: t(`meanings.${field}`), name })}
    >
      <Group gap="xs">
        {nearest !== null && (
          <Button size="xs" onClick={() => props.onChange(field, nearest)}>
            {t("places.use", { name: nearest })}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => props.onChange(field, null)}>
          {t("places.without", { what: t(`meanings.${field}`) })}
        </Button>
      </Group>
    </Alert>
  );
}

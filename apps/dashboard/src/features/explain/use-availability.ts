import { checkPlaces, type PlaceCheck } from "@turnpike/rules/foreign-available.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import { useMemo } from "react";
import { useCall } from "../../lib/queries.ts";

const KEPT_MS = 60_000;

/** Whether we have what is asked for; `checks` is null while that is not known. */
export function useAvailability(filter: PlaceFilter): {
  checks: PlaceCheck[] | null;
  failed: boolean;
  again: () => void;
} {
  const kept = { staleMs: KEPT_MS };
  const country = filter.country ?? "";
  const countries = useCall("countryV2", {}, { ...kept, enabled: country !== "" });
  const codes = useMemo(
    () => (countries.data?.items ?? []).map(({ code }) => code),
    [countries.data],
  );
  const known = codes.includes(country);
  const wantsCity = known && (filter.state !== undefined || filter.city !== undefined);
  const wantsNetwork =
    (filter.isp !== undefined || filter.asn !== undefined) && (known || country === "");
  const cities = useCall("cityV2", { country }, { ...kept, enabled: wantsCity });
  const where = country ? { country } : {};
  const networks = useCall("asnV2", where, { ...kept, enabled: wantsNetwork });
  const asked = [
    ...(country === "" ? [] : [countries]),
    ...(wantsCity ? [cities] : []),
    ...(wantsNetwork ? [networks] : []),
  ];
  const broken = asked.filter(({ data, isError, isFetching }) => !data && isError && !isFetching);
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

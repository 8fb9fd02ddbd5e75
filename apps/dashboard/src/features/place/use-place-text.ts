import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";

/** Formats a place within a larger one as usual in a language: "Albany, New York". */
export type Within = (part: string, whole: string) => string;

/** `Within` in the user's language; without a part, only the whole. */
export function useWithin(): Within {
  const { t } = useTranslation("parts");
  return (part, whole) => (part ? t("place.within", { part, whole }) : whole);
}

/** A place's name, such as "Berlin, Germany", whatever language the answer was requested in. */
export function usePlaceText(): (place: { country: string; cityName: string }) => string {
  const within = useWithin();
  return ({ country, cityName }) => within(cityName, formatCountry(country));
}

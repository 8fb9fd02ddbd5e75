import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";

/** A place within a larger one, as the language writes it: "Albany, New York". */
export type Within = (part: string, whole: string) => string;

/** `Within` in the reader's language; without a part the whole alone. */
export function useWithin(): Within {
  const { t } = useTranslation("parts");
  return (part, whole) => (part ? t("place.within", { part, whole }) : whole);
}

/** What a place is called: "Berlin, Germany", whatever language the answer was asked in. */
export function usePlaceText(): (place: { country: string; cityName: string }) => string {
  const within = useWithin();
  return ({ country, cityName }) => within(cityName, formatCountry(country));
}

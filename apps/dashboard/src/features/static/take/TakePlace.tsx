import { Group, Select, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCountry, formatNumber } from "@turnpike/ui/lib/format.ts";
import { citiesOf, countriesOf, type Place, type Stock } from "./take-plan.ts";

interface Choice {
  value: string;
  label: string;
  available: number;
}
/** The value of "any city", which comes first: an empty value would mean nothing is chosen. */
const ANY = "*";

/** A country, then one of its cities or any; each with the number of free IPs. */
export function TakePlace(props: {
  stock: readonly Stock[];
  place: Place;
  /** No country has been chosen. */
  missing: boolean;
  onChange: (place: Place) => void;
}) {
  const { t } = useTranslation("static-take");
  const { place, onChange } = props;
  const { countries, cities } = useChoices(props.stock, place);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <PlaceSelect
        field="country"
        label={t("place.country")}
        placeholder={t("place.chooseCountry")}
        none={t("place.noCountry")}
        choices={countries}
        value={place.country || null}
        error={props.missing && t("place.chooseCountry")}
        onChoose={(country) => onChange({ country, city: "" })}
      />
      <PlaceSelect
        field="city"
        label={t("place.city")}
        placeholder={t("place.anyCity")}
        none={t("place.noCity")}
        choices={cities}
        value={place.country === "" ? null : place.city || ANY}
        disabled={place.country === ""}
        onChoose={(city) => onChange({ ...place, city: city === ANY ? "" : city })}
      />
    </SimpleGrid>
  );
}

/** Sorted by name; a choice stays in the list even if its last IP has been taken meanwhile. */
function useChoices(stock: readonly Stock[], { country, city }: Place) {
  const { t, i18n } = useTranslation("static-take");
  const { compare } = new Intl.Collator(i18n.language === "zh-tw" ? "zh-TW" : i18n.language);
  const byName = (choices: Choice[]) =>
    choices.sort((one, other) => compare(one.label, other.label));
  const free = countriesOf(stock).map((one) => ({
    value: one.country,
    label: formatCountry(one.country),
    available: one.available,
  }));
  const cities = citiesOf(stock, country).map((one) => ({
    value: one.city,
    label: one.cityName || one.city,
    available: one.available,
  }));
  const all = cities.reduce((sum, { available }) => sum + available, 0);
  const any = { value: ANY, label: t("place.anyCity"), available: all };
  return {
    countries: byName(withChosen(free, country, formatCountry(country))),
    cities: [any, ...byName(withChosen(cities, city, city))],
  };
}

function withChosen(choices: Choice[], value: string, label: string): Choice[] {
  if (value === "" || choices.some((one) => one.value === value)) return choices;
  return [...choices, { value, label, available: 0 }];
}

function PlaceSelect(props: {
  field: string;
  label: string;
  placeholder: string;
  none: string;
  choices: Choice[];
  value: string | null;
  disabled?: boolean;
  error?: string | false;
  onChoose: (value: string) => void;
}) {
  const { t } = useTranslation("static-take");
  const { choices, field } = props;
  return (
    <Select
      data-field={field}
      label={props.label}
      placeholder={props.placeholder}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={props.none}
      maxDropdownHeight={260}
      disabled={props.disabled ?? false}
      value={props.value}
      error={props.error}
      onChange={(value) => value !== null && props.onChoose(value)}
      data={choices.map(({ value, label }) => ({ value, label }))}
      filter={({ options, search }) => options.filter((one) => fits(one, search))}
      renderOption={({ option, checked }) => {
        const available = choices.find(({ value }) => value === option.value)?.available ?? 0;
        const number = formatNumber(available);
        return (
          <Group justify="space-between" wrap="nowrap" gap="sm" flex={1}>
            <Text span fz="sm" fw={checked ? 640 : 400}>
              {option.label}
            </Text>{" "}
            <Text span fz="xs" c="dimmed" className="numeric" style={{ whiteSpace: "nowrap" }}>
              {t("place.free", { count: available, number })}
            </Text>
          </Group>
        );
      }}
    />
  );
}

/** Matches the name in the user's language, or the code: "de" finds Germany. */
function fits(option: object, search: string): boolean {
  if (!("value" in option && "label" in option)) return true;
  const wanted = search.trim().toLocaleLowerCase();
  const [value, label] = [String(option.value), String(option.label)];
  return label.toLocaleLowerCase().includes(wanted) || value.toLowerCase() === wanted;
}

import { Box, Select } from "@mantine/core";
import { DateField } from "../DateField.tsx";
import { useLongList } from "../lib/use-long-list.ts";
import { SearchField } from "../SearchField.tsx";
import type { Filter, FilterValues } from "./filters.ts";

/** The fields of a list's filters. */
export function FilterFields(props: {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
}) {
  return props.filters.map((filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      values={props.values}
      onChange={(text) => props.onChange({ [filter.name]: text })}
    />
  ));
}

interface FieldProps {
  filter: Filter;
  values: FilterValues;
  onChange: (text: string) => void;
}

function FilterField(props: FieldProps) {
  const { filter, values, onChange } = props;
  const value = values[filter.name] ?? "";
  if (filter.as === "search") return <Search {...props} value={value} />;
  if (filter.as === "own") return null;
  if (filter.as === "select") return <Choice {...props} value={value} />;
  return (
    <DateField
      w={{ base: "calc(50% - 6px)", xs: 150 }}
      aria-label={filter.label}
      value={value}
      {...(filter.name === "from" ? { max: values["to"] } : { min: values["from"] })}
      onChange={onChange}
    />
  );
}

function Search({ filter, value, onChange }: FieldProps & { value: string }) {
  const { slim, maxLength } = filter as Filter & { as: "search" };
  return (
    <Box flex={slim ? "0 1 11.5rem" : "1 1 14rem"} maw={{ base: "none", xs: 340 }}>
      <SearchField
        label={filter.label}
        value={value}
        onSearch={onChange}
        {...(maxLength ? { maxLength } : {})}
      />
    </Box>
  );
}

function Choice({ filter, value, onChange }: FieldProps & { value: string }) {
  const { options, any, searchable = false } = filter as Filter & { as: "select" };
  const long = useLongList();
  const known = options.some((option) => option.value === value);
  return (
    <Select
      w={{ base: "calc(50% - 6px)", xs: 190 }}
      aria-label={filter.label}
      placeholder={any}
      clearable
      clearButtonProps={{ "aria-label": any }}
      {...(searchable ? { searchable, ...long } : {})}
      value={known ? value : null}
      onChange={(next) => onChange(next ?? "")}
      data={[...options]}
    />
  );
}

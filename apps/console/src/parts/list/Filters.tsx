import { Group, NativeSelect } from "@mantine/core";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import type { ReactNode } from "react";
import { useT, word } from "../../lib/words.ts";
import classes from "./list.module.css";
import { DateField } from "@turnpike/ui/DateField.tsx";

/** One filter of a list, kept in the URL under its name, which is also the call's field. */
export type Filter =
  | { name: string; kind: "search"; label: string }
  | { name: string; kind: "text"; label: string }
  | { name: string; kind: "day" }
  | { name: string; kind: "select"; options: readonly string[]; words?: string };

/** A list's filters, with its actions beside them. */
export function Filters(props: {
  filters: readonly Filter[];
  values: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
  children?: ReactNode;
}) {
  return (
    <Group className={classes.filters ?? ""} gap="xs">
      {props.filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={props.values[filter.name] ?? ""}
          onChange={(text) => props.onChange({ [filter.name]: text })}
        />
      ))}
      <Group gap="xs" ms="auto">
        {props.children}
      </Group>
    </Group>
  );
}

function FilterField(props: { filter: Filter; value: string; onChange: (text: string) => void }) {
  const t = useT();
  const { filter, value, onChange } = props;
  switch (filter.kind) {
    case "search":
    case "text":
      return (
        <div className={filter.kind === "search" ? classes.search : classes.text}>
          <SearchField label={filter.label} value={value} onSearch={onChange} maxLength={200} />
        </div>
      );
    case "day":
      return (
        <DateField aria-label={word("fields", filter.name)} value={value} onChange={onChange} />
      );
    case "select": {
      const all = t("filterAll", { name: word("columns", filter.name) });
      const options = filter.options.map((option) => ({
        value: option,
        label: word(filter.words ?? "states", option),
      }));
      return (
        <NativeSelect
          aria-label={word("columns", filter.name)}
          data={[{ value: "", label: all }, ...options]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
  }
}

import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "./icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";

const TYPING_MS = 300;

/**
 * A search input that reports after a short pause in typing. Changes from elsewhere, such as a link
 * to another search, replace its text.
 */
export function SearchField(props: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
}) {
  const { t } = useTranslation("ui");
  const [text, setText] = useState(props.value);
  const [lastValue, setLastValue] = useState(props.value);
  /** Values that were reported but not yet applied; the user may keep typing meanwhile. */
  const [pending, setPending] = useState<string[]>([]);
  if (props.value !== lastValue) {
    setLastValue(props.value);
    const applied = pending.indexOf(props.value);
    setPending(applied < 0 ? [] : pending.slice(applied + 1));
    if (applied < 0) setText(props.value);
  }
  const report = useDebouncedCallback((next: string) => {
    // Drop a pending report if a link has led to another search in the meantime.
    if (next !== text.trim()) return;
    setPending(next === props.value ? [] : [...pending, next]);
    props.onSearch(next);
  }, TYPING_MS);
  const set = (next: string) => {
    setText(next);
    report(next.trim());
  };
  return (
    <TextInput
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={t("clear")} onClick={() => set("")} /> : null
      }
      maxLength={props.maxLength ?? 60}
      value={text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "./icons.ts";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { dayText, parseDay } from "./lib/date-text.ts";
import { lazyComponent } from "./lib/lazy-component.ts";
import classes from "./DateField.module.css";

const Calendar = lazyComponent(async () => (await import("./Calendar.tsx")).Calendar);

interface DateFieldProps {
  label?: string;
  /** Its accessible name if there is no visible label. */
  "aria-label"?: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  zone?: "utc" | "local" | undefined;
  description?: ReactNode;
  error?: ReactNode;
  w?: TextInputProps["w"];
  onChange: (day: string) => void;
}

/**
 * A date input with a calendar, both in the user's language: a native date input would use the
 * browser's. `value` is YYYY-MM-DD, or empty for none.
 */
export function DateField(props: DateFieldProps) {
  const { t } = useTranslation("ui");
  const { value, onChange } = props;
  const name = props.label ?? props["aria-label"] ?? "";
  /** The text being typed while it is not a valid date; null to show the value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const type = (text: string) => {
    setTyped(text);
    const day = text.trim() === "" ? "" : parseDay(text);
    if (day !== null && day !== value) onChange(day);
  };
  const choose = (day: string) => {
    setTyped(null);
    onChange(day);
  };
  return (
    <TextInput
      {...(props.label ? { label: props.label } : { "aria-label": name, title: name })}
      description={props.description}
      error={props.error}
      {...(props.w === undefined ? {} : { w: props.w })}
      // Of two fields without labels, one sees which is which.
      placeholder={props.label || isFocused ? t("date.format") : name}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? dayText(value)}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        setTyped(null);
      }}
      rightSection={<Choose {...props} name={name} onChange={choose} />}
    />
  );
}

/** The calendar, opened by a button. */
function Choose(props: DateFieldProps & { name: string }) {
  const { t } = useTranslation("ui");
  const { name } = props;
  const [opened, setOpened] = useState(false);
  const choose = (day: string) => {
    setOpened(false);
    props.onChange(day);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`${t("date.choose")}: ${name}`}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      {/* Focused while its code loads, so that it gets keys, including Escape, from the start. */}
      <Popover.Dropdown
        role="dialog"
        aria-label={name}
        tabIndex={-1}
        className={classes.window ?? ""}
      >
        <Suspense fallback={<div className={classes.awaited} />}>
          <Calendar
            value={props.value}
            min={props.min}
            max={props.max}
            zone={props.zone}
            onChoose={choose}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

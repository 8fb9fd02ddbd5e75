import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "./icons.ts";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./DateField.module.css";
import { productClock } from "./lib/product-clock.ts";
import { daysLater, monthsLater, weeksOf } from "./lib/date-text.ts";
import { formatMonth, formatWeekday, formatWholeDay } from "./lib/format.ts";

/** Returns the day that a key moves to; undefined for other keys. */
function dayByKey(key: string, day: string, week: readonly string[]): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return daysLater(day, -1);
    case "ArrowRight":
      return daysLater(day, 1);
    case "ArrowUp":
      return daysLater(day, -7);
    case "ArrowDown":
      return daysLater(day, 7);
    case "PageUp":
      return monthsLater(day, -1);
    case "PageDown":
      return monthsLater(day, 1);
    case "Home":
      return week[0];
    case "End":
      return week[6];
    default:
      return undefined;
  }
}

/** Today by the product's clock, in UTC or in the user's time zone. */
function todayOf({ zone = "utc" }: CalendarProps): string {
  if (zone === "utc") return productClock.today();
  const now = new Date(productClock.nowMs());
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

interface CalendarProps {
  /** Which day a day is: the product's, in UTC, or the user's own. */
  zone?: "utc" | "local" | undefined;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

/** Returns the day, or the nearest one that can be selected. */
function clampDay(day: string, { min, max }: CalendarProps): string {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

/** A month of days to choose from by pointer or with the usual keys of a date grid. */
export function Calendar(props: CalendarProps) {
  const { t } = useTranslation("ui");
  const [at, setAt] = useState(() => clampDay(props.value || todayOf(props), props));
  return (
    <div className={classes.calendar}>
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Turn label={t("date.previous")} onClick={() => setAt(monthsLater(at, -1))}>
          <IconChevronLeft size={17} />
        </Turn>
        <Text fw={600} fz="sm" aria-live="polite">
          {formatMonth(at.slice(0, 7))}
        </Text>
        <Turn label={t("date.next")} onClick={() => setAt(monthsLater(at, 1))}>
          <IconChevronRight size={17} />
        </Turn>
      </Group>
      <Days {...props} at={at} onMove={setAt} />
      {props.value !== "" && (
        <Button
          mt={6}
          fullWidth
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => props.onChoose("")}
        >
          {t("date.none")}
        </Button>
      )}
    </div>
  );
}

function Turn(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={props.label} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  );
}

/** The grid of days: only one day is in the tab order, and keys move the focus. */
function Days(props: CalendarProps & { at: string; onMove: (day: string) => void }) {
  const { at } = props;
  const grid = useRef<HTMLTableElement>(null);
  const month = at.slice(0, 7);
  const weeks = weeksOf(month);
  /** True after opening and after a key moved the day; other buttons keep the focus. */
  const follows = useRef(true);
  useEffect(() => {
    if (follows.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    follows.current = false;
  }, [at]);
  const press = (event: KeyboardEvent, week: readonly string[]) => {
    const next = dayByKey(event.key, at, week);
    if (!next) return;
    event.preventDefault();
    follows.current = true;
    props.onMove(next);
  };
  return (
    <table ref={grid} aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatWeekday(day, "long")}>
              {formatWeekday(day, "narrow")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]} onKeyDown={(event) => press(event, week)}>
            {week.map((day) => (
              <Day key={day} {...props} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day(props: CalendarProps & { at: string; day: string }) {
  const { day, at, value, min, max } = props;
  return (
    <td>
      <button
        type="button"
        className={classes.day}
        tabIndex={day === at ? 0 : -1}
        aria-label={formatWholeDay(day)}
        aria-current={day === todayOf(props) ? "date" : undefined}
        aria-pressed={day === value}
        data-outside={!day.startsWith(at.slice(0, 7)) || undefined}
        disabled={(min ? day < min : false) || (max ? day > max : false)}
        onClick={() => props.onChoose(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

/** Kinds of values in lists: how a cell shows one, and how the exported file does. */
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Bytes } from "../Bytes.tsx";
import {
  formatCents,
  formatDate,
  formatDateTime,
  formatExactMoment,
  formatNumber,
} from "../lib/format.ts";

export interface Kind<V> {
  show: (value: V) => ReactNode;
  /** For the exported file; the value itself by default. */
  text?: (value: V) => string | number | null;
  align?: "right";
}

/** Shown for a missing value. */
export const NONE = "–";
const Dash = () => (
  <Text span inherit c="dimmed">
    {NONE}
  </Text>
);

/** An instant to the minute, in full on hover. */
export function When({ at }: { at: string | null }) {
  if (at === null) return <Dash />;
  return (
    <time dateTime={at} title={formatExactMoment(at)}>
      {formatDateTime(at)}
    </time>
  );
}

/** Cents as dollars; zero is dimmed. */
export function Money({ cents }: { cents: number | null }) {
  if (cents === null) return <Dash />;
  return (
    <Text span inherit className="numeric" {...(cents === 0 ? { c: "dimmed" } : {})}>
      {formatCents(cents)}
    </Text>
  );
}

/** Codespaced text for ids, addresses and other values that people compare letter by letter. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <Text span inherit ff="monospace" fz="0.8125rem">
      {children}
    </Text>
  );
}

export type Plain = string | number | null | undefined;
export const text: Kind<Plain> = { show: (value) => (value === "" ? NONE : (value ?? NONE)) };
export const when: Kind<string | null> = { show: (at) => <When at={at} /> };
/** The day, with the instant on hover. */
export const day: Kind<string | null> = {
  show: (at) =>
    at === null ? (
      <Dash />
    ) : (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatDate(at)}
      </time>
    ),
};
export const cents: Kind<number | null> = {
  show: (value) => <Money cents={value} />,
  text: (value) => value && value / 100,
  align: "right",
};
export const count: Kind<number> = { show: formatNumber, align: "right" };
export const bytes: Kind<number> = { show: (value) => <Bytes bytes={value} />, align: "right" };
export const code: Kind<Plain> = { show: (value) => <Code>{text.show(value)}</Code> };

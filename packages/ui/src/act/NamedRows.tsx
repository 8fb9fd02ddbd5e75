import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

const MAX_NAMES = 6;

/** What a change affects, one below the other: the first ones, and how many more. */
export function NamedRows<Row extends { id: string }>(props: {
  rows: readonly Row[];
  name: (row: Row) => ReactNode;
  /** Shown beside the name. */
  note: (row: Row) => ReactNode;
  /** "and 3 more"; without it all are named. */
  more?: (count: number) => string;
}) {
  const { rows, more } = props;
  const named = more ? rows.slice(0, MAX_NAMES) : rows;
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
      {named.map((row) => (
        <Group key={row.id} component="li" gap="0 12px" justify="space-between">
          <Text
            span
            fw={more ? 600 : 400}
            c="var(--mantine-color-text)"
            className="numeric"
            style={{ overflowWrap: "anywhere" }}
          >
            {props.name(row)}
          </Text>
          <Text span fz="sm" c="dimmed">
            {props.note(row)}
          </Text>
        </Group>
      ))}
      {more && rows.length > MAX_NAMES && (
        <Text component="li" fz="sm" c="dimmed">
          {more(rows.length - MAX_NAMES)}
        </Text>
      )}
    </Stack>
  );
}

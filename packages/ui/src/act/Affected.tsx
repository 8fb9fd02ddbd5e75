import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

const MAX_NAMES = 6;

/** What a change affects: the first names, how many more, and what it means. */
export function Affected(props: {
  names: readonly string[];
  /** "and 3 more". */
  more: (count: number) => string;
  children: ReactNode;
}) {
  const { names } = props;
  const more = names.length - MAX_NAMES;
  return (
    <Stack gap="sm">
      <Text span fw={600} c="var(--mantine-color-text)" style={{ overflowWrap: "anywhere" }}>
        {names.slice(0, MAX_NAMES).join(", ")}
        {more > 0 && ` ${props.more(more)}`}
      </Text>
      <span>{props.children}</span>
    </Stack>
  );
}

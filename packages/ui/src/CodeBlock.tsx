import { Box, Group, ScrollArea, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./CodeBlock.module.css";
import { CopyButton } from "./CopyButton.tsx";

/** Code to copy: monospaced, scrolls within its box, copied with one click. */
export function CodeBlock(props: {
  code: string;
  /** Names the box and the copy button: "curl command". */
  label: string;
  copyLabel?: string;
  /** Called instead of copying, if there is nothing to copy yet. */
  insteadOfCopy?: (() => void) | undefined;
  /** Shown left of the copy button. */
  head?: ReactNode;
  actions?: ReactNode;
  maxHeightPx?: number;
  /** Wraps long lines, for a command that is a single line for a shell. */
  wrap?: boolean;
}) {
  return (
    <Box className={classes.block}>
      <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head}>
        <Text fz="xs" c="dimmed" component="div" truncate miw={0}>
          {props.head ?? props.label}
        </Text>
        <Group gap={4} wrap="nowrap">
          {props.actions}
          <CopyButton
            value={props.code}
            label={props.copyLabel ?? props.label}
            instead={props.insteadOfCopy}
          />
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah={props.maxHeightPx ?? 320}
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
      >
        <pre className={classes.code} data-wrap={props.wrap || undefined}>
          {props.code.trimEnd()}
        </pre>
      </ScrollArea.Autosize>
    </Box>
  );
}

import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useIsWithin } from "./ScreenWithin.tsx";

/** A screen's only h1 (h2 within another screen), a sentence about its purpose, and its main actions. */
export function PageHeader(props: { title: string; description?: ReactNode; actions?: ReactNode }) {
  const isWithin = useIsWithin();
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb={isWithin ? "xs" : "lg"}>
      <Stack gap={4} flex="1 1 22rem" miw={0}>
        <Title order={isWithin ? 2 : 1}>{props.title}</Title>
        {props.description && (
          <Text c="dimmed" maw="68ch">
            {props.description}
          </Text>
        )}
      </Stack>
      {props.actions && <Group gap="xs">{props.actions}</Group>}
    </Group>
  );
}

import { Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./StreamState.module.css";

/** `lost`: disconnected, reconnecting; `refused`: refused by the API, which is also retried. */
export type LiveState = "connecting" | "live" | "paused" | "lost" | "refused";

/** Shows whether the figures are live, and if not, why. */
export function StreamState({ state }: { state: LiveState }) {
  const { t } = useTranslation("parts");
  return (
    <Group gap={8} wrap="nowrap" role="status" className={classes.stream ?? ""} data-state={state}>
      <span className={classes.lamp} aria-hidden />
      <Text span fz="sm" fw={550}>
        {t(`stream.${state}`)}
      </Text>
    </Group>
  );
}

import { Box, Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Placeholder lines while a response is loading; announced once as loading. */
export function LineSkeletons(props: { lines?: number; height?: number }) {
  const { t } = useTranslation("ui");
  const lines = props.lines ?? 4;
  return (
    <Box role="status">
      <span className="visually-hidden">{t("loading")}</span>
      <Stack gap="sm" aria-hidden>
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} h={props.height ?? 16} w={line % 3 === 2 ? "72%" : "100%"} />
        ))}
      </Stack>
    </Box>
  );
}

/** Placeholder for a whole screen. */
export function ScreenSkeleton() {
  const { t } = useTranslation("ui");
  return (
    <Box role="status">
      <span className="visually-hidden">{t("loading")}</span>
      <Stack gap="lg" aria-hidden>
        <Skeleton h={30} w={220} />
        <Skeleton h={120} radius="lg" />
        <Skeleton h={260} radius="lg" />
      </Stack>
    </Box>
  );
}

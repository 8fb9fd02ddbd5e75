import { Button, Group } from "@mantine/core";
import { IconArrowBackUp } from "./icons.ts";
import { useTranslation } from "react-i18next";

/** A message about a completed action, with an undo button. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      {message}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={onUndo}
      >
        {t("undo")}
      </Button>
    </Group>
  );
}

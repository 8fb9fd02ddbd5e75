import { Button, Group } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Says what was done and takes it back. */
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

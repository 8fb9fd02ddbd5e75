import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The buttons of a form in a dialog: cancel and submit. */
export function FormButtons(props: { submit: string; busy: boolean; onClose: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={props.onClose}>
        {t("cancel")}
      </Button>
      <Button type="submit" loading={props.busy}>
        {props.submit}
      </Button>
    </Group>
  );
}

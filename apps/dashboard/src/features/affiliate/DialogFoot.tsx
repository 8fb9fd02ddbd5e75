import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The buttons at the end of a form in a dialog: cancel or go back, and submit. */
export function DialogFoot(props: {
  submit: string;
  busy?: boolean;
  /** The other button's label; "Cancel" by default. */
  back?: string;
  onBack: () => void;
}) {
  const { t } = useTranslation("ui");
  const { busy = false } = props;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" disabled={busy} onClick={props.onBack}>
        {props.back ?? t("cancel")}
      </Button>
      <Button type="submit" loading={busy}>
        {props.submit}
      </Button>
    </Group>
  );
}

import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The end of a form in a dialog: leave it or go back, and send it. */
export function DialogFoot(props: {
  submit: string;
  busy?: boolean;
  /** What the other button says; "Cancel" by default. */
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

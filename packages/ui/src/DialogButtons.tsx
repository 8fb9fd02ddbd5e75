import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** The buttons of a form in a dialog: cancel or go back, and submit. */
export function DialogButtons(props: {
  submit: string;
  busy?: boolean;
  danger?: boolean;
  /** Label of the other button; "Cancel" by default. */
  back?: string;
  /** Starts with the focus, for a question without fields. */
  focusBack?: boolean;
  onBack: () => void;
}) {
  const { t } = useTranslation("ui");
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant="default"
        onClick={props.onBack}
        disabled={props.busy ?? false}
        {...(props.focusBack ? { "data-autofocus": true } : {})}
      >
        {props.back ?? t("cancel")}
      </Button>
      <Button
        type="submit"
        loading={props.busy ?? false}
        {...(props.danger ? { color: "red.9" } : {})}
      >
        {props.submit}
      </Button>
    </Group>
  );
}

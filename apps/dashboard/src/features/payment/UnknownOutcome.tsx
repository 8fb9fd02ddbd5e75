import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconPlugConnectedX } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";

/** The outcome is unknown: repeating the same request reveals it and has no second effect. */
export function UnknownOutcome(props: {
  title: string;
  busy: boolean;
  onRetry: () => void;
  onForget: () => void;
}) {
  const { t } = useTranslation("parts");
  const again = useFirstFocus<HTMLButtonElement>();
  return (
    <Stack gap="lg">
      <Alert
        role="alert"
        color="amber"
        icon={<IconPlugConnectedX aria-hidden />}
        title={props.title}
      >
        {t("unknownOutcome.help")}
      </Alert>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={props.busy} onClick={props.onForget}>
          {t("unknownOutcome.forget")}
        </Button>
        <Button ref={again} loading={props.busy} onClick={props.onRetry}>
          {t("unknownOutcome.retry")}
        </Button>
      </Group>
    </Stack>
  );
}

import { Button } from "@mantine/core";
import { IconAlertTriangle } from "./icons.ts";
import { useTranslation } from "react-i18next";
import { EmptyState } from "./EmptyState.tsx";

/** Shown after a request failed; `onRetry` repeats it. */
export function ErrorState(props: { error?: Error | null; onRetry?: () => void }) {
  const { t } = useTranslation("ui");
  const refusal = props.error?.name === "CallRefused" ? props.error.message : "";
  return (
    <div role="alert">
      <EmptyState
        error
        icon={<IconAlertTriangle size={22} />}
        title={t("loadFailed")}
        text={refusal || t("loadFailedHelp")}
        action={
          props.onRetry && (
            <Button variant="default" size="xs" onClick={props.onRetry}>
              {t("retry")}
            </Button>
          )
        }
      />
    </div>
  );
}

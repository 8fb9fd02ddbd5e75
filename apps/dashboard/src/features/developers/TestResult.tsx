import { Alert, Anchor, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatMs } from "../../lib/format.ts";
import { useUrlText } from "../../ui/url-text.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import classes from "./developers.module.css";
import { adviceOf, type Delivery, shortUrl } from "./webhook-words.ts";

/** How a test went: what came back and, where it did not arrive, what to look at. */
export function TestResult({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const [, open] = useUrlText(["delivery"], { keepsPage: true });
  const [attempt] = delivery.attempts;
  const status = attempt?.status ?? 0;
  const time = formatMs(attempt?.ms ?? 0);
  const arrived = delivery.status === "delivered";
  const title = arrived ? "test.arrived" : status === 0 ? "test.unanswered" : "test.failed";
  return (
    <Alert
      role="status"
      variant="outline"
      className={classes.result ?? ""}
      color={arrived ? "pike" : "red"}
      icon={arrived ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={t(title, { status, time })}
      withCloseButton
      closeButtonLabel={t("test.close")}
      onClose={onClose}
    >
      <Stack gap="xs">
        {!arrived && <Text fz="sm">{t(`advice.${adviceOf(status)}`)}</Text>}
        {status === 0 && attempt?.error && (
          <Text fz="xs" className={classes.mono ?? ""}>
            {attempt.error}
          </Text>
        )}
        {attempt?.answer && (
          <CodeBlock
            wrap
            code={attempt.answer}
            label={t("test.answer", { url: shortUrl(delivery.url) })}
            maxHeightPx={120}
          />
        )}
        <div>
          <Anchor
            component="button"
            type="button"
            fz="sm"
            onClick={() => open({ delivery: delivery.id })}
          >
            {t("test.details")}
          </Anchor>
        </div>
      </Stack>
    </Alert>
  );
}

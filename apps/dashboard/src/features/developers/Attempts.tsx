import { Badge, Group, Stack, Text } from "@mantine/core";
import { isDelivered } from "@turnpike/rules/webhook.ts";
import { useTranslation } from "react-i18next";
import { formatExactMoment, formatMoment, formatMs } from "@turnpike/ui/lib/format.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import classes from "./developers.module.css";
import { adviceOf, type Delivery } from "./webhook-text.ts";

type Attempt = Delivery["attempts"][number];

/** The attempts of a delivery, newest first, with advice beside the latest one that failed. */
export function Attempts({ attempts }: Pick<Delivery, "attempts">) {
  const { t } = useTranslation("webhooks");
  return (
    <Stack gap={8} component="section" aria-label={t("delivery.tries")}>
      <Text fw={600} fz="sm">
        {t("delivery.tries")}
      </Text>
      {attempts.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("delivery.noTry")}
        </Text>
      ) : (
        <ol className={classes.attempts}>
          {attempts.map((attempt, place) => (
            <Try key={attempt.at} attempt={attempt} newest={place === 0} />
          ))}
        </ol>
      )}
    </Stack>
  );
}

function Try({ attempt, newest }: { attempt: Attempt; newest: boolean }) {
  const { t } = useTranslation("webhooks");
  const { at, status, ms, error, answer } = attempt;
  const arrived = isDelivered(status) && error === "";
  return (
    <li>
      <Group gap="4px 10px" fz="sm">
        <Badge color={arrived ? "good" : "red"}>{status || t("delivery.noAnswer")}</Badge>
        <time dateTime={at} title={formatExactMoment(at)}>
          {formatMoment(at)}
        </time>
        <Text span fz="sm" c="dimmed">
          {formatMs(ms)}
        </Text>
      </Group>
      {status === 0 && error && (
        <Text fz="xs" mt={4} className={classes.mono ?? ""}>
          {error}
        </Text>
      )}
      {newest && !arrived && (
        <Text fz="sm" mt={4}>
          {t(`advice.${adviceOf(status)}`)}
        </Text>
      )}
      {answer && (
        <div className={classes.answer}>
          <CodeBlock
            wrap
            code={answer}
            label={t("delivery.answer", { at: formatMoment(at) })}
            maxHeightPx={120}
          />
        </div>
      )}
    </li>
  );
}

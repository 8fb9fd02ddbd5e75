import { Anchor, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconArrowRight, IconCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { formatBytes, formatCountry } from "@turnpike/ui/lib/format.ts";
import { requestLogPath } from "../../lib/request-log-path.ts";
import classes from "./guide.module.css";

type Logged = CallResult<"requestLog">["items"][number];

const onwards = {
  endpoints: "/cli/traffic-use?tab=endpoints",
  whitelist: "/cli/white-manage",
  static: "/cli/static-proxies",
  statistics: "/cli/package-purchase",
} as const;

/** The first request succeeded: its details, and what to do next. */
export function GuideDone(props: { newest: Logged | undefined; onClose: () => void }) {
  const { t } = useTranslation("guide");
  const { newest } = props;
  return (
    <Stack gap="lg" className={classes.doneBody ?? ""}>
      <Group gap="md" wrap="nowrap" align="flex-start" aria-live="polite">
        <ThemeIcon size={40} radius="xl" aria-hidden>
          <IconCheck size={22} stroke={2.5} />
        </ThemeIcon>
        <Stack gap={4} miw={0}>
          <Text fz="lg" fw={640}>
            {t("done.title")}
          </Text>
          {newest?.outcome === "ok" && (
            <>
              <Text className={classes.arrived ?? ""}>
                {t(newest.country ? "done.arrivedIn" : "done.arrived", {
                  exit: newest.exit,
                  country: formatCountry(newest.country),
                  bytes: formatBytes(newest.upBytes + newest.downBytes),
                })}
              </Text>
              <Anchor component={Link} to={requestLogPath(newest.id)} fz="sm">
                {t("done.toLog")}
              </Anchor>
            </>
          )}
        </Stack>
      </Group>
      <Stack gap="xs">
        <Text fz="sm" c="dimmed" fw={500}>
          {t("done.next")}
        </Text>
        <ul className={classes.onwards}>
          {(Object.keys(onwards) as (keyof typeof onwards)[]).map((name) => (
            <li key={name}>
              <Anchor component={Link} to={onwards[name]} fw={550} className={classes.onward ?? ""}>
                {t(`done.${name}`)}
                <IconArrowRight size={15} aria-hidden />
              </Anchor>
              <Text fz="sm" c="dimmed">
                {t(`done.${name}Help`)}
              </Text>
            </li>
          ))}
        </ul>
      </Stack>
      <Group>
        <Button variant="default" onClick={props.onClose}>
          {t("done.close")}
        </Button>
      </Group>
    </Stack>
  );
}

import { Anchor, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "./home.module.css";

/** How to reach people. Where the answer failed, the balances' place says so. */
export function Support(props: {
  index: CallResult<"indexInit"> | undefined;
  failed: boolean;
  /** Shows the way to the first request again. */
  onGuide: () => void;
}) {
  const { t } = useTranslation("home");
  if (!props.index && props.failed) return null;
  const support = props.index?.support;
  return (
    <Panel title={t("support.title")}>
      {support ? <Reach {...support} /> : <LineSkeletons lines={4} height={20} />}
      <Anchor component="button" type="button" fz="sm" fw={550} mt="md" onClick={props.onGuide}>
        {t("support.guide")}
      </Anchor>
    </Panel>
  );
}

function Reach(props: { email: string; qr: string; hours: number }) {
  const { t } = useTranslation("home");
  return (
    <Stack gap="md">
      <Stack gap={2}>
        <Group gap={4} wrap="nowrap">
          <Anchor href={`mailto:${props.email}`} fw={550} className={classes.email ?? ""}>
            {props.email}
          </Anchor>
          <CopyButton value={props.email} label={t("support.copyEmail")} />
        </Group>
        <Text fz="sm" c="dimmed">
          {t("support.replies", { count: props.hours })}
        </Text>
      </Stack>
      {props.qr && (
        <Group gap="md" wrap="nowrap">
          <img
            src={props.qr}
            alt={t("support.qrAlt")}
            width={112}
            height={112}
            className={classes.qr}
          />
          <Text fz="sm" c="dimmed">
            {t("support.qrHelp")}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

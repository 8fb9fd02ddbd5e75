import { Stack, Text } from "@mantine/core";
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../../lib/queries.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { PortTry } from "../port/PortTry.tsx";

/** Shown when the plan has no traffic: a command that sends some, and a test from here. */
export function MonitorQuiet({ plan }: { plan: UnlimitedPlan }) {
  const { t } = useTranslation("monitor");
  const active = plan.status === "active";
  const call = plan.kind === "port" ? "portOrder" : "bandwidthOrder";
  const first = { planId: plan.id, page: 1, limit: 1 };
  const port = useCall(call, first, { enabled: active }).data?.ports[0];
  if (!active || !port) return null;
  return (
    <Panel title={t("quiet.title")}>
      <Stack maw={720} mx="auto" w="100%" gap="sm">
        <Text c="dimmed" fz="sm" ta="center">
          {t("quiet.text")}
        </Text>
        <PortTry row={port} />
      </Stack>
    </Panel>
  );
}

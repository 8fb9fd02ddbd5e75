import { Group, Stack, Text, Title } from "@mantine/core";
import { IconPlugOff } from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { ReactNode } from "react";
import { SideDrawer } from "@turnpike/ui/SideDrawer.tsx";
import { useTranslation } from "react-i18next";
import { useLastValue } from "../../../lib/use-last-value.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import type { PlanPhase, UnlimitedPort } from "../port.ts";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { PortButtons } from "./PortButtons.tsx";
import { PortDetailList } from "./PortDetailList.tsx";
import { PortTry } from "./PortTry.tsx";
import type { UrlPort } from "./use-url-port.ts";

interface Props {
  kind: UnlimitedKind;
  phase: PlanPhase;
  opened: UrlPort;
  acts: PortActs;
}

/** The details of a port, and a way to test it. */
export function PortDetails(props: Props) {
  const { t } = useTranslation(["unlimited", "ui"]);
  const { opened } = props;
  // A closing drawer keeps showing its content.
  const row = useLastValue(opened.row ?? null);
  const port = opened.id === "" || row?.id === opened.id ? row : null;
  return (
    <SideDrawer
      opened={opened.id !== ""}
      title={port ? t("details.title", { port: port.port }) : t("actions.show")}
      onClose={() => opened.open("")}
    >
      {port ? <One {...props} row={port} /> : <NotOnThisPage />}
    </SideDrawer>
  );
}

function NotOnThisPage() {
  const { t } = useTranslation("unlimited");
  return (
    <EmptyState
      icon={<IconPlugOff size={22} />}
      title={t("details.elsewhere")}
      text={t("details.elsewhereHelp")}
    />
  );
}

function One({ kind, row, phase, acts }: Props & { row: UnlimitedPort }) {
  const { t } = useTranslation("unlimited");
  return (
    <Stack gap="xl">
      <PortButtons kind={kind} row={row} phase={phase} acts={acts} />
      {phase === "running" && (
        <Part title={t("details.try")} help={t("details.tryHelp")}>
          <PortTry row={row} />
        </Part>
      )}
      <Part title={t("details.facts")}>
        <PortDetailList row={row} phase={phase} />
      </Part>
    </Stack>
  );
}

/** A section of a port's details. */
export function Part(props: {
  title: string;
  help?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap="sm" component="section" aria-label={props.title} miw={0}>
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={3}>{props.title}</Title>
          {props.help && (
            <Text fz="sm" c="dimmed">
              {props.help}
            </Text>
          )}
        </div>
        {props.actions}
      </Group>
      {props.children}
    </Stack>
  );
}

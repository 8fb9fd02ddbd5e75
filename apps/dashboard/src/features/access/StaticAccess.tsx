import { Anchor, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconKey } from "@turnpike/ui/icons.ts";
import { LazyMount } from "@turnpike/ui/LazyMount.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { ApiPanel } from "./ApiPanel.tsx";

const ResetCredentialsDialog = lazyComponent(
  async () => (await import("../static/edit/ResetCredentialsDialog.tsx")).ResetCredentialsDialog,
);

/** Access to static IPs: each has its own user name, password and whitelist. */
export function StaticAccess() {
  const { t } = useTranslation(["access", "static", "static-edit", "parts"]);
  return (
    <>
      <PlaceHeader description={t("static.description")} />
      <Stack gap="lg">
        <Panel title={t("passwords.title")} description={t("static.passwords")}>
          <Group gap="sm">
            <ResetAll />
            <Lists />
          </Group>
        </Panel>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Panel title={t("whitelist.title")}>
            <Stack gap="sm" align="flex-start">
              <Text fz="sm">{t("static.whitelist")}</Text>
              <Lists />
            </Stack>
          </Panel>
          <ApiPanel offers={["keys"]} />
        </SimpleGrid>
      </Stack>
    </>
  );
}

function Lists() {
  const { t } = useTranslation("shell");
  return (
    <Group gap="md">
      <Anchor component={Link} to="/cli/static-proxies" fz="sm" fw={550}>
        {t("titles.staticProxies")}
      </Anchor>
      <Anchor component={Link} to="/cli/static-short-proxies" fz="sm" fw={550}>
        {t("titles.staticShortProxies")}
      </Anchor>
    </Group>
  );
}

/** Sets one user name and password for all long-term IPs; renders nothing if there are none. */
function ResetAll() {
  const { t } = useTranslation("static");
  const [opened, setOpened] = useState(false);
  const { data } = useCall("staticIndex", {});
  if (!data || data.active + data.expired === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={17} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t("resetAll")}
      </Button>
      <LazyMount wanted={opened}>
        <ResetCredentialsDialog opened={opened} onClose={() => setOpened(false)} />
      </LazyMount>
    </>
  );
}

import { Anchor, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { ResetAll } from "../static/acts/ResetAll.tsx";
import { ApiPanel } from "./ApiPanel.tsx";

/** Access to static IPs: each has its own user name, password and whitelist. */
export function StaticAccess() {
  const { t } = useTranslation(["access", "static", "static-edit", "parts"]);
  const { data } = useCall("staticIndex", {});
  const some = data !== undefined && data.active + data.expired > 0;
  return (
    <>
      <PlaceHeader description={t("static.description")} />
      <Stack gap="lg">
        <Panel title={t("passwords.title")} description={t("static.passwords")}>
          <Group gap="sm">
            {some && <ResetAll />}
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

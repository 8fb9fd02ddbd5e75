import { Anchor, Badge, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconUserPlus } from "@turnpike/ui/icons.ts";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { WhitelistPanel } from "../whitelist/WhitelistPanel.tsx";
import classes from "./access.module.css";
import { ApiPanel } from "./ApiPanel.tsx";
import { Credentials } from "./Credentials.tsx";

/** Access to residential proxies: user names and passwords, the whitelist, the API. */
export function TrafficAccess() {
  const { t } = useTranslation(["access", "parts"]);
  return (
    <>
      <PlaceHeader description={t("traffic.description")} />
      <Stack gap="lg">
        <Passwords />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <WhitelistPanel
            title={t("whitelist.title")}
            help={t("whitelist.help")}
            empty={t("whitelist.empty")}
          />
          <ApiPanel offers={["links", "ports", "keys"]} />
        </SimpleGrid>
      </Stack>
    </>
  );
}

/** How many sub-accounts are shown; the others are in their own table. */
const SHOWN_ROWS = 5;
type SubAccount = CallResult<"subUsers">["items"][number];

function Passwords() {
  const { t } = useTranslation("access");
  const list = useCall("subUsers", { page: 1, limit: 100 });
  const all = (
    <Anchor component={Link} to="/cli/traffic-use" fz="sm" fw={550}>
      {t("traffic.all")}
    </Anchor>
  );
  return (
    <Panel title={t("passwords.title")} description={t("traffic.passwords")} actions={all}>
      <Loaded of={list} lines={3} height={24}>
        {(data) => <Rows items={data.items} />}
      </Loaded>
    </Panel>
  );
}

/** The main sub-account first. */
function Rows({ items }: { items: readonly SubAccount[] }) {
  const { t } = useTranslation("access");
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<IconUserPlus size={22} />}
        title={t("traffic.none")}
        text={t("traffic.noneHelp")}
        action={
          <Button component={Link} to="/cli/traffic-use?dialog=create" size="xs">
            {t("traffic.create")}
          </Button>
        }
      />
    );
  }
  const rows = items.toSorted((one, other) => Number(other.main) - Number(one.main));
  return (
    <ul className={classes.rows}>
      {rows.slice(0, SHOWN_ROWS).map(({ id, account, password, main, enabled, remark }) => (
        <li key={id}>
          <Credentials account={account} password={password} />
          <Group gap="xs">
            {remark && (
              <Text fz="sm" c="dimmed" className={classes.text ?? ""}>
                {remark}
              </Text>
            )}
            {main && <Badge>{t("traffic.main")}</Badge>}
            {!enabled && <Badge color="gray">{t("traffic.disabled")}</Badge>}
          </Group>
        </li>
      ))}
    </ul>
  );
}

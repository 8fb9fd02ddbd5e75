import { Alert, Anchor, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { Link } from "react-router";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { AccountFirst, NO_ACCOUNT } from "./AccountFirst.tsx";
import { MyAddress } from "./MyAddress.tsx";

/**
 * The account's whitelist on screens where it controls access: the number of addresses, and this
 * browser's own, added with one click. `empty` says what an empty list means here.
 */
export function WhitelistPanel(props: { title: string; help: string; empty: string }) {
  const { t } = useTranslation("parts");
  const list = useCall("trafficWhiteList", { page: 1, limit: 1 });
  const add = useAddMyAddress();
  const count = list.data?.total;
  return (
    <Panel title={props.title} description={props.help}>
      <Stack gap="md">
        {count === 0 && (
          <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
            {props.empty}
          </Alert>
        )}
        <MyAddress busy={add.busy} listed={({ whitelisted }) => whitelisted} onAdd={add.add} />
        {add.accountless && <AccountFirst />}
        {add.refused && (
          <Alert color="red" role="alert">
            {add.refused.ip}: {add.refused.msg}
          </Alert>
        )}
        {list.isError && count === undefined ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Group gap="md">
            {count !== 0 && <Count count={count} />}
            <Anchor component={Link} to="/cli/white-manage" fz="sm" underline="always">
              {t("whitelist.manage")}
            </Anchor>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

function Count({ count }: { count: number | undefined }) {
  const { t } = useTranslation("parts");
  if (count === undefined) return <Skeleton h={18} w={220} aria-hidden />;
  return (
    <Text fz="sm" c="dimmed">
      {t("whitelist.count", { count, number: formatNumber(count) })}
    </Text>
  );
}

/** Adds one address; a successful call may still refuse the address. */
function useAddMyAddress() {
  const { t } = useTranslation("parts");
  const [accountless, setAccountless] = useState(false);
  const { send, busy, answer } = useCommand("addTrafficWhite", {
    awaitRefetch: true,
    handles: ({ reason }) => {
      setAccountless(reason === NO_ACCOUNT);
      return reason === NO_ACCOUNT;
    },
  });
  return {
    busy,
    accountless,
    refused: answer?.refused[0],
    add: (ip: string) =>
      void send({ ips: [ip] }, ({ added: [entry] }) => {
        setAccountless(false);
        if (entry) toast.success(t("whitelist.added", { ip: entry.ip }));
      }),
  };
}

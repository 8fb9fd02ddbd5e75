import { Alert, Button, Group, Stack } from "@mantine/core";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { firstEndpoint } from "../proxy-test/TryCommand.tsx";
import { CodeBlock } from "../../ui/CodeBlock.tsx";

/** A new sub-account and the first command to try it with. */
export function Created(props: {
  row: SubAccount;
  info: Answered<"trafficInfo"> | undefined;
  onClose: () => void;
  onEndpoints: (account: string) => void;
  onBuy: () => void;
}) {
  const { t } = useTranslation(["traffic-use", "ui"]);
  const { row, info } = props;
  const endpoint = firstEndpoint(row, info);
  const command = endpoint && info && curlCommand(endpoint, info.exampleTarget);
  const empty = row.availableBytes <= 0;
  return (
    <Stack gap="md">
      <Alert
        color="pike"
        aria-live="polite"
        icon={<IconCircleCheck aria-hidden />}
        title={t("created.title", { account: row.account })}
      >
        {t(empty ? "created.noTraffic" : "created.help")}
      </Alert>
      {command && <CodeBlock wrap code={command} label={t("created.command")} />}
      {endpoint && !empty && <ProxyTest endpoint={endpoint} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose}>
          {t("ui:close")}
        </Button>
        {empty ? (
          <Button
            onClick={() => {
              props.onClose();
              props.onBuy();
            }}
          >
            {t("buy.open")}
          </Button>
        ) : (
          <Button onClick={() => props.onEndpoints(row.account)}>{t("created.generate")}</Button>
        )}
      </Group>
    </Stack>
  );
}

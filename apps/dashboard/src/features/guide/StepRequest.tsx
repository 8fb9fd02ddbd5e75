import { Alert, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import { endpointUrl } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { balanceOfAll } from "../sub-account/pools.ts";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { firstEndpoint, mostAvailable } from "../proxy-test/TryCommand.tsx";

type Logged = CallResult<"requestLog">["items"][number];

/** The command to paste into a terminal, and a line that waits for its request. */
export function StepRequest(props: { newest: Logged | undefined }) {
  const { t } = useTranslation("guide");
  const info = useCall("trafficInfo", {});
  const accounts = useCall("availableSubUsers", {});
  for (const query of [info, accounts]) {
    if (!query.isError || query.data) continue;
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!info.data || !accounts.data) return <LineSkeletons lines={4} height={20} />;
  const endpoint = firstEndpoint(mostAvailable(accounts.data.items), info.data);
  if (!endpoint) return <Text c="dimmed">{t("request.noLogin")}</Text>;
  const command = curlCommand(endpoint, info.data.exampleTarget);
  return (
    <Stack gap="md">
      <Text maw="64ch">{t("request.text")}</Text>
      <CodeBlock wrap code={command} label={t("request.command")} />
      <Group>
        <CopyButton text variant="filled" size="sm" value={command} label={t("request.copy")} />
      </Group>
      {(balanceOfAll(info.data)?.balanceBytes ?? 0) <= 0 && (
        <Alert color="amber">{t("request.noTraffic")}</Alert>
      )}
      <Watch newest={props.newest} />
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} help={t("request.fromHere")} />
    </Stack>
  );
}

/** Waits for the request; if one arrived and failed, says what to do. */
function Watch({ newest }: { newest: Logged | undefined }) {
  const { t } = useTranslation(["guide", "parts"]);
  const failed = newest && newest.outcome !== "ok";
  return (
    <div aria-live="polite">
      {failed ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t("request.failed")}>
          <Stack gap={6}>
            {newest.text && <Text fz="sm">{newest.text}</Text>}
            {newest.fix && (
              <Text fz="sm">
                <strong>{t("parts:remedy")}</strong> {newest.fix}
              </Text>
            )}
          </Stack>
        </Alert>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Loader size="xs" type="dots" aria-hidden />
          <Text fw={550}>{t("request.waiting")}</Text>
        </Group>
      )}
    </div>
  );
}

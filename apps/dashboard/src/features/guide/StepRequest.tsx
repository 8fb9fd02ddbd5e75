import { Alert, Group, Loader, Stack, Text } from "@mantine/core";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { IconAlertTriangle } from "@turnpike/ui/icons.ts";
import { endpointUrl } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { balanceOfAll } from "../sub-account/pools.ts";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { firstEndpoint, mostAvailable } from "../proxy-test/TryCommand.tsx";

type Logged = CallResult<"requestLog">["items"][number];

/** The command to paste into a terminal, and a line that waits for its request. */
export function StepRequest(props: { newest: Logged | undefined }) {
  const { t } = useTranslation("guide");
  const info = useCall("trafficInfo", {});
  const accounts = useCall("availableSubUsers", {});
  return (
    <Loaded of={together(info, accounts)} lines={4} height={20}>
      {([plan, { items }]) => {
        const endpoint = firstEndpoint(mostAvailable(items), plan);
        if (!endpoint) return <Text c="dimmed">{t("request.noLogin")}</Text>;
        const command = curlCommand(endpoint, plan.exampleTarget);
        return (
          <Stack gap="md">
            <Text maw="64ch">{t("request.text")}</Text>
            <CodeBlock wrap code={command} label={t("request.command")} />
            <Group>
              <CopyButton
                text
                variant="filled"
                size="sm"
                value={command}
                label={t("request.copy")}
              />
            </Group>
            {(balanceOfAll(plan)?.balanceBytes ?? 0) <= 0 && (
              <Alert color="amber">{t("request.noTraffic")}</Alert>
            )}
            <Watch newest={props.newest} />
            <ProxyTest
              key={endpointUrl(endpoint)}
              endpoint={endpoint}
              help={t("request.fromHere")}
            />
          </Stack>
        );
      }}
    </Loaded>
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

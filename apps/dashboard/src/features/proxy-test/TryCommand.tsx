import { Button, Stack, Text } from "@mantine/core";
import { type Endpoint, endpointUrl } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { ProxyTest } from "./ProxyTest.tsx";

/** The first endpoint of a sub-account; undefined until gateway and account are known. */
export function firstEndpoint(
  who: { account: string; password: string } | undefined,
  info: CallResult<"trafficInfo"> | undefined,
): Endpoint | undefined {
  const [gateway] = info?.endpoints ?? [];
  if (!who || !gateway) return undefined;
  const { host, port } = gateway;
  return { protocol: "http", host, port, username: who.account, password: who.password };
}

/** The sub-account with the most available traffic, usually the main one. */
export function mostAvailable<Who extends { availableBytes: number }>(
  accounts: readonly Who[],
): Who | undefined {
  return accounts.reduce<Who | undefined>(
    (best, who) => (best && best.availableBytes >= who.availableBytes ? best : who),
    undefined,
  );
}

/**
 * A command to paste into a terminal, and the same test from here; a link to the sub-accounts if
 * there is none. Renders nothing while loading. `text` explains the command.
 */
export function TryCommand({ text }: { text: string }) {
  const { t } = useTranslation("parts");
  const info = useCall("trafficInfo", {}).data;
  const accounts = useCall("availableSubUsers", {}).data;
  if (!info || !accounts) return null;
  const endpoint = firstEndpoint(mostAvailable(accounts.items), info);
  if (!endpoint) {
    return (
      <Stack align="center" gap="sm" pb="lg" px="md">
        <Text c="dimmed" fz="sm" ta="center">
          {t("try.start")}
        </Text>
        <Button component={Link} to="/cli/traffic-use">
          {t("try.toAccounts")}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack maw={720} mx="auto" w="100%" gap="sm">
      <Text c="dimmed" fz="sm" ta="center">
        {text}
      </Text>
      <CodeBlock wrap code={curlCommand(endpoint, info.exampleTarget)} label={t("try.command")} />
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} />
    </Stack>
  );
}

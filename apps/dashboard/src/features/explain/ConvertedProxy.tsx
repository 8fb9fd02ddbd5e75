import { Alert, Group, List, SegmentedControl, Select, Stack, Text, Title } from "@mantine/core";
import { type Endpoint, type EndpointProtocol, endpointUrl } from "@turnpike/rules/endpoint.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { changedFilter } from "@turnpike/proxy-strings/read/available.ts";
import type { ReadProxy } from "@turnpike/proxy-strings/read/proxy.ts";
import {
  exitRequestOf,
  type LostPart,
  protocolFor,
  toOurEndpoint,
} from "@turnpike/proxy-strings/read/to-ours.ts";
import { proxyLine, proxyTemplates } from "@turnpike/proxy-strings/write/proxy-format.ts";
import type { PlaceField } from "@turnpike/rules/username.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyMenu } from "../proxy-file/CopyMenu.tsx";
import { ProxyTest } from "../proxy-test/ProxyTest.tsx";
import { Availability } from "./Availability.tsx";
import { fieldsOf } from "./fields.ts";
import type { Conversion } from "./use-conversion.ts";

interface Props {
  read: ReadProxy;
  conversion: Conversion;
  who: NonNullable<Conversion["who"]>;
}

const filterOf = (read: ReadProxy) => exitRequestOf(read).asked.filter;

const copied = { fieldsOf, contents: "converted-endpoints" } as const;

/** The equivalent endpoint here, ready to copy, run and test. */
export function ConvertedProxy({ read, conversion, who }: Props) {
  const { t } = useTranslation("explain");
  const [changes, setChanges] = useState<Partial<Record<PlaceField, string | null>>>({});
  const [protocol, setProtocol] = useState<EndpointProtocol>(() => protocolFor(read));
  const filter = useMemo(() => changedFilter(filterOf(read), changes), [read, changes]);
  const { account, password } = who;
  const { gateways } = conversion;
  const converted = toOurEndpoint(read, { account, password, gateways, filter, protocol });
  if (!converted) return null;
  const { endpoint, lost, usualMinutes } = converted;
  const line = proxyLine(proxyTemplates["host:port:user:password"], fieldsOf(endpoint));
  return (
    <section aria-label={t("yours")}>
      <Group justify="space-between" gap="sm" mb="sm" align="flex-end">
        <Title order={3} fz="md">
          {t("yours")}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t("protocol")}
            value={endpoint.protocol}
            onChange={(value) => setProtocol(value as EndpointProtocol)}
            data={[
              { value: "http", label: "HTTP(S)" },
              { value: "socks5", label: "SOCKS5" },
            ]}
          />
          <AccountChoice conversion={conversion} account={account} />
        </Group>
      </Group>
      <Stack gap="md">
        <CodeBlock
          wrap
          code={line}
          label={t("string")}
          actions={<CopyMenu rows={[endpoint]} {...copied} />}
        />
        {usualMinutes !== null && (
          <Text fz="xs" c="dimmed">
            {t("usualMinutes", { count: usualMinutes })}
          </Text>
        )}
        <Availability
          pool={who.pool}
          filter={filter}
          changes={changes}
          onChange={(field, value) => setChanges((before) => ({ ...before, [field]: value }))}
          onReset={() => setChanges({})}
        />
        <LostParts lost={lost} />
        <Run endpoint={endpoint} target={conversion.target} />
      </Stack>
    </section>
  );
}

export function AccountChoice({
  conversion,
  account,
}: {
  conversion: Conversion;
  account: string;
}) {
  const { t } = useTranslation("explain");
  if (conversion.accounts.length < 2) return null;
  return (
    <Select
      size="xs"
      w={190}
      aria-label={t("account")}
      searchable
      allowDeselect={false}
      value={account}
      onChange={(name) => name && conversion.choose(name)}
      data={conversion.accounts.map((each) => each.account)}
    />
  );
}

function Run({ endpoint, target }: { endpoint: Endpoint; target: string }) {
  const { t } = useTranslation("explain");
  return (
    <>
      <CodeBlock wrap code={curlCommand(endpoint, target)} label={t("curl")} />
      <ProxyTest key={endpointUrl(endpoint)} endpoint={endpoint} />
    </>
  );
}

/** The parts that could not be converted, each with its reason. */
function LostParts({ lost }: { lost: readonly LostPart[] }) {
  const { t } = useTranslation("explain");
  if (lost.length === 0) return null;
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t("lost.title")}>
      <List size="sm" spacing={4}>
        {lost.map(({ part, why }) => (
          <List.Item key={`${part.from}-${why}`}>
            <code>{part.key === null ? part.value : `${part.key}: ${part.value}`}</code>
            {" – "}
            {t(`lost.${why}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

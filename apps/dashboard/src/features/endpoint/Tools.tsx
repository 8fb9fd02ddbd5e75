import { Code, List, Select, Stack, Text } from "@mantine/core";
import { proxyFileOf } from "@turnpike/proxy-strings/write/proxy-file.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import {
  effectiveProtocol,
  proxyFormatFacts,
} from "@turnpike/proxy-strings/write/proxy-formats.ts";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { IconDownload } from "@turnpike/ui/icons.ts";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Tool, tools } from "./tools.ts";

interface Props {
  proxies: readonly ProxyFields[];
  protocol: EndpointProtocol;
  /** An address that shows who asks. */
  target: string;
}

/** How the list gets into a program: its steps, with the customer's own proxies. */
export function Tools(props: Props) {
  const { t } = useTranslation("traffic-use");
  const [name, setName] = useState(tools[0]?.name ?? "");
  const tool = tools.find((one) => one.name === name);
  return (
    <Panel title={t("tools.title")} description={t("tools.help")}>
      <Stack gap="md">
        <Select
          label={t("tools.tool")}
          searchable
          allowDeselect={false}
          withScrollArea={false}
          styles={{ options: { maxHeight: 280, overflowY: "auto" } }}
          nothingFoundMessage={t("tools.nothingFound")}
          data={tools.map((one) => one.name)}
          value={name}
          onChange={(value) => value && setName(value)}
        />
        {tool && <Steps {...props} tool={tool} />}
      </Stack>
    </Panel>
  );
}

function Steps({ tool, proxies, protocol: asked, target }: Props & { tool: Tool }) {
  const { t } = useTranslation("traffic-use");
  const { name, format, where, command, pasted } = tool;
  const protocol = effectiveProtocol(format, asked);
  const { ending, type } = proxyFormatFacts(format);
  const text = proxyFileOf(format, proxies, { protocol });
  const file = `proxies.${ending}`;
  const steps: [string, ReactNode][] = [];
  if (!pasted) steps.push(["save", t("tools.save", { file })]);
  if (where !== undefined) steps.push(["open", t("tools.open", { tool: name, where })]);
  if (command !== undefined)
    steps.push([
      "run",
      <>
        {t("tools.run")} <Code>{command.replace("FILE", file)}</Code>
      </>,
    ]);
  else steps.push(["take", t(pasted ? "tools.paste" : "tools.choose")]);
  steps.push(["check", t("tools.check", { target })]);
  return (
    <>
      <List type="ordered" size="sm" spacing={4}>
        {steps.map(([key, step]) => (
          <List.Item key={key}>{step}</List.Item>
        ))}
      </List>
      <CodeBlock
        code={text}
        label={t("tools.code", { tool: name })}
        copyLabel={t("tools.copy", { tool: name })}
        maxHeightPx={280}
        actions={
          !pasted && (
            <BatchButton
              icon={IconDownload}
              label={t("endpoints.download")}
              onClick={() =>
                saveFile({ contents: "endpoints", details: [format], ending, text, type })
              }
            />
          )
        }
      />
      {pasted && format !== "host-port-user-pass" && (
        <Text fz="xs" c="dimmed">
          {t("tools.link")}
        </Text>
      )}
    </>
  );
}

import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import {
  type Endpoint,
  type EndpointFormat,
  endpointFileEnding,
  endpointFormats,
  endpointUrl,
  formatEndpoints,
} from "@turnpike/rules/endpoint.ts";
import { IconDownload, IconFileExport, IconRefresh } from "@turnpike/ui/icons.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChooseForm } from "../proxy-file/use-choose-form.tsx";
import { saveFile } from "@turnpike/ui/lib/save-file.ts";
import { targetOf, type LocalPortTarget } from "../manager/local-port-target.ts";
import { UseOnThisComputer } from "../manager/UseOnThisComputer.tsx";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { fieldsOf, fieldsWithLink, linkOf } from "./endpoint-fields.ts";

const types = { txt: "text/plain", csv: "text/csv", json: "application/json" } as const;

/** The generated list in the chosen format, to copy or to save. */
export function EndpointList(props: {
  endpoints: Endpoint[];
  onFresh: (() => void) | undefined;
  /** The sub-account's token, which changes the addresses of its sessions. */
  rotateToken: string;
}) {
  const { t } = useTranslation("traffic-use");
  const choose = useChooseForm();
  const { endpoints, rotateToken } = props;
  const [format, setFormat] = useState<EndpointFormat>("host:port:user:pass");
  const text = useMemo(() => formatEndpoints(endpoints, format), [endpoints, format]);
  const save = () => {
    const ending = endpointFileEnding(format);
    const details = ending === "txt" ? [format.replaceAll(":", "-")] : [];
    saveFile({ contents: "endpoints", details, ending, text, type: types[ending] });
  };
  return (
    <Panel
      title={t("endpoints.list", { count: endpoints.length })}
      actions={
        <ListActions
          text={text}
          endpoints={endpoints}
          onSave={save}
          onChoose={() =>
            choose(
              endpoints.map((one) => fieldsWithLink(one, rotateToken)),
              "endpoints",
            )
          }
        />
      }
    >
      <Group gap="sm" mb="sm" justify="space-between">
        <NativeSelect
          size="xs"
          aria-label={t("endpoints.format")}
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as EndpointFormat)}
          data={endpointFormats.map((value) => ({ value, label: formatName(value, endpoints[0]) }))}
        />
        {props.onFresh && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconRefresh size={15} aria-hidden />}
            onClick={props.onFresh}
          >
            {t("endpoints.newSessions")}
          </Button>
        )}
      </Group>
      <CodeBlock code={text} label={t("endpoints.strings")} maxHeightPx={280} />
      <ChangeLink link={endpoints[0] && linkOf(endpoints[0], rotateToken)} />
    </Panel>
  );
}

/** The link that changes the address of the first session. */
function ChangeLink({ link }: { link: string | undefined }) {
  const { t } = useTranslation("traffic-use");
  if (link === undefined) return null;
  return (
    <Stack gap={6} mt="sm">
      <Text fz="xs" c="dimmed">
        {t("endpoints.changeLinkHelp")}
      </Text>
      <CodeBlock
        wrap
        code={link}
        label={t("endpoints.changeLink")}
        copyLabel={t("endpoints.copyChangeLink")}
      />
    </Stack>
  );
}

function ListActions(props: {
  text: string;
  endpoints: Endpoint[];
  onSave: () => void;
  /** Opens the choice of other formats. */
  onChoose: () => void;
}) {
  const { t } = useTranslation(["traffic-use", "lines"]);
  return (
    <>
      <CopyButton value={props.text} text variant="filled" label={t("endpoints.copyAll")} />
      <BatchButton icon={IconDownload} label={t("endpoints.download")} onClick={props.onSave} />
      <BatchButton icon={IconFileExport} label={t("lines:copy.more")} onClick={props.onChoose} />
      <UseOnThisComputer rows={props.endpoints} targetOf={targetOfEndpoint} />
    </>
  );
}

/** One local port per endpoint; an endpoint that keeps its exit keeps it there too. */
function targetOfEndpoint(endpoint: Endpoint): LocalPortTarget {
  const { username } = endpoint;
  return targetOf(fieldsOf(endpoint), {
    id: username,
    name: username,
    upstream: endpointUrl(endpoint),
  });
}

/** Formats are named by their syntax, the same in every language. */
function formatName(format: EndpointFormat, endpoint: Endpoint | undefined): string {
  if (format === "csv" || format === "json") return format.toUpperCase();
  return format === "url" ? `${endpoint?.protocol ?? "http"}://user:pass@host:port` : format;
}

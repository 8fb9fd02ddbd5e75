import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconExternalLink, IconShoppingCart } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { gbText } from "@turnpike/ui/Bytes.tsx";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { exampleAnswer, previewOf } from "./example.ts";
import { curlOf } from "./link.ts";
import type { Builder } from "./use-builder.ts";
import { useOpenLink } from "./use-open-link.ts";

/** Until the gateway's host is known. */
const EXAMPLE_HOST = "192.0.2.1";

/** The link's URL (or what it will be), the cost of a call, and an example response. */
export function LinkPreview(props: { builder: Builder; onBuy: () => void }) {
  const { t } = useTranslation("extract");
  const { form, link, ready, url } = props.builder;
  const open = useOpenLink();
  const refuse = ready ? undefined : () => toast.warning(t("createFirst"));
  return (
    <Panel
      title={ready ? t("preview.ready") : t("preview.title")}
      description={ready ? t("preview.readyHelp") : t("preview.help")}
    >
      <Stack gap="md" aria-live="polite">
        <CodeBlock
          wrap
          code={url}
          label={t("preview.address")}
          copyLabel={t("preview.copyAddress")}
          insteadOfCopy={refuse}
        />
        <CodeBlock
          wrap
          code={curlOf(url)}
          label={t("preview.curl")}
          copyLabel={t("preview.copyCurl")}
          insteadOfCopy={refuse}
        />
        <CallCost plan={form.values.plan} num={link.num} onBuy={props.onBuy} />
        <Example {...props} />
        {ready && (
          <Group>
            <Button
              variant="default"
              rightSection={<IconExternalLink size={16} aria-hidden />}
              onClick={() => open(ready)}
            >
              {t("open.button")}
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

/** Made-up proxies in the format in which the API would return real ones. */
function Example({ builder: { link } }: { builder: Builder }) {
  const { t } = useTranslation("extract");
  const [nowMs] = useState(productClock.nowMs);
  const host = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.endpoints[0]?.host;
  const shown = previewOf(link);
  return (
    <CodeBlock
      wrap={link.format !== "csv"}
      code={exampleAnswer(link, { host: host ?? EXAMPLE_HOST, nowMs })}
      label={t("example.label")}
      maxHeightPx={280}
      head={
        <Group gap={8} wrap="nowrap">
          <Badge color="gray" variant="light" miw="max-content">
            {t("example.badge")}
          </Badge>
          <Text fz="xs" c="dimmed" truncate>
            {shown < link.num ? t("example.some", { shown, count: link.num }) : t("example.label")}
          </Text>
        </Group>
      }
    />
  );
}

/** The cost of a call and the balance; if insufficient: "No balance, please purchase first". */
function CallCost(props: { plan: LinkPlan; num: number; onBuy: () => void }) {
  const { t } = useTranslation("extract");
  const { plan, num, onBuy } = props;
  const balance = useBalance(plan);
  const needed = plan === "ip" ? num : 1;
  const amount = (value: number) =>
    plan === "ip" ? t("cost.ips", { count: value, number: formatNumber(value) }) : gbText(value);
  return (
    <Stack gap="sm">
      <AmountList>
        <Sum strong name={t("cost.call")} value={plan === "ip" ? amount(num) : t("cost.traffic")} />
        <Sum name={t("cost.left")} value={balance === undefined ? "…" : amount(balance)} />
      </AmountList>
      <Text fz="xs" c="dimmed">
        {t(`cost.anew.${plan}`)}
      </Text>
      {balance !== undefined && balance < needed && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="sm" align="flex-start">
            {t("cost.none")}
            <BatchButton
              needs="buy"
              icon={IconShoppingCart}
              label={t(`cost.buy.${plan}`)}
              onClick={onBuy}
            />
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

/** The balance that calls take from: IPs, or bytes of the traffic plan; undefined while loading. */
function useBalance(plan: LinkPlan): number | undefined {
  const { data } = useCall("indexInit", {});
  return plan === "ip" ? data?.ipBalance : data?.trafficBytes;
}

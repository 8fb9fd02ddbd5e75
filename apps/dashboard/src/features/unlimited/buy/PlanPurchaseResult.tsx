import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@turnpike/ui/icons.ts";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { useFirstFocus } from "@turnpike/ui/lib/use-first-focus.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { Bought } from "../../purchase/Bought.tsx";
import { ProxyTest } from "../../proxy-test/ProxyTest.tsx";
import { kindCalls } from "../use-plan.ts";
import { endpointOf, type UnlimitedPlan } from "../port.ts";
import { planPath } from "../../order/unlimited-plan-url.ts";
import { usePlanText } from "../plan-text.ts";

/** How often to check whether the first port is open. */
const POLL_MS = 1_000;

/** What was bought, a ready-to-run command, and a link to the plan. */
export function PlanPurchaseResult(props: {
  plan: UnlimitedPlan;
  paidCents: number;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation("unlimited-buy");
  const words = usePlanText();
  const { plan } = props;
  const toPlan = useFirstFocus<HTMLAnchorElement>();
  return (
    <Bought
      title={t("bought.done", { name: words.name(plan) })}
      text={
        <>
          {t("bought.paid", { amount: formatCents(props.paidCents) })}{" "}
          {t("bought.until", { at: formatDateTime(plan.expiresAt) })} {t("bought.renewHint")}
        </>
      }
      actions={
        <Button
          ref={toPlan}
          component={Link}
          to={planPath(plan.kind, plan.id)}
          rightSection={<IconArrowRight size={17} aria-hidden />}
        >
          {t("bought.toPlan")}
        </Button>
      }
      close={{ lesser: true, focus: false }}
      onClose={props.onClose}
    >
      {props.notes}
      <FirstPort plan={plan} />
    </Bought>
  );
}

/** A command to paste into a terminal and a test from here, once a gateway listens on the port. */
function FirstPort({ plan }: { plan: UnlimitedPlan }) {
  const { t } = useTranslation("unlimited-buy");
  const [open, setOpen] = useState(false);
  const parameters = { planId: plan.id, limit: 1 };
  const ports = useCall(kindCalls[plan.kind].one, parameters, { everyMs: open ? false : POLL_MS });
  const target = useCall("trafficInfo", {}, { staleMs: 60_000 }).data?.exampleTarget;
  const port = ports.data?.items[0];
  if (port?.open && !open) setOpen(true);
  if (!port?.open) {
    return (
      <Group component="output" gap="xs" wrap="nowrap" aria-live="polite">
        <Loader size="xs" aria-hidden />
        <Text fz="sm">{t("bought.opening")}</Text>
      </Group>
    );
  }
  const endpoint = endpointOf(port, "http");
  return (
    <Stack gap="sm">
      {target && (
        <CodeBlock
          wrap
          code={curlCommand(endpoint, target)}
          head={t("bought.tryPort", { port: port.port })}
          label={t("bought.command")}
        />
      )}
      <ProxyTest endpoint={endpoint} help={t("bought.testHelp")} />
    </Stack>
  );
}

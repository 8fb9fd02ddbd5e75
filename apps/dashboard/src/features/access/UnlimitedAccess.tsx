import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { planPath } from "../order/unlimited-plan-url.ts";
import { usePlanText } from "../unlimited/plan-text.ts";
import { kindCalls } from "../unlimited/use-plan.ts";
import classes from "./access.module.css";
import { ApiPanel } from "./ApiPanel.tsx";

/** Access to unlimited plans: the ports' user names and passwords, and each plan's whitelist. */
export function UnlimitedAccess() {
  const { t } = useTranslation(["access", "unlimited", "unlimited-buy", "parts"]);
  return (
    <>
      <PlaceHeader description={t("unlimited.description")} />
      <Stack gap="lg">
        <Panel title={t("unlimited.plans")} description={t("unlimited.plansHelp")}>
          <Plans />
        </Panel>
        <ApiPanel offers={["keys"]} />
      </Stack>
    </>
  );
}

/** The running plans of both kinds, each with the number of addresses in its whitelist. */
function Plans() {
  const { t } = useTranslation("access");
  const parameters = { page: 1, limit: 100, status: "active" } as const;
  const port = useCall(kindCalls.port.list, parameters);
  const bandwidth = useCall(kindCalls.bandwidth.list, parameters);
  return (
    <Loaded of={together(port, bandwidth)} lines={3} height={24}>
      {(lists) =>
        lists.every(({ items }) => items.length === 0) ? (
          <Text c="dimmed">{t("unlimited.none")}</Text>
        ) : (
          <ul className={classes.rows}>
            {lists.flatMap(({ items }) =>
              items.map((plan) => <Row key={plan.id} kind={plan.kind} plan={plan} />),
            )}
          </ul>
        )
      }
    </Loaded>
  );
}

interface Plan {
  id: string;
  quantity: number;
  regionName: string;
  whitelist: readonly string[];
}

function Row({ kind, plan }: { kind: UnlimitedKind; plan: Plan }) {
  const { t } = useTranslation(["access", "unlimited"]);
  const words = usePlanText();
  const name = words.name({ kind, ...plan });
  const { length: count } = plan.whitelist;
  return (
    <li>
      <div className={classes.text}>
        <Text fw={550}>{name}</Text>
        <Text fz="sm" c="dimmed">
          {count === 0 ? t("unlimited:whitelist.none") : t("unlimited:whitelist.count", { count })}
        </Text>
      </div>
      <Group gap="md">
        <Anchor
          component={Link}
          to={planPath(kind, plan.id)}
          fz="sm"
          fw={550}
          aria-label={`${t("passwords.title")}: ${name}`}
        >
          {t("passwords.title")}
        </Anchor>
        <Anchor
          component={Link}
          to={planPath(kind, plan.id, "whitelist")}
          fz="sm"
          fw={550}
          aria-label={`${t("whitelist.title")}: ${name}`}
        >
          {t("whitelist.title")}
        </Anchor>
      </Group>
    </li>
  );
}

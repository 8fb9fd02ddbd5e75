import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Documents } from "./Documents.tsx";

export type IdentityInfo = CallResult<"identityInfo">;

const colors = {
  none: "gray",
  pending: "blue",
  more: "orange",
  approved: "good",
  rejected: "red",
};

/** Where a customer proves who they are: why, what is needed, how far it is (spec/identity). */
export function IdentityTab() {
  const { t } = useTranslation("identity");
  const info = useCall("identityInfo", {});
  return (
    <Panel title={t("title")} description={t("why")}>
      <Loaded of={info} lines={4} height={22}>
        {(data) => (
          <Stack gap="md">
            <State info={data} />
            {data.canStart && <Start />}
            {data.canHandIn && <Documents info={data} onChange={() => void info.refetch()} />}
            <Text c="dimmed" fz="sm">
              {t(isElsewhere(data) ? "privacyElsewhere" : "privacy", {
                days: data.keepDays,
              })}
            </Text>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

const isElsewhere = (info: IdentityInfo) => info.canStart || info.isElsewhere;

/** Leads to the provider that checks; its page leads back here. */
function Start() {
  const { t } = useTranslation("identity");
  const start = useCommand("identityStart");
  return (
    <Stack gap="md" align="flex-start">
      <Text fz="sm">{t("startText")}</Text>
      <Button
        loading={start.busy}
        onClick={() => void start.send({}, ({ url }) => window.location.assign(url))}
      >
        {t("start")}
      </Button>
    </Stack>
  );
}

function State({ info }: { info: IdentityInfo }) {
  const { t } = useTranslation("identity");
  const prices = useCall("priceList", {});
  const names = (prices.data?.products ?? [])
    .filter(({ identity }) => identity !== null)
    .map(({ name }) => name);
  const { identity, waitsForYou, because, canHandIn } = info;
  const state = waitsForYou ? "more" : identity;
  const isWaiting = state === "pending";
  return (
    <Stack gap="sm" role="status">
      <Group gap="sm">
        <Badge color={colors[state]} size="lg">
          {t(`states.${state}`)}
        </Badge>
        {isWaiting && <Text fz="sm">{t(info.isElsewhere ? "waitingElsewhere" : "waiting")}</Text>}
        {state === "approved" && <Text fz="sm">{t("done")}</Text>}
      </Group>
      {because !== null && !isWaiting && state !== "approved" && (
        <Alert color={colors[state]}>{because}</Alert>
      )}
      {names.length > 0 && state !== "approved" && (
        <Text fz="sm">{t("products", { names: [...new Set(names)].join(", ") })}</Text>
      )}
      {!canHandIn && info.triesLeft === 0 && identity === "rejected" && (
        <Alert color="orange">{t("noTries")}</Alert>
      )}
    </Stack>
  );
}

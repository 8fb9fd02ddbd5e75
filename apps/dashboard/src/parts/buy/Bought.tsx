import { Alert, Button, Group, Stack } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { useFirstFocus } from "../../lib/use-first-focus.ts";
import { kindOf } from "./plan.ts";

/** What was bought, and where one goes from here. `name` says what is sold elsewhere. */
export function Bought(props: {
  sku: string;
  quantity: number;
  name?: string;
  notes?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation(["buy", "ui"]);
  const kind = kindOf(props.sku);
  const close = useFirstFocus<HTMLButtonElement>();
  const words = { count: props.quantity, quantity: formatNumber(props.quantity) };
  return (
    <Stack gap="lg">
      <Alert
        color="pike"
        icon={<IconCircleCheck aria-hidden />}
        title={kind ? t(`kinds.${kind}.done`, words) : t("gift.done")}
        aria-live="polite"
      >
        {kind ? t(`kinds.${kind}.doneHelp`) : t("gift.doneHelp", { gift: props.name })}
        {kind === "ip" && <IpsNow />}
      </Alert>
      {props.notes}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={props.onClose}
          {...(kind === "traffic" ? {} : { ref: close })}
        >
          {t("ui:close")}
        </Button>
        {kind === "traffic" && <ToTraffic />}
        {kind === "ip" && <ToKeys />}
        {(kind === "static" || kind === "short") && <ToIps kind={kind} sku={props.sku} />}
      </Group>
    </Stack>
  );
}

function IpsNow() {
  const { t } = useTranslation("buy");
  const { data, isFetching } = useCall("indexInit", {});
  if (!data || isFetching) return null;
  return <> {t("kinds.ip.now", { amount: formatNumber(data.ipBalance) })}</>;
}

/** To the endpoints, or to the first sub-account. */
function ToTraffic() {
  const { t } = useTranslation("buy");
  const link = useFirstFocus<HTMLAnchorElement>();
  const first = useCall("availableSubUsers", {}).data?.items.length === 0;
  return (
    <Button
      ref={link}
      component={Link}
      to={first ? "/cli/traffic-use?dialog=create" : "/cli/traffic-use?tab=endpoints"}
    >
      {t(first ? "createAccount" : "use")}
    </Button>
  );
}

/** To where the credits become IPs, at the period that was bought. */
function ToIps({ kind, sku }: { kind: "static" | "short"; sku: string }) {
  const { t } = useTranslation("buy");
  const screen = kind === "static" ? "/cli/static-proxies" : "/cli/static-short-proxies";
  return (
    <Button component={Link} to={`${screen}?take=1&days=${sku.slice(kind.length + 1)}`}>
      {t("takeIps")}
    </Button>
  );
}

/** To the CDKeys, for those who may make some. */
function ToKeys() {
  const { t } = useTranslation("buy");
  const { data } = useCall("member", {});
  if (!data?.enterprise.ip) return null;
  return (
    <Button component={Link} to="/cli/cdkey">
      {t("makeKeys")}
    </Button>
  );
}

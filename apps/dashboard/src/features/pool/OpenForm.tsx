import { Alert, Anchor, Badge, Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { IconShoppingCart } from "@turnpike/ui/icons.ts";
import { apiPorts, openHours } from "@turnpike/rules/pool.ts";
import { type SubmitEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../lib/call.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import buy from "../order/buy.module.css";
import { lastFirstPort, type OpenParameters, type OpenTarget } from "./open-plan.ts";
import { OpenNumber } from "./OpenNumber.tsx";
import classes from "./pool.module.css";
import type { IpAuth } from "./pool-ip.ts";
import { type Open, useOpen } from "./use-open.ts";

/** How many names are listed; the rest is counted. */
const MAX_NAMES = 12;
const HOURS = Array.from(
  { length: openHours.most - openHours.least + 1 },
  (_, index) => openHours.least + index,
);

/** The number of IPs, the hours and the port, with the cost updated while choosing. */
export function OpenForm(props: {
  auth: IpAuth;
  target: OpenTarget;
  busy: boolean;
  refusal: CallRefused | null;
  /** Called when the selection differs from what was refused. */
  onChange: () => void;
  /** The number of missing IPs; 0 if unknown. */
  onBuy: (missing: number) => void;
  onOpen: (parameters: OpenParameters) => void;
}) {
  const { t } = useTranslation("pool");
  const { auth, target, busy, refusal } = props;
  const form = useRef<HTMLFormElement>(null);
  const open = useOpen({ target, auth, onChange: props.onChange });
  const fieldErrors = refusalByField(refusal);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    open.validate("num", "port");
    if (open.firstFault) {
      form.current?.querySelector<HTMLElement>(`[data-field="${open.firstFault}"]`)?.focus();
    } else if (open.num !== null && open.missing === 0) props.onOpen(open.parameters(open.num));
  };
  return (
    <form ref={form} noValidate className={buy.form} onSubmit={submit}>
      <Stack gap="lg">
        {target.kind === "chosen" ? (
          <Chosen exits={target.exits} />
        ) : (
          <OpenNumber open={open} words={target.words} refusal={fieldErrors.num} />
        )}
        <Hours open={open} />
        <Port open={open} refusal={fieldErrors.port} />
      </Stack>
      <Stack gap="md">
        <Summary open={open} />
        {refusal &&
          refusal.reason !== "insufficientIps" &&
          !fieldErrors.num &&
          !fieldErrors.port && (
            <Alert color="red" role="alert">
              {refusal.msg}
            </Alert>
          )}
        <Submit open={open} busy={busy} refusal={refusal} onBuy={props.onBuy} />
        <Text fz="sm" c="dimmed">
          {t(`open.note.${auth}`)}
        </Text>
      </Stack>
    </form>
  );
}

/** The API's refusal, by the field to show it at. */
function refusalByField(refusal: CallRefused | null): { num?: string; port?: string } {
  if (!refusal) return {};
  if (refusal.reason === "portUnavailable" || refusal.field === "port") {
    return { port: refusal.msg };
  }
  const ofNumber = refusal.reason === "insufficientStock" || refusal.field === "num";
  return ofNumber ? { num: refusal.msg } : {};
}

function Chosen({ exits }: { exits: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation("pool");
  const more = exits.length - MAX_NAMES;
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500}>
        {t("open.chosen", { count: exits.length, number: formatNumber(exits.length) })}
      </Text>
      <ul className={classes.chosen}>
        {exits.slice(0, MAX_NAMES).map(({ id, name }) => (
          <li key={id}>
            <Badge variant="default" maw={280}>
              {name}
            </Badge>
          </li>
        ))}
        {more > 0 && (
          <Text component="li" fz="sm" c="dimmed">
            {t("open.more", { count: more, number: formatNumber(more) })}
          </Text>
        )}
      </ul>
    </Stack>
  );
}

function Hours({ open }: { open: Open }) {
  const { t } = useTranslation("pool");
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500}>
        {t("open.hours")}
      </Text>
      <Presets
        label={t("open.hours")}
        value={open.hours}
        onChoose={open.chooseHours}
        presets={HOURS.map((value) => ({
          value,
          name: t("open.hour", { count: value }),
          note: undefined,
        }))}
      />
      <Text fz="xs" c="dimmed">
        {t("open.hoursHelp")}
      </Text>
    </Stack>
  );
}

/** The first of the gateway's ports; empty to let the gateway choose. */
function Port({ open, refusal }: { open: Open; refusal: string | undefined }) {
  const { t } = useTranslation("pool");
  const count = open.num ?? 1;
  const range = { first: String(apiPorts.first), last: String(lastFirstPort(count)) };
  const { port } = open;
  const several =
    port !== undefined && open.portFits && count > 1
      ? t("open.ports", { first: String(port), last: String(port + count - 1) })
      : t("open.portHelp", { ...range, port: String(apiPorts.recommended) });
  return (
    <div>
      <NumberInput
        data-field="port"
        label={t("open.port")}
        description={several}
        placeholder={t("open.anyPort")}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        value={open.typedPort}
        error={open.shown.port ? t("open.badPort", range) : refusal}
        onChange={open.typePort}
        onBlur={() => open.validate("port")}
      />
      {open.typedPort === "" && (
        <Text fz="sm" mt={4}>
          <Anchor
            component="button"
            type="button"
            onClick={() => open.typePort(apiPorts.recommended)}
          >
            {t("open.recommended", { port: String(apiPorts.recommended) })}
          </Anchor>
        </Text>
      )}
    </div>
  );
}

/** The cost in IPs, and the balance afterwards. */
function Summary({ open }: { open: Open }) {
  const { t } = useTranslation("pool");
  const { num, balance, missing } = open;
  const ips = (count: number) => t("open.ips", { count, number: formatNumber(count) });
  return (
    <AmountList busy={balance === undefined}>
      <Sum name={t("open.length")} value={t("open.hour", { count: open.hours })} />
      <Sum name={t("open.balance")} value={balance === undefined ? "…" : ips(balance)} />
      <Sum strong name={t("open.cost")} value={num === null ? "–" : ips(num)} />
      {num !== null && balance !== undefined && missing === 0 && (
        <Sum name={t("open.after")} value={ips(balance - num)} />
      )}
    </AmountList>
  );
}

/** Opens, or leads to buying: "No balance, please purchase first" (spec/dashboard#messages). */
function Submit(props: {
  open: Open;
  busy: boolean;
  refusal: CallRefused | null;
  onBuy: (missing: number) => void;
}) {
  const { t } = useTranslation("pool");
  const { open } = props;
  const refused = props.refusal?.reason === "insufficientIps";
  if (open.missing > 0 || refused) {
    const { missing } = open;
    return (
      <Stack gap="sm">
        <Alert color="amber" role="alert" title={t("open.noBalance")}>
          {missing > 0 && t("open.missing", { count: missing, number: formatNumber(missing) })}
        </Alert>
        <Button
          size="md"
          leftSection={<IconShoppingCart size={18} aria-hidden />}
          onClick={() => props.onBuy(missing)}
        >
          {t("buy")}
        </Button>
      </Stack>
    );
  }
  const { num } = open;
  return (
    <Group grow>
      <Button type="submit" size="md" loading={props.busy} disabled={open.balance === undefined}>
        {num === null
          ? t("open.submitNone")
          : t("open.submit", { count: num, number: formatNumber(num) })}
      </Button>
    </Group>
  );
}

import { Alert, Anchor, Badge, Button, NumberInput, Stack, Text } from "@mantine/core";
import { apiPorts, maxOpenedIps, openHours } from "@turnpike/rules/pool.ts";
import { AmountList, Sum } from "@turnpike/ui/AmountList.tsx";
import { IconShoppingCart } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { Presets } from "@turnpike/ui/Presets.tsx";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import type { Purchase } from "../purchase/PurchaseDialog.tsx";
import { PurchaseForm } from "../purchase/PurchaseForm.tsx";
import { QuantityField } from "../purchase/QuantityField.tsx";
import { useFields } from "../purchase/use-fields.ts";
import { lastFirstPort, openParameters, type OpenTarget, readPort } from "./open-plan.ts";
import classes from "./pool.module.css";
import type { IpAuth } from "./pool-ip.ts";

/** How many names are listed; the rest is counted. */
const MAX_NAMES = 12;
const HOURS = Array.from(
  { length: openHours.most - openHours.least + 1 },
  (_, index) => openHours.least + index,
);

interface OpenProps {
  auth: IpAuth;
  target: OpenTarget;
  purchase: Purchase<"ipOpen">;
  /** The number of missing IPs; 0 if unknown. */
  onBuy: (missing: number) => void;
}

/** The number of IPs, the hours and the port, with the cost updated while choosing. */
export function OpenForm(props: OpenProps) {
  const { t } = useTranslation("pool");
  const { auth, target, purchase } = props;
  const { refusal } = purchase;
  const open = useOpen(props);
  const { num, missing } = open;
  const fieldErrors = refusalByField(refusal);
  const noBalance = refusal?.reason === "insufficientIps";
  const words = { count: num ?? 0, number: formatNumber(num ?? 0) };
  return (
    <PurchaseForm
      purchase={purchase}
      summary={<Summary open={open} />}
      error={noBalance || fieldErrors.num || fieldErrors.port ? null : refusal}
      submit={{
        label: num === null ? t("open.submitNone") : t("open.submit", words),
        disabled: open.balance === undefined,
        ...(missing > 0 || noBalance
          ? { instead: <NoBalance missing={missing} onBuy={props.onBuy} /> }
          : {}),
      }}
      note={t(`open.note.${auth}`)}
      fields={open}
      onSubmit={() => {
        const { hours, firstPort: port } = open;
        if (num !== null && missing === 0) {
          purchase.send(openParameters({ target, num, hours, auth, port }));
        }
      }}
    >
      {target.kind === "chosen" ? (
        <Chosen exits={target.exits} />
      ) : (
        <OpenNumber open={open} place={target.words} refusal={fieldErrors.num} />
      )}
      <Hours open={open} />
      <Port open={open} refusal={fieldErrors.port} />
    </PurchaseForm>
  );
}

/** What has been selected to open so far, what it costs, and what prevents it. */
function useOpen({ target, purchase }: OpenProps) {
  const balance = useCall("member", {}).data?.ipBalance;
  const fields = useFields(
    () => ({
      num: 1 as number | string,
      hours: openHours.least as number,
      port: "" as number | string,
    }),
    purchase.onChange,
  );
  const free = target.kind === "place" ? target.free : undefined;
  const count = fields.quantity("num", { min: 1, max: maxOpenedIps, stock: free });
  // Too many for one call are reported where they were selected.
  const chosen = target.kind === "chosen" ? target.exits.length : null;
  const num = chosen ?? count.quantity;
  const badNum = chosen === null ? count.invalid : chosen > maxOpenedIps && "num";
  const { port, fits } = readPort(fields.values.port, num ?? 1);
  return {
    ...fields,
    ...fields.values,
    count,
    num,
    free,
    firstPort: fits ? port : undefined,
    balance,
    /** The number of IPs missing from the balance. */
    missing: balance === undefined ? 0 : Math.max(0, (num ?? 1) - balance),
    portFault: fields.isValidated("port") && !fits,
    invalid: badNum || (fits ? null : "port"),
  };
}
type Open = ReturnType<typeof useOpen>;

/** The API's refusal, by the field to show it at. */
function refusalByField(refusal: CallRefused | null): { num?: string; port?: string } {
  if (!refusal) return {};
  if (refusal.reason === "portUnavailable" || refusal.field === "port") {
    return { port: refusal.msg };
  }
  const ofNumber = refusal.reason === "insufficientStock" || refusal.field === "num";
  return ofNumber ? { num: refusal.msg } : {};
}

/** How many IPs of a place; if fewer are available, one click takes those. */
function OpenNumber(props: { open: Open; place: string; refusal: string | undefined }) {
  const { t } = useTranslation("pool");
  const { open } = props;
  const { free } = open;
  const most = Math.min(maxOpenedIps, free ?? maxOpenedIps);
  const words = { count: most, number: formatNumber(most) };
  const place = props.place || t("open.anywhere");
  return (
    <QuantityField
      of={open.count.field}
      autoFocus
      label={t("open.num")}
      description={
        free === undefined
          ? place
          : t("open.numHelp", { place, count: free, number: formatNumber(free) })
      }
      faults={{ stock: t("open.numFault.free", words) }}
      refusal={props.refusal}
      offer={most > 0 ? { quantity: most, text: t("open.takeAll", words) } : undefined}
    />
  );
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
        onChoose={(hours) => open.set({ hours })}
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
  const port = open.firstPort;
  const several =
    port !== undefined && count > 1
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
        value={open.port}
        error={open.portFault ? t("open.badPort", range) : refusal}
        onChange={(typed) => open.set({ port: typed })}
        onBlur={() => open.validate("port")}
      />
      {open.port === "" && (
        <Text fz="sm" mt={4}>
          <Anchor
            component="button"
            type="button"
            onClick={() => open.set({ port: apiPorts.recommended })}
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

/** Leads to buying: "No balance, please purchase first" (spec/dashboard#messages). */
function NoBalance({ missing, onBuy }: { missing: number; onBuy: (missing: number) => void }) {
  const { t } = useTranslation("pool");
  return (
    <Stack gap="sm">
      <Alert color="amber" role="alert" title={t("open.noBalance")}>
        {missing > 0 && t("open.missing", { count: missing, number: formatNumber(missing) })}
      </Alert>
      <Button
        size="md"
        leftSection={<IconShoppingCart size={18} aria-hidden />}
        onClick={() => onBuy(missing)}
      >
        {t("buy")}
      </Button>
    </Stack>
  );
}

import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { useMemo, useId } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Email } from "@turnpike/ui/Email.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import classes from "./billing.module.css";

/** Countries by ISO 3166-1; the browser supplies their names in the user's language. */
const codes =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR " +
  "BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ " +
  "EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW " +
  "GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY " +
  "KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV " +
  "MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY " +
  "QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG " +
  "TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/** All countries as options, sorted by their names in `language`. */
function countryChoices(language: string): { value: string; label: string }[] {
  const named = codes.split(" ").map((value) => ({ value, label: formatCountry(value) }));
  const { compare } = new Intl.Collator(language);
  return named.sort((one, other) => compare(one.label, other.label));
}

/** The payer's details on invoices (spec/accounts#invoice-title). */
export function InvoiceTitle() {
  const { t } = useTranslation("setting-account");
  const member = useCall("member", {});
  return (
    <Panel title={t("invoice.title")} description={t("invoice.description")}>
      <Loaded of={member} lines={5} height={28}>
        {(data) => <TitleForm user={data} />}
      </Loaded>
    </Panel>
  );
}

function TitleForm({ user }: { user: User }) {
  const { t, i18n } = useTranslation("setting-account");
  const countries = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  const saved = user.invoiceTitle;
  const { form, send, busy } = useTitleForm(saved);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            label={t("invoice.name")}
            withAsterisk
            maxLength={120}
            autoComplete="organization"
            {...form.getInputProps("title")}
          />
          <TextInput
            label={t("invoice.vatId")}
            description={t("invoice.vatIdHint")}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps("vatId")}
          />
          {saved && saved.vatIdState !== "none" && saved.vatId === form.values.vatId && (
            <VatIdNotice state={saved.vatIdState} />
          )}
          <TextInput
            label={t("invoice.taxId")}
            maxLength={40}
            autoComplete="off"
            {...form.getInputProps("taxId")}
          />
          <Textarea
            label={t("invoice.address")}
            rows={3}
            maxLength={300}
            autoComplete="street-address"
            {...form.getInputProps("address")}
          />
          <Select
            label={t("invoice.country")}
            searchable
            clearable
            clearButtonProps={{ "aria-label": t("invoice.clearCountry") }}
            nothingFoundMessage={t("invoice.noCountry")}
            data={countries}
            {...form.getInputProps("country")}
          />
          <Group>
            <Button data-needs="money" type="submit" loading={busy} disabled={!form.isDirty()}>
              {t("invoice.save")}
            </Button>
          </Group>
        </Stack>
      </form>
      <InvoicePreview {...form.values} email={user.email} />
    </SimpleGrid>
  );
}

/** The parts that programs set and this form does not show. */
function kept(now: User["invoiceTitle"]) {
  const { name, company, street, postal, city } = now ?? {};
  const parts = { name, company, street, postal, city };
  return Object.fromEntries(Object.entries(parts).map(([key, value]) => [key, value ?? undefined]));
}

function VatIdNotice({ state }: { state: "valid" | "invalid" | "unchecked" }) {
  const { t } = useTranslation("setting-account");
  return (
    <Text fz="sm" c={state === "valid" ? "teal" : "orange"} role="status">
      {t(`invoice.vatIdStates.${state}`)}
    </Text>
  );
}

function useTitleForm(now: User["invoiceTitle"]) {
  const { t } = useTranslation("setting-account");
  const form = useForm({
    initialValues: {
      title: now?.title ?? "",
      taxId: now?.taxId ?? "",
      vatId: now?.vatId ?? "",
      address: now?.address ?? "",
      country: now?.country ?? null,
    },
    validate: { title: (value) => (value.trim() ? null : t("invoice.nameMissing")) },
  });
  const command = useCommand("upInvoiceTitle", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    (values) =>
      void command.send(
        {
          title: values.title.trim(),
          ...kept(now),
          taxId: values.taxId.trim() || undefined,
          vatId: values.vatId.trim() || undefined,
          address: values.address.trim() || undefined,
          country: values.country ?? undefined,
        },
        ({ invoiceTitle }) => {
          const stored = { ...values, vatId: invoiceTitle.vatId ?? "" };
          form.setValues(stored);
          form.resetDirty(stored);
          toast.success(t("invoice.done"));
        },
      ),
  );
  return { form, send, busy: command.busy };
}

/** Previews the payer's block of an invoice while typing. */
function InvoicePreview(props: {
  title: string;
  taxId: string;
  vatId: string;
  address: string;
  country: string | null;
  email: string;
}) {
  const { t } = useTranslation("setting-account");
  const id = useId();
  const title = props.title.trim();
  const taxId = props.vatId.trim() || props.taxId.trim();
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Text fz="sm" fw={500} id={id}>
        {t("invoice.preview")}
      </Text>
      <div className={classes.paper}>
        <Text fz="xs" c="dimmed" fw={600}>
          {t("invoice.billTo")}
        </Text>
        <Text fw={640} fz="lg" c={title ? "inherit" : "dimmed"}>
          {title || t("invoice.yourName")}
        </Text>
        {props.address.trim() && <Text className={classes.lines}>{props.address.trim()}</Text>}
        {props.country && <Text>{formatCountry(props.country)}</Text>}
        <Text>
          <Email address={props.email} />
        </Text>
        {taxId && <Text mt="xs">{t("invoice.taxIdOf", { taxId })}</Text>}
      </div>
    </Stack>
  );
}

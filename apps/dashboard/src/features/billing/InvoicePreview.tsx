import { Stack, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import classes from "./billing.module.css";

/** The payer's block of an invoice, as one types it. */
export function InvoicePreview(props: {
  title: string;
  taxId: string;
  address: string;
  country: string | null;
  email: string;
}) {
  const { t } = useTranslation("setting-account");
  const id = useId();
  const title = props.title.trim();
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
        <Text>{props.email}</Text>
        {props.taxId.trim() && (
          <Text mt="xs">{t("invoice.taxIdOf", { taxId: props.taxId.trim() })}</Text>
        )}
      </div>
    </Stack>
  );
}

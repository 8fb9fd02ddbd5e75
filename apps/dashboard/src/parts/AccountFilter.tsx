import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../lib/queries.ts";

/** One sub-account or all; deleted ones are marked, their traffic stays. */
export function AccountFilter(props: { value: string; onChange: (account: string) => void }) {
  const { t } = useTranslation("parts");
  const accounts = useCall("subAccounts", {}).data?.items ?? [];
  return (
    <Select
      w={{ base: "100%", xs: 230 }}
      label={t("account.label")}
      placeholder={t("account.all")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("account.all") }}
      limit={200}
      nothingFoundMessage={t("account.none")}
      value={props.value || null}
      onChange={(account) => props.onChange(account ?? "")}
      data={accounts.map(({ account, deleted }) => ({
        value: account,
        label: deleted ? t("account.deleted", { account }) : account,
      }))}
    />
  );
}

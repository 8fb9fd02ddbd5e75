import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";
import { useCall } from "../../lib/queries.ts";

/**
 * Chooses one sub-account or all; deleted ones are marked, their traffic stays. An unknown name (a
 * static IP's, from a link) is shown unchanged.
 */
export function AccountFilter(props: { value: string; onChange: (account: string) => void }) {
  const { t } = useTranslation("parts");
  const accounts = useCall("subAccounts", {}).data?.items ?? [];
  const { value } = props;
  const isListed = value === "" || accounts.some(({ account }) => account === value);
  const choices = accounts.map(({ account, deleted }) => ({
    value: account,
    label: deleted ? t("account.deleted", { account }) : account,
  }));
  return (
    <Select
      w={{ xs: 230 }}
      flex={{ base: "1 1 40%", xs: "none" }}
      label={t("account.label")}
      placeholder={t("account.all")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("account.all") }}
      {...useLongList()}
      nothingFoundMessage={t("account.none")}
      value={value || null}
      onChange={(account) => props.onChange(account ?? "")}
      data={isListed ? choices : [{ value, label: value }, ...choices]}
    />
  );
}

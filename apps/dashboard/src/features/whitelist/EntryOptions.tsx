import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";
import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";

const spans = [1, 7, 30, 90, 365] as const;
const DESCRIPTION_MAX = 100;

/** The options shared by all addresses added in one call. */
export interface Options {
  description: string;
  /** Days until they expire; null for never. */
  days: string | null;
  /** The sub-account's name; null for the main one. */
  account: string | null;
}
export const noOptions: Options = { description: "", days: null, account: null };

/** The options as call parameters. */
export function optionFields(options: Options): Omit<CallParameters<"addTrafficWhite">, "ips"> {
  const description = options.description.trim();
  return {
    ...(description ? { description } : {}),
    ...(options.days ? { days: Number(options.days) } : {}),
    ...(options.account ? { account: options.account } : {}),
  };
}

export function EntryOptions(props: { value: Options; onChange: (options: Options) => void }) {
  const { t } = useTranslation("white-manage");
  const { value, onChange } = props;
  const set = (by: Partial<Options>) => onChange({ ...value, ...by });
  const accounts = useCall("availableSubUsers", {}).data?.items ?? [];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <TextInput
        label={t("columns.description")}
        placeholder={t("add.descriptionExample")}
        maxLength={DESCRIPTION_MAX}
        value={value.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        label={t("add.expires")}
        placeholder={t("expiry.never")}
        clearable
        clearButtonProps={{ "aria-label": t("expiry.never") }}
        value={value.days}
        onChange={(days) => set({ days })}
        data={spans.map((span) => ({
          value: String(span),
          label: t("add.afterDays", { count: span }),
        }))}
      />
      <Select
        label={t("columns.account")}
        placeholder={t("add.mainAccount")}
        clearable
        clearButtonProps={{ "aria-label": t("add.mainAccount") }}
        searchable
        nothingFoundMessage={t("add.noAccount")}
        {...useLongList()}
        value={value.account}
        onChange={(account) => set({ account })}
        data={accounts.map((who) => who.account)}
      />
    </SimpleGrid>
  );
}

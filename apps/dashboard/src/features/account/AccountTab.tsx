import { SimpleGrid, Stack } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { Appearance } from "./Appearance.tsx";
import { CloseAccount } from "./CloseAccount.tsx";
import { MailLanguage } from "./MailLanguage.tsx";
import { Profile } from "./Profile.tsx";

/** The account's facts, how it is written to, how the pages look, and its end. */
export function AccountTab() {
  const { t } = useTranslation("setting-account");
  const member = useCall("member", {});
  /** A panel's content, once there is an account to show. */
  const shown = (content: (user: User) => ReactNode) =>
    member.data ? (
      content(member.data)
    ) : member.error ? (
      <ErrorState error={member.error} onRetry={() => void member.refetch()} />
    ) : (
      <LineSkeletons lines={3} height={22} />
    );
  return (
    <Stack gap="lg">
      <Panel title={t("profile.title")}>
        {shown((user) => (
          <Profile user={user} />
        ))}
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t("mailLanguage.title")} description={t("mailLanguage.description")}>
          {shown(({ lang }) => (
            <MailLanguage lang={lang} />
          ))}
        </Panel>
        <Panel title={t("appearance.title")} description={t("appearance.description")}>
          <Appearance />
        </Panel>
      </SimpleGrid>
      <CloseAccount />
    </Stack>
  );
}

import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { LineSkeletons } from "../../ui/Skeletons.tsx";
import { BUY_IPS } from "./buy-links.ts";
import { MakeForm } from "./MakeForm.tsx";

/**
 * Making keys is exclusive to the IP enterprise plan; others are told to order it
 * (spec/cdkeys#making).
 */
export function MakePanel() {
  const { t } = useTranslation("cdkey");
  const member = useCall("member", {});
  const mayMake = member.data?.enterprise.ip;
  return (
    <Panel
      title={t("make.title")}
      {...(mayMake === false ? {} : { description: t("make.description") })}
    >
      {mayMake === undefined ? (
        member.error ? (
          <ErrorState error={member.error} onRetry={() => void member.refetch()} />
        ) : (
          <LineSkeletons lines={5} height={28} />
        )
      ) : mayMake ? (
        <MakeForm />
      ) : (
        <Exclusive />
      )}
    </Panel>
  );
}

function Exclusive() {
  const { t } = useTranslation("cdkey");
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={t("exclusive.title")}
      text={t("exclusive.text")}
      action={
        <Button component={Link} to={BUY_IPS} mt="xs">
          {t("exclusive.order")}
        </Button>
      }
    />
  );
}

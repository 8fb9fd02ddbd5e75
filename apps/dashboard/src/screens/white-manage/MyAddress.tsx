import { Badge, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";

/** The address that this browser comes from, and whether it is listed. */
export function MyAddress(props: { busy: boolean; onAdd: (ip: string) => void }) {
  const { t } = useTranslation("white-manage");
  const mine = useCall("checkTrafficWhite", {});
  if (!mine.data) return null;
  const { ip, whitelisted } = mine.data;
  return (
    <Group gap="sm">
      <Text fz="sm">
        {t("mine.address")} <strong className="numeric">{ip}</strong>
      </Text>
      {whitelisted ? (
        <Badge>{t("mine.listed")}</Badge>
      ) : (
        <Button size="xs" variant="light" loading={props.busy} onClick={() => props.onAdd(ip)}>
          {t("mine.add")}
        </Button>
      )}
    </Group>
  );
}

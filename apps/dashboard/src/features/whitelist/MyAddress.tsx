import { Badge, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";

/** This browser's address, and whether it is whitelisted. */
export function MyAddress(props: {
  busy?: boolean;
  listed: (mine: CallResult<"checkTrafficWhite">) => boolean;
  onAdd: (ip: string) => void;
}) {
  const { t } = useTranslation("parts");
  const mine = useCall("checkTrafficWhite", {}).data;
  if (!mine) return null;
  return (
    <Group gap="sm">
      <Text fz="sm">
        {t("addresses.mine")} <strong className="numeric">{mine.ip}</strong>
      </Text>
      {props.listed(mine) ? (
        <Badge>{t("addresses.listed")}</Badge>
      ) : (
        <Button
          data-needs="proxies"
          size="xs"
          variant="light"
          loading={props.busy ?? false}
          onClick={() => props.onAdd(mine.ip)}
        >
          {t("addresses.addMine")}
        </Button>
      )}
    </Group>
  );
}

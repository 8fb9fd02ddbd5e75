import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StepDialog } from "../../ui/StepDialog.tsx";
import { Countdown } from "./Countdown.tsx";
import { IpTry } from "./IpTry.tsx";
import { Login } from "./Login.tsx";
import { MyEntry } from "./MyEntry.tsx";
import { usePlaceText } from "../place/use-place-text.ts";
import { addressOf, networkOf, type OpenedIp } from "./pool-ip.ts";

/** One opened IP, ready to be used: what lets in, and a command that works at once. */
export function TryDialog(props: {
  row: OpenedIp | undefined;
  toldMs: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("pool");
  const placeText = usePlaceText();
  const { row } = props;
  return (
    <StepDialog
      opened={props.opened}
      size="md"
      title={row ? t("try.title", { address: addressOf(row) }) : ""}
      onClose={props.onClose}
    >
      {row && (
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("opened.leadsTo", { ip: row.ip })} · {placeText(row)} · {networkOf(row)} ·{" "}
            <Countdown row={row} toldMs={props.toldMs} />
          </Text>
          {row.auth === "user" ? <Login row={row} /> : <MyEntry />}
          <Text fz="sm">{t("try.help")}</Text>
          <IpTry row={row} />
        </Stack>
      )}
    </StepDialog>
  );
}

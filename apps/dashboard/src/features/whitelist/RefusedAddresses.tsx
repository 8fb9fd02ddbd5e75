import { Alert, Button, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/** Each refused address with the API's reason; one taken by another account may be claimed. */
export function RefusedAddresses(props: {
  items: CallResult<"addTrafficWhite">["refused"];
  onClose: () => void;
  onClaimed: (ip: string) => void;
}) {
  const { t } = useTranslation(["white-manage", "ui"]);
  const { items, onClose, onClaimed } = props;
  if (items.length === 0) return null;
  const taken = items.filter(({ reason }) => reason === "ipTaken").map(({ ip }) => ip);
  return (
    <Alert
      color="red"
      role="alert"
      title={t("refused.title", { count: items.length })}
      withCloseButton
      closeButtonLabel={t("ui:close")}
      onClose={onClose}
    >
      <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: "anywhere" }}>
        {items.map(({ ip, msg }) => (
          <li key={ip}>
            <code>{ip}</code> – {msg}
          </li>
        ))}
      </ul>
      {taken.length > 0 && <Claim taken={taken} onClaimed={onClaimed} />}
    </Alert>
  );
}

/**
 * Offers to claim addresses that were refused because they already exist. A call from this browser
 * proves its own address; any other one has to be claimed from there.
 */
function Claim(props: { taken: string[]; onClaimed: (ip: string) => void }) {
  const { t } = useTranslation("white-manage");
  const mine = useCall("checkTrafficWhite", {}).data;
  const claim = useCommand("checkTrafficWhite");
  if (!mine || mine.whitelisted) return null;
  const { ip } = mine;
  if (!props.taken.includes(ip))
    return (
      <Text fz="sm" mt="sm">
        {t("claim.other")}
      </Text>
    );
  const send = () =>
    void claim.send({ claim: true }, ({ whitelisted }) => {
      if (!whitelisted) return toast.warning(t("claim.gone", { ip }));
      toast.success(t("claim.done", { ip }));
      props.onClaimed(ip);
    });
  return (
    <Stack gap="xs" mt="sm" align="flex-start">
      <Text fz="sm">{t("claim.offer", { ip })}</Text>
      <Button variant="default" size="sm" loading={claim.busy} onClick={send}>
        {t("claim.submit", { ip })}
      </Button>
    </Stack>
  );
}
